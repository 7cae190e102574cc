import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { setPlan } from "../../tenancy/plans/service.ts";
import { eventsOf, link, statusCounts, times } from "../payments/money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
beforeEach(() => service.clock.set(noon));
afterAll(() => service.close());

const withQuota = (quotaPaymentLinks: number) => service.company({ quotaPaymentLinks });
const create = (company: TestCompany, headers: Record<string, string> = {}) =>
  link(company, { amount: 1 }, headers);
const setQuota = (company: TestCompany, quotaPaymentLinks: number | null) =>
  inTransaction(service.context.db, (tx) => setPlan({ tx, now: noon }, company.id, { quotaPaymentLinks }));

describe("the monthly quota of payment links", () => {
  test("of 7 lets exactly 7 of 40 at once through; the others are 429 and leave nothing behind", async () => {
    const company = await withQuota(7);
    expect(statusCounts(await times(40, () => create(company)))).toEqual({ 201: 7, 429: 33 });
    expect((await company.call("GET /payments/links")).body.payment_links).toHaveLength(7);
    expect(await eventsOf(company)).toHaveLength(7);
    expect((await create(company)).status).toBe(429);
  });

  test("tells limit, use, and when it starts anew, also in Retry-After", async () => {
    const company = await withQuota(1);
    await create(company);
    const { status, headers, body } = await create(company);
    const resets_at = "2026-11-30T23:00:00.000Z";
    expect(status).toBe(429);
    expect(body).toEqual({
      success: false,
      error: expect.stringContaining("Your plan allows 1 payment link per month"),
      code: "quota_exceeded",
      quota: "payment_links",
      limit: 1,
      used: 1,
      resets_at,
      request_id: headers.get("x-request-id"),
    });
    expect(headers.get("retry-after")).toBe(String((Date.parse(resets_at) - noon.getTime()) / 1000));
  });

  test("is not given back by cancelling or by expiry", async () => {
    const company = await withQuota(2);
    const { reference } = (await create(company)).body;
    await company.call(`POST /payments/links/${reference}/cancel`);
    await create(company);
    service.clock.advance(25 * 60 * 60_000);
    expect((await create(company)).status).toBe(429);
  });

  test("is not used up by what is refused, nor by the same Idempotency-Key again", async () => {
    const company = await withQuota(2);
    expect((await link(company, { amount: 0.001 })).status).toBe(422);
    expect((await link(company, { amount: 1, invoice_id: 0 })).status).toBe(404);
    const keyed = await times(5, () => create(company, { "idempotency-key": "k" }));
    expect(statusCounts(keyed)).toEqual({ 201: 5 });
    expect((await create(company)).status).toBe(201);
    expect((await create(company)).status).toBe(429);
    expect((await create(company, { "idempotency-key": "k" })).status).toBe(201);
  });

  test("is told before a faulty body and an invoice that is none", async () => {
    const company = await withQuota(0);
    for (const body of [{}, { amount: -1 }, { amount: 1, invoice_id: 0 }, { amount: 1, phone: "x" }]) {
      expect([body, (await link(company, body)).status]).toEqual([body, 429]);
    }
  });

  test("a 429 is not kept under its Idempotency-Key; raised in the middle of the month, there is room", async () => {
    const company = await withQuota(1);
    await create(company);
    expect((await create(company, { "idempotency-key": "k" })).status).toBe(429);
    await setQuota(company, 2);
    expect((await create(company, { "idempotency-key": "k" })).status).toBe(201);
    await setQuota(company, null);
    expect((await create(company)).status).toBe(201);
    await setQuota(company, 1);
    expect((await create(company)).body).toMatchObject({ code: "quota_exceeded", limit: 1, used: 3 });
  });

  test("raised while many ask at once gives nobody a fault", async () => {
    const company = await withQuota(0);
    const replies = await Promise.all([
      times(30, () => create(company)),
      ...Array.from({ length: 10 }, (_, index) => setQuota(company, index + 1)),
    ]);
    const counts = statusCounts(replies[0]);
    expect(Object.keys(counts).filter((status) => !["201", "429"].includes(status))).toEqual([]);
    const [{ used }] = (await service.context.db.query(
      "select payment_links_used as used from company_counters where company_id = $1",
      [company.id],
    )) as [{ used: number }];
    expect(used).toBe(counts[201] ?? 0);
  });

  test("starts anew with the month where the company is, and not before", async () => {
    const company = await withQuota(1);
    service.clock.set(new Date("2026-11-30T22:59:59.999Z"));
    expect([(await create(company)).status, (await create(company)).status]).toEqual([201, 429]);
    service.clock.set(new Date("2026-11-30T23:00:00.000Z"));
    expect([(await create(company)).status, (await create(company)).status]).toEqual([201, 429]);
  });

  test("starts anew also when an invoice is the first thing in the new month", async () => {
    const company = await withQuota(1);
    expect((await create(company)).status).toBe(201);
    service.clock.set(new Date("2026-12-01T11:00:00.000Z"));
    await company.draft();
    expect([(await create(company)).status, (await create(company)).status]).toEqual([201, 429]);
  });

  test("and that of invoices are two: neither counts for the other, nor starts it anew", async () => {
    const company = await service.company({ quotaInvoices: 1, quotaPaymentLinks: 1 });
    await company.draft();
    expect((await create(company)).status).toBe(201);
    await expect(company.draft()).rejects.toThrow("quota_exceeded");
    expect((await create(company)).status).toBe(429);
    service.clock.set(new Date("2026-12-01T11:00:00.000Z"));
    expect((await create(company)).status).toBe(201);
    await company.draft();
    await expect(company.draft()).rejects.toThrow("quota_exceeded");
    expect((await create(company)).status).toBe(429);
  });

  test("does not count what is only read or cancelled", async () => {
    const company = await withQuota(1);
    const { reference } = (await create(company)).body;
    expect((await company.call(`GET /payments/links/${reference}`)).status).toBe(200);
    expect((await company.call(`POST /payments/links/${reference}/cancel`)).status).toBe(200);
  });
});
