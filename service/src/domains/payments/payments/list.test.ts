import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { checkedRowsMax } from "../../../platform/db/lists/page.ts";
import { insertPayments } from "./list.fixture.ts";
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

  test("of one customer, by id and external_id, and by method; also what is allocated later", async () => {
    const shop = await service.company();
    const made: Record<string, number> = {};
    for (const external_id of ["ada", "ben"]) {
      const customer_id = await shop.customer({ external_id });
      const { id } = await shop.draft({ customer_id });
      await shop.call(`POST /invoices/${id}/issue`);
      for (const method of ["cash", "card"]) {
        const { payment } = (await pay(shop, { invoice_id: id, amount: 10, method })).body;
        made[`${external_id} ${method}`] = payment.id;
      }
      made[external_id] = customer_id;
      made[`invoice of ${external_id}`] = id;
    }
    const loose = await shop.recordPayment(7);
    const found = async (query: string) =>
      (await shop.call(`GET /payments?${query}`)).body.payments.map(({ id }: { id: number }) => id);
    expect(await found(`customer_id=${made.ada}`)).toEqual([made["ada card"], made["ada cash"]]);
    expect(await found("customer_external_id=ben")).toEqual([made["ben card"], made["ben cash"]]);
    expect(await found("customer_external_id=nobody")).toEqual([]);
    expect(await found("method=cash")).toEqual([made["ben cash"], made["ada cash"]]);
    expect(await found("method=Cash")).toEqual([]);
    expect(await found(`method=card&customer_id=${made.ben}&include=total_count`)).toEqual([
      made["ben card"],
    ]);
    await shop.call(`POST /payments/${loose}/allocate`, {
      body: { invoice_id: made["invoice of ada"], amount: 5 },
    });
    expect(await found(`customer_id=${made.ada}&method=card`)).toEqual([loose, made["ada card"]]);
    expect((await company.call(`GET /payments?customer_id=${made.ada}`)).body.payments).toEqual([]);
  });

  test("by when they were paid, both ends included, whatever the order in which they were recorded", async () => {
    const shop = await service.company();
    const { id: invoice_id } = await issued(shop);
    const paid: number[] = [];
    for (const paid_at of ["2026-11-03", "2026-11-01T10:00:00Z", "2026-11-02"])
      paid.push((await pay(shop, { invoice_id, amount: 10, paid_at })).body.payment.id);
    const found = async (query: string) =>
      (await shop.call(`GET /payments?${query}`)).body.payments.map(({ id }: { id: number }) => id);
    expect(await found("paid_from=2026-11-02")).toEqual([paid[2], paid[0]]);
    expect(await found("sort=-paid_at&paid_from=2026-11-02")).toEqual([paid[0], paid[2]]);
    expect(await found("paid_to=2026-11-02")).toEqual([paid[2], paid[1]]);
    expect(await found("paid_from=2026-11-01T10:00:00Z&paid_to=2026-11-01T10:00:00Z")).toEqual([paid[1]]);
    expect(await found("paid_from=2026-11-01T10:00:00.001Z&paid_to=2026-11-01")).toEqual([]);
  });

  test("is refused where neither filter alone is enough to find a page, and not where one is", async () => {
    const shop = await service.company();
    const [one, other] = [await shop.draft(), await shop.draft()];
    await insertPayments(service, shop, one.id, checkedRowsMax + 1);
    await insertPayments(service, shop, other.id, checkedRowsMax + 1, "card");
    const rare = (await pay(shop, { invoice_id: other.id, amount: 1, method: "cheque" })).body.payment.id;
    const ask = async (query: string) => (await shop.call(`GET /payments?${query}`)).body;
    const { code } = await ask(`customer_id=${one.customer_id}&method=card`);
    expect(code).toBe("query_too_broad");
    expect(await ask("paid_to=2001-01-01")).toMatchObject({
      code: "query_too_broad",
      errors: [{ field: "sort", message: expect.stringContaining("sort=-paid_at") }, {}, {}],
    });
    expect((await ask("paid_to=2001-01-01&sort=-paid_at")).payments).toEqual([]);
    expect((await ask(`customer_id=${one.customer_id}&paid_to=2001-01-01`)).code).toBe("query_too_broad");
    expect((await ask(`customer_id=${one.customer_id}&method=cheque`)).payments).toEqual([]);
    const { payments } = await ask(`customer_id=${other.customer_id}&method=cheque`);
    expect(payments).toMatchObject([{ id: rare }]);
    const page = await ask(`customer_id=${one.customer_id}&method=cash&limit=2&include=total_count`);
    expect(page.payments).toHaveLength(2);
  });

  test("by when they were recorded, both ends included", async () => {
    const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000).toISOString();
    expect(await listed(`created_from=${at(1)}&created_to=${at(3)}`)).toEqual([ids[3], ids[2], ids[1]]);
    expect(await listed("created_to=2026-11-14")).toEqual([]);
    expect(await listed("created_from=2026-11-15&created_to=2026-11-15")).toHaveLength(5);
  });

  test.each([
    "invoice_id=x",
    "customer_id=x",
    "paid_from=soon",
    "limit=0",
    "limit=101",
    "include=lines",
    "cursor=x",
    "created_from=soon",
  ])("422 for %s", async (query) => {
    expect((await company.call(`GET /payments?${query}`)).status).toBe(422);
  });
});
