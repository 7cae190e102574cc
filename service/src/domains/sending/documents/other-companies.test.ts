import os from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { companyShareOf } from "../../../http/concurrency-limit.ts";
import { readPdf } from "./pdf.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const fetchPdf = async ({ appId, secret }: TestCompany, id: number) => {
  const headers = { authorization: `Bearer ${appId}:${secret}` };
  const response = await fetch(`${service.url}/api/v1/invoices/${id}.pdf`, { headers });
  return { status: response.status, file: Buffer.from(await response.arrayBuffer()) };
};

const large = (name: string) => ({
  lines: Array.from({ length: 200 }, () => ({ description: `${name} pipe`, quantity: 1, unit_price: 5 })),
});

async function figure(name: string): Promise<number> {
  const { values } = await service.context.metrics.registry.getSingleMetric(name)!.get();
  return values[0]?.value ?? 0;
}

describe("while one company's large documents are being drawn", () => {
  test("another's document, its /ping and /healthz are answered; the first gets all of its own", async () => {
    const [busy, other] = [await service.company(), await service.company()];
    const ids = [];
    for (let count = 0; count < 20; count++) ids.push((await busy.draft(large(`${count}`))).id as number);
    const small = await other.draft();
    let drawn = 0;
    const all = ids.map(async (id) => {
      const reply = await fetchPdf(busy, id);
      drawn += 1;
      return reply;
    });
    while ((await figure("billfold_expensive_requests_queued")) < 15)
      await new Promise((resolve) => setImmediate(resolve));
    const health = await fetch(`${service.url}/healthz`);
    const ping = await other.call("GET /ping");
    const document = await fetchPdf(other, small.id);
    const drawnBefore = drawn;
    expect([health.status, ping.status, document.status]).toEqual([200, 200, 200]);
    expect(drawnBefore).toBeLessThan(20);
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    // Twenty documents of many pages take a busy machine a minute.
  }, 180_000);

  test("more than its queue holds is 429 for that company alone, with words and Retry-After", async () => {
    const [busy, other] = [await service.company(), await service.company()];
    const { id } = await busy.draft(large("steel"));
    const { id: otherId } = await other.draft();
    const replies = await Promise.all([
      ...Array.from({ length: 40 }, () => busy.call(`GET /invoices/${id}.pdf`)),
      other.call(`GET /invoices/${otherId}.pdf`),
    ]);
    const others = replies.pop()!;
    expect(others.status).toBe(200);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(replies.length - refused.length).toBeGreaterThanOrEqual(
      20 + companyShareOf(os.availableParallelism()),
    );
    for (const { status, body, headers } of refused) {
      expect([status, body.code, headers.get("retry-after")]).toEqual([429, "rate_limited", "5"]);
      expect(body.error).toMatch(/^This company already has 20 requests waiting/);
    }
    expect(await figure("billfold_expensive_requests_refused_total")).toBeGreaterThanOrEqual(refused.length);
  });
});

describe("a cached document", () => {
  /** How many documents are drawn meanwhile. */
  async function drawings(work: () => Promise<unknown>): Promise<number> {
    const { threads } = service.context;
    const { run } = threads;
    let count = 0;
    threads.run = (job) => {
      count += 1;
      return run(job);
    };
    await work().finally(() => {
      threads.run = run;
    });
    return count;
  }

  test("is drawn once, also when many ask at the same time, and again after each change", async () => {
    const company = await service.company();
    const { id } = await company.draft({ notes: "First" });
    let first: Buffer;
    expect(
      await drawings(async () => {
        const all = await Promise.all([1, 2, 3].map(() => fetchPdf(company, id)));
        first = all[0]!.file;
        expect(all.every(({ file }) => file.equals(first))).toBe(true);
        expect((await fetchPdf(company, id)).file.equals(first)).toBe(true);
      }),
    ).toBe(1);
    await company.call(`PATCH /invoices/${id}`, { body: { notes: "Second" } });
    expect(
      await drawings(async () => {
        const { text } = readPdf((await fetchPdf(company, id)).file);
        expect([text.includes("First"), text.includes("Second")]).toEqual([false, true]);
      }),
    ).toBe(1);
    await company.call(`POST /invoices/${id}/issue`);
    await company.call("POST /payments", { body: { invoice_id: id, amount: 100 } });
    expect(readPdf((await fetchPdf(company, id)).file).text).toContain("PAID");
  });

  test("follows the supplier and the customer of a draft", async () => {
    const company = await service.company();
    const customer = await company.customer({ name: "Old Name Ltd" });
    const { id } = await company.draft({ customer_id: customer });
    expect(readPdf((await fetchPdf(company, id)).file).text).toContain("Old Name Ltd");
    await company.call(`PATCH /customers/${customer}`, { body: { name: "New Name Ltd" } });
    const { text } = readPdf((await fetchPdf(company, id)).file);
    expect([text.includes("Old Name Ltd"), text.includes("New Name Ltd")]).toEqual([false, true]);
  });

  test("is never given to another company, however alike their documents are", async () => {
    const profile = { name: "Same Name Ltd" };
    const [one, other] = [await service.company({ profile }), await service.company({ profile })];
    const [a, b] = [await one.draft(), await other.draft()];
    await fetchPdf(one, a.id);
    expect(await drawings(() => fetchPdf(other, b.id))).toBe(1);
    expect((await other.call(`GET /invoices/${a.id}.pdf`)).status).toBe(404);
  });
});
