import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { waitsForLocked } from "../../../../test/locked-rows.ts";
import { eventsOf, link, times } from "../payments/money.fixture.ts";
import { expireLinks } from "./service.ts";

// The pass works on every company there is, so this file lives in 2020: what other files make expires later.
const start = new Date("2020-03-02T11:00:00.000Z");
const day = 24 * 60 * 60_000;

let service: TestService;
let second: TestService;
beforeAll(async () => {
  [service, second] = await Promise.all([startService({ now: start }), startService({ now: start })]);
});
beforeEach(() => moveTo(start.getTime()));
afterAll(() => Promise.all([service.close(), second.close()]));

function moveTo(moment: number): void {
  for (const node of [service, second]) node.clock.set(new Date(moment));
}
const made = async (company: TestCompany, fields: object = {}): Promise<string> =>
  (await link(company, { amount: 5, ...fields })).body.reference;
const get = async (company: TestCompany, reference: string) =>
  (await company.call(`GET /payments/links/${reference}`)).body.payment_link;
const listed = async (company: TestCompany, status: string): Promise<string[]> =>
  (await company.call(`GET /payments/links?status=${status}`)).body.payment_links.map(
    ({ reference }: { reference: string }) => reference,
  );
const expiries = async (company: TestCompany) =>
  (await eventsOf(company)).filter(({ type }) => type === "payment_link.expired");

/** Links straight into the table: making them is not what this is about. */
async function insertLinks(company: TestCompany, count: number): Promise<void> {
  await service.context.db.query(
    `insert into payment_links (company_id, secret, amount, currency, expires_at, created_at, updated_at)
     select $1, lpad(n::text, 22, 'x'), 5, 'NGN', $2::timestamptz + interval '1 hour', $2, $2
     from generate_series(1, $3::int) n`,
    [company.id, start, count],
  );
}

describe("a link whose time is over", () => {
  test("is expired at that moment, in one, in the list and in its filters, before any pass", async () => {
    const company = await service.company();
    const reference = await made(company);
    for (const [moment, status, other] of [
      [start.getTime() + day - 1, "active", "expired"],
      [start.getTime() + day, "expired", "active"],
      [start.getTime() + 400 * day, "expired", "active"],
    ] as const) {
      moveTo(moment);
      expect((await get(company, reference)).status).toBe(status);
      const [entry] = (await company.call("GET /payments/links")).body.payment_links;
      expect(entry.status).toBe(status);
      expect([await listed(company, status), await listed(company, other)]).toEqual([[reference], []]);
    }
    expect(await expiries(company)).toEqual([]);
  });

  test("is the same before and after the pass", async () => {
    const company = await service.company();
    const reference = await made(company, { label: "Order", phone: "+2348030000000" });
    moveTo(start.getTime() + day);
    const before = [await get(company, reference), await listed(company, "expired")];
    await expireLinks(service.context);
    expect([await get(company, reference), await listed(company, "expired")]).toEqual(before);
  });

  test("cannot be cancelled any more, before the pass or after it", async () => {
    const company = await service.company();
    const reference = await made(company);
    moveTo(start.getTime() + day);
    const cancel = async () => (await company.call(`POST /payments/links/${reference}/cancel`)).status;
    expect(await cancel()).toBe(422);
    await expireLinks(service.context);
    expect(await cancel()).toBe(422);
    expect((await get(company, reference)).status).toBe("expired");
  });

  test("lives as long as was asked for", async () => {
    const company = await service.company();
    const [short, long] = [
      await made(company, { expires_at: "2020-03-02T11:15:00Z" }),
      await made(company, { expires_at: "2020-04-01T11:00:00Z" }),
    ];
    moveTo(start.getTime() + 15 * 60_000);
    expect([await listed(company, "expired"), await listed(company, "active")]).toEqual([[short], [long]]);
    await expireLinks(service.context);
    moveTo(start.getTime() + 30 * day - 1);
    await expireLinks(service.context);
    expect(await expiries(company)).toHaveLength(1);
    expect((await get(company, long)).status).toBe("active");
  });
});

describe("the pass", () => {
  test("tells payment_link.expired once, by the system, with the link as GET gives it", async () => {
    const company = await service.company();
    const reference = await made(company);
    await expireLinks(service.context);
    expect(await expiries(company)).toEqual([]);
    moveTo(start.getTime() + day);
    expect(await expireLinks(service.context)).toBeGreaterThanOrEqual(1);
    await expireLinks(service.context);
    moveTo(start.getTime() + 2 * day);
    await expireLinks(service.context);
    const reported = await expiries(company);
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatchObject({
      actor: { type: "system", id: null },
      created_at: "2020-03-03T11:00:00.000Z",
      data: { object: await get(company, reference) },
    });
  });

  test("leaves alone what was cancelled or paid before", async () => {
    const company = await service.company();
    const [cancelled, paid] = [await made(company), await made(company)];
    await company.call(`POST /payments/links/${cancelled}/cancel`);
    // As a gateway will leave it.
    await service.context.db.query(
      "update payment_links set status = 'paid' where company_id = $1 and id = $2",
      [company.id, Number(paid.split("_")[1])],
    );
    moveTo(start.getTime() + day);
    await expireLinks(service.context);
    expect([(await get(company, cancelled)).status, (await get(company, paid)).status]).toEqual([
      "cancelled",
      "paid",
    ]);
    expect(await expiries(company)).toEqual([]);
  });

  test("tells each once also when two nodes do it over and over while links are cancelled and made", async () => {
    const companies = await times(3, () => service.company());
    const soon = "2020-03-02T12:00:00Z";
    const references = await Promise.all(
      companies.map((company) => times(8, () => made(company, { expires_at: soon }))),
    );
    moveTo(Date.parse(soon));
    await Promise.all([
      ...[service, second, service, second].map((node) => expireLinks(node.context)),
      ...companies.flatMap((company, index) => [
        ...references[index]!.map((reference) => company.call(`POST /payments/links/${reference}/cancel`)),
        made(company),
        made(company),
      ]),
    ]);
    for (const [index, company] of companies.entries()) {
      const reported = (await expiries(company)).map(({ data }) => data.object.reference);
      expect(reported.sort()).toEqual([...references[index]!].sort());
      expect(await listed(company, "active")).toHaveLength(2);
    }
  });

  test("does not stop at a hundred: 250 of one company and 30 of another are told once each", async () => {
    const companies = [await service.company(), await service.company()];
    await insertLinks(companies[0]!, 250);
    await insertLinks(companies[1]!, 30);
    moveTo(start.getTime() + day);
    const ended = await Promise.all([expireLinks(service.context), expireLinks(second.context)]);
    expect(ended[0]! + ended[1]!).toBeGreaterThanOrEqual(280);
    const counts = await service.context.db.query(
      `select e.company_id, count(*) as reported, count(distinct body::jsonb #>> '{data,object,reference}') as links,
         max(sequence) as last
       from events e where company_id = any($1) and type = 'payment_link.expired' group by 1 order by 1`,
      [companies.map(({ id }) => id)],
    );
    expect(counts).toEqual([
      { company_id: companies[0]!.id, reported: 250, links: 250, last: 250 },
      { company_id: companies[1]!.id, reported: 30, links: 30, last: 30 },
    ]);
  });

  test("leaves to another worker what that has in hand", async () => {
    const company = await service.company();
    await made(company);
    moveTo(start.getTime() + day);
    const { context } = service;
    expect(await waitsForLocked(context.db, "payment_links", company.id, () => expireLinks(context))).toBe(
      false,
    );
    expect(await expiries(company)).toEqual([]);
    await expireLinks(context);
    expect(await expiries(company)).toHaveLength(1);
  });
});
