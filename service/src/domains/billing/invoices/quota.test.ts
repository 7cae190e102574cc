import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  noon,
  type Reply,
  startService,
  type TestCompany,
  type TestService,
} from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { setPlan } from "../../tenancy/plans/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
beforeEach(() => service.clock.set(noon));
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
/** A company with a quota, a customer, and a way to ask for drafts. */
async function withQuota(quotaInvoices: number, profile = {}) {
  const company = await service.company({ quotaInvoices, profile });
  const customer_id = await company.customer();
  const create = (fields: object = {}) =>
    company.call("POST /invoices", { body: { customer_id, lines, ...fields } });
  const sale = async () =>
    (await company.call("POST /sales", { body: { customer_id, lines } })).body.sale.id as number;
  return { company, customer_id, create, sale };
}
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();
const countOf = async (company: TestCompany) =>
  (await company.call("GET /invoices?include=total_count")).body.pagination.total_count as number;

describe("the monthly quota of invoices", () => {
  test("of 5 lets exactly 5 of 20 at once through; the others are 429 and leave nothing behind", async () => {
    const { company, create } = await withQuota(5);
    const replies = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(statuses(replies)).toEqual([...Array(5).fill(201), ...Array(15).fill(429)]);
    expect(await countOf(company)).toBe(5);
    const [events] = await service.context.db.query<{ count: number }>(
      "select count(*) as count from events where company_id = $1 and type = 'invoice.created'",
      [company.id],
    );
    expect(events!.count).toBe(5);
  });

  test("holds over batches and over single calls alike, and is used up to the last", async () => {
    const { create } = await withQuota(7);
    const replies: Reply[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      replies.push(...(await Promise.all([create(), create()])), await create());
    }
    expect(statuses(replies)).toEqual([...Array(7).fill(201), 429, 429]);
  });

  test("tells limit, use, and when it starts anew, also in Retry-After", async () => {
    const { create } = await withQuota(1);
    await create();
    const { status, headers, body } = await create();
    expect(status).toBe(429);
    const resets_at = "2026-11-30T23:00:00.000Z";
    expect(body).toEqual({
      success: false,
      error: expect.stringContaining("Your plan allows 1 invoice per month"),
      code: "quota_exceeded",
      quota: "invoices",
      limit: 1,
      used: 1,
      resets_at,
      request_id: headers.get("x-request-id"),
    });
    expect(headers.get("retry-after")).toBe(String((Date.parse(resets_at) - noon.getTime()) / 1000));
  });

  test("of 0 lets nothing through", async () => {
    const { create } = await withQuota(0);
    const { status, body } = await create();
    expect([status, body.limit, body.used]).toEqual([429, 0, 0]);
  });

  test("starts anew with the month where the company is, and not before", async () => {
    const { create } = await withQuota(1);
    service.clock.set(new Date("2026-11-30T22:00:00.000Z"));
    expect((await create()).status).toBe(201);
    service.clock.set(new Date("2026-11-30T22:59:59.999Z"));
    const refused = await create();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    service.clock.set(new Date("2026-11-30T23:00:00.000Z"));
    expect((await create()).status).toBe(201);
    const december = await create();
    expect([december.status, december.body.resets_at]).toEqual([429, "2026-12-31T23:00:00.000Z"]);
  });

  test("of a month that has begun is not begun again by somebody whose clock is behind", async () => {
    const { company, create } = await withQuota(2);
    service.clock.set(new Date("2026-11-30T23:00:00.000Z"));
    expect((await create()).status).toBe(201);
    // Another node, or a request that waited: it counts in the month that has begun.
    service.clock.set(new Date("2026-11-30T22:59:59.999Z"));
    expect((await create()).status).toBe(201);
    expect((await company.call("POST /payments/link", { body: { amount: 5 } })).status).toBe(201);
    service.clock.set(new Date("2026-11-30T23:00:01.000Z"));
    expect((await create()).status).toBe(429);
  });

  test("counts by the company's calendar, not by ours", async () => {
    const { create } = await withQuota(1, { time_zone: "America/New_York" });
    service.clock.set(new Date("2026-12-01T04:59:59.999Z"));
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(429);
    service.clock.set(new Date("2026-12-01T05:00:00.000Z"));
    expect((await create()).status).toBe(201);
  });

  test("is not given back by deleting", async () => {
    const { company, create } = await withQuota(1);
    const { id } = (await create()).body.invoice;
    await company.call(`DELETE /invoices/${id}`);
    expect((await create()).status).toBe(429);
  });

  test("is not used up by what is refused", async () => {
    const { create } = await withQuota(2);
    await create({ external_id: "x" });
    const refused = await Promise.all([
      create({ external_id: "x" }),
      create({ customer_id: 0 }),
      create({ lines: [] }),
    ]);
    expect(statuses(refused)).toEqual([422, 422, 422]);
    expect((await create()).status).toBe(201);
  });

  test("is each company's own, also where their drafts are made at the same time", async () => {
    const [a, b] = [await withQuota(2), await withQuota(3)];
    const [ofA, ofB] = await Promise.all(
      [a, b].map(({ create }) => Promise.all(Array.from({ length: 5 }, () => create()))),
    );
    expect(statuses(ofA!)).toEqual([201, 201, 429, 429, 429]);
    expect(statuses(ofB!)).toEqual([201, 201, 201, 429, 429]);
  });

  test("does not hinder what creates no invoice", async () => {
    const { company, create, sale } = await withQuota(1);
    const { id } = (await create()).body.invoice;
    expect((await company.call(`PATCH /invoices/${id}`, { body: { notes: "x" } })).status).toBe(200);
    expect((await company.call(`POST /invoices/${id}/issue`)).status).toBe(200);
    expect(await sale()).toEqual(expect.any(Number));
  });

  test("can be raised and lifted in the middle of a month", async () => {
    const { company, create } = await withQuota(1);
    await create();
    const set = (quotaInvoices: number | null) =>
      inTransaction(service.context.db, (tx) => setPlan({ tx, now: noon }, company.id, { quotaInvoices }));
    await set(2);
    expect([(await create()).status, (await create()).status]).toEqual([201, 429]);
    await set(null);
    expect((await create()).status).toBe(201);
    await set(1);
    const { status, body } = await create();
    expect([status, body.limit, body.used]).toEqual([429, 1, 3]);
  });
});

describe("POST /sales/{id}/invoice", () => {
  test("counts like any other way, and refused leaves the sale open", async () => {
    const { company, create, sale } = await withQuota(2);
    const [first, second] = [await sale(), await sale()];
    expect((await company.call(`POST /sales/${first}/invoice`)).status).toBe(201);
    expect((await create()).status).toBe(201);
    const { status, body, headers } = await company.call(`POST /sales/${second}/invoice`);
    expect([status, body.code, body.limit, body.used]).toEqual([429, "quota_exceeded", 2, 2]);
    expect(headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await company.call(`GET /sales/${second}`)).body.sale).toMatchObject({
      status: "open",
      invoice_id: null,
    });
  });

  test("shares the quota with drafts made at the same time", async () => {
    const { company, create, sale } = await withQuota(3);
    const sales = [await sale(), await sale(), await sale(), await sale()];
    const replies = await Promise.all([
      ...sales.map((id) => company.call(`POST /sales/${id}/invoice`)),
      ...Array.from({ length: 4 }, () => create()),
    ]);
    expect(statuses(replies)).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    expect(await countOf(company)).toBe(3);
  });
});

describe("the order of checks: 429 comes before 404 and 422", () => {
  test("for a customer that is none", async () => {
    const { create } = await withQuota(0);
    expect((await create({ customer_id: 0 })).status).toBe(429);
  });

  test("for a faulty body", async () => {
    const { create } = await withQuota(0);
    expect((await create({ lines: [] })).status).toBe(429);
  });

  test("for a sale that is none", async () => {
    const { company } = await withQuota(0);
    expect((await company.call("POST /sales/9007199254740991/invoice")).status).toBe(429);
  });
});
