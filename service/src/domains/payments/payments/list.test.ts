import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { issued, pay } from "./money.fixture.ts";

let service: TestService;
let company: TestCompany;
let invoices: number[];
let ids: number[];
/** One payment a minute from noon on: two for the first invoice, three for the second. */
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  invoices = [(await issued(company)).id, (await issued(company)).id];
  ids = [];
  for (const at of [0, 1, 0, 1, 1]) {
    ids.push((await pay(company, { invoice_id: invoices[at], amount: 10 + ids.length })).body.payment.id);
    service.clock.advance(60_000);
  }
});
afterAll(() => service.close());

const listed = async (query: string): Promise<number[]> =>
  (await company.call(`GET /payments?${query}`)).body.payments.map(({ id }: { id: number }) => id);

describe("GET /payments", () => {
  test("newest first, each as GET one gives it", async () => {
    expect(await listed("")).toEqual([...ids].reverse());
    const { payments } = (await company.call("GET /payments")).body;
    for (const payment of payments) {
      expect((await company.call(`GET /payments/${payment.id}`)).body.payment).toEqual(payment);
    }
  });

  test("page by page, without a gap or a repeat", async () => {
    const seen: number[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await company.call(`GET /payments?limit=2&include=total_count${cursor}`);
      seen.push(...body.payments.map(({ id }: { id: number }) => id));
      expect(body.pagination.total_count).toBe(5);
      if (!body.pagination.has_more) break;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
    expect(seen).toEqual([...ids].reverse());
  });

  test("of one invoice", async () => {
    expect(await listed(`invoice_id=${invoices[0]}`)).toEqual([ids[2], ids[0]]);
    expect(await listed(`invoice_id=${invoices[1]}&limit=2`)).toEqual([ids[4], ids[3]]);
    expect(await listed("invoice_id=9007199254740991")).toEqual([]);
  });

  test("by when they were recorded, both ends included", async () => {
    const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000).toISOString();
    expect(await listed(`created_from=${at(1)}&created_to=${at(3)}`)).toEqual([ids[3], ids[2], ids[1]]);
    expect(await listed("created_to=2026-11-14")).toEqual([]);
    expect(await listed("created_from=2026-11-15&created_to=2026-11-15")).toHaveLength(5);
  });

  test.each(["invoice_id=x", "limit=0", "limit=101", "include=lines", "cursor=x", "created_from=soon"])(
    "422 for %s",
    async (query) => {
      expect((await company.call(`GET /payments?${query}`)).status).toBe(422);
    },
  );
});
