import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { setProfile } from "../../tenancy/companies/service.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  company = await service.company();
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 1, unit_price: 100, tax_rate: 7.5 }];
const abroad = { currency: "USD", invoice_date: "2026-11-15", lines };
const setRate = (body: object, by = company) => by.call("POST /exchange_rates", { body });
const issue = async (id: number) => (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
const issued = async (fields: object = {}) => issue((await company.draft({ ...abroad, ...fields })).id);
const get = async (id: number) => (await company.call(`GET /invoices/${id}`)).body.invoice;
const changeCurrency = (currency: string) =>
  inTransaction(service.context.db, (tx) =>
    setProfile({ tx, now: service.clock.now() }, company.id, { currency }),
  );
const none = {
  accounting_currency: "NGN",
  exchange_rate: null,
  tax_total_accounting: null,
  total_accounting: null,
};
const at = (exchange_rate: number, tax_total_accounting: number, total_accounting: number) => ({
  accounting_currency: "NGN",
  exchange_rate,
  tax_total_accounting,
  total_accounting,
});

describe("an invoice in the company's own currency", () => {
  test("has the rate 1 and its own totals, as a draft and issued", async () => {
    const draft = await company.draft({ lines });
    expect(draft).toMatchObject(at(1, 7.5, 107.5));
    expect(await get(draft.id)).toMatchObject(at(1, 7.5, 107.5));
    expect(await issue(draft.id)).toMatchObject(at(1, 7.5, 107.5));
  });

  test("accepts no other rate than 1", async () => {
    const body = { customer_id: await company.customer(), lines, exchange_rate: 2 };
    const refused = await company.call("POST /invoices", { body });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          field: "exchange_rate",
          message: "must be 1 or left out, because NGN is the company's own currency",
        },
      ],
    ]);
    const same = await company.call("POST /invoices", { body: { ...body, exchange_rate: "1.0" } });
    expect(same.body.invoice).toMatchObject(at(1, 7.5, 107.5));
  });
});

describe("a rate that is given", () => {
  test("holds for the draft, follows its lines, and is fixed at issue", async () => {
    await setRate({ currency: "USD", date: "2026-11-15", rate: 1 });
    const draft = await company.draft({ ...abroad, exchange_rate: "1534.2500" });
    expect(draft).toMatchObject(at(1534.25, 11506.88, 164931.88));
    const patch = (body: object) => company.call(`PATCH /invoices/${draft.id}`, { body });
    const twice = await patch({ lines: [{ ...lines[0], quantity: 2 }] });
    expect(twice.body.invoice).toMatchObject(at(1534.25, 23013.75, 329863.75));
    expect(await issue(draft.id)).toMatchObject(at(1534.25, 23013.75, 329863.75));
    expect((await patch({ exchange_rate: 2 })).status).toBe(422);
    expect(await get(draft.id)).toMatchObject(at(1534.25, 23013.75, 329863.75));
  });

  test("is removed by null, and by another currency", async () => {
    const { id } = await company.draft({ ...abroad, exchange_rate: 1500 });
    const patch = async (body: object) =>
      (await company.call(`PATCH /invoices/${id}`, { body })).body.invoice;
    expect(await patch({ exchange_rate: null })).toMatchObject(none);
    expect(await patch({ exchange_rate: 1600 })).toMatchObject({ exchange_rate: 1600 });
    expect(await patch({ currency: "EUR" })).toMatchObject({ currency: "EUR", ...none });
    expect(await patch({ currency: "GBP", exchange_rate: 2000 })).toMatchObject({ exchange_rate: 2000 });
    expect(await patch({ currency: "NGN" })).toMatchObject(at(1, 7.5, 107.5));
    expect(await patch({ currency: "USD" })).toMatchObject(none);
  });

  test.each([
    [0, "must be more than 0"],
    [-1, "must be more than 0"],
    ["1.00000000001", "must have at most 10 decimals"],
    ["many", "must be a decimal number, such as 1500.50"],
    [99_999_999_999_999, "gives an amount in NGN with more than 15 digits, which can't be stored exactly"],
  ])("of %s is refused", async (exchange_rate, message) => {
    const body = { customer_id: await company.customer(), ...abroad, exchange_rate };
    const refused = await company.call("POST /invoices", { body });
    expect([refused.status, refused.body.errors]).toEqual([422, [{ field: "exchange_rate", message }]]);
  });

  test("does not hold for another accounting currency", async () => {
    const { id } = await company.draft({ ...abroad, exchange_rate: 1500 });
    await changeCurrency("EUR");
    expect(await get(id)).toMatchObject({ ...none, accounting_currency: "EUR" });
    expect(await issue(id)).toMatchObject({ ...none, accounting_currency: "EUR" });
  });
});

describe("without a rate that is given", () => {
  test("the newest on or before the date of the invoice is taken, and a draft does not show it", async () => {
    for (const [date, rate] of [
      ["2026-11-12", 1400],
      ["2026-11-13", "1534.25"],
      ["2026-11-16", 1700],
    ])
      await setRate({ currency: "USD", date, rate });
    await setRate({ currency: "EUR", date: "2026-11-15", rate: 1800 });
    const draft = await company.draft(abroad);
    expect(draft).toMatchObject(none);
    expect(await issue(draft.id)).toMatchObject(at(1534.25, 11506.88, 164931.88));
    expect(await issued({ invoice_date: "2026-11-16" })).toMatchObject({ exchange_rate: 1700 });
    expect(await issued({ invoice_date: "2026-11-11" })).toMatchObject(none);
  });

  test("one that is more than 31 days old is not taken", async () => {
    await setRate({ currency: "USD", date: "2026-10-15", rate: 1500 });
    expect(await issued({ invoice_date: "2026-11-15" })).toMatchObject({ exchange_rate: 1500 });
    expect(await issued({ invoice_date: "2026-11-16" })).toMatchObject(none);
  });

  test("one that gives too many digits is not taken, and nothing is refused", async () => {
    await setRate({ currency: "USD", date: "2026-11-15", rate: 99_999_999_999_999 });
    expect(await issued()).toMatchObject({ status: "open", ...none });
  });

  test("another company's rates are not", async () => {
    const other = await service.company();
    await setRate({ currency: "USD", date: "2026-11-15", rate: 1500 }, other);
    expect(await issued()).toMatchObject({ status: "open", ...none });
  });

  test("rates to an earlier accounting currency are not", async () => {
    await setRate({ currency: "USD", date: "2026-11-15", rate: 1500 });
    await changeCurrency("EUR");
    expect(await issued()).toMatchObject({ ...none, accounting_currency: "EUR" });
  });

  test("a payment that issues a draft takes it too", async () => {
    await setRate({ currency: "USD", date: "2026-11-15", rate: 1500 });
    const { id } = await company.draft(abroad);
    const paid = await company.call("POST /payments", { body: { invoice_id: id, amount: 10 } });
    expect(paid.body.invoice).toMatchObject({ status: "partially_paid", ...at(1500, 11250, 161250) });
  });

  test.each([
    ["JPY", "0.6525", 5, 70],
    ["KWD", "0.3072500", 2.304, 33.029],
    ["CLF", "0.0251", 0.1883, 2.6983],
  ])("amounts have the digits of %s", async (currency, rate, tax, total) => {
    company = await service.company({ profile: { currency } });
    await setRate({ currency: "USD", date: "2026-11-15", rate });
    expect(await issued()).toMatchObject({
      ...at(Number(rate), tax, total),
      accounting_currency: currency,
    });
  });
});

describe("what is issued", () => {
  test("keeps its rate whatever happens to the company's rates and currency", async () => {
    const { body } = await setRate({ currency: "USD", date: "2026-11-15", rate: 1500 });
    const { id } = await issued();
    const own = await issue((await company.draft({ lines })).id);
    const unknown = await issued({ currency: "GBP" });
    await setRate({ currency: "USD", date: "2026-11-15", rate: 1600 });
    await setRate({ currency: "GBP", date: "2026-11-15", rate: 2000 });
    await company.call(`DELETE /exchange_rates/${body.exchange_rate.id}`);
    await changeCurrency("USD");
    expect(await get(id)).toMatchObject(at(1500, 11250, 161250));
    expect(await get(own.id)).toMatchObject(at(1, 7.5, 107.5));
    expect(await get(unknown.id)).toMatchObject(none);
    const { invoices } = (await company.call("GET /invoices")).body;
    expect(invoices.map((invoice: { exchange_rate: number | null }) => invoice.exchange_rate)).toEqual([
      null,
      1,
      1500,
    ]);
  });

  test("before invoices had an accounting currency keeps the one of its time", async () => {
    const { id } = await issue((await company.draft({ lines })).id);
    // As an earlier version issued it.
    await inTransaction(service.context.db, async (tx) => {
      await tx.query("set local session_replication_role = replica");
      await tx.query(
        `update invoices set accounting_currency = null, exchange_rate = null, tax_total_accounting = null,
           total_accounting = null where company_id = $1 and id = $2`,
        [company.id, id],
      );
    });
    expect(await get(id)).toMatchObject(at(1, 7.5, 107.5));
    await changeCurrency("USD");
    expect(await get(id)).toMatchObject(at(1, 7.5, 107.5));
  });

  test("has credit notes with its rate", async () => {
    await setRate({ currency: "USD", date: "2026-11-15", rate: 1500 });
    const { id } = await issued();
    await setRate({ currency: "USD", date: "2026-11-15", rate: 1600 });
    const credit = (body?: object, of = id) =>
      company.call(`POST /invoices/${of}/credit_notes`, body ? { body } : {});
    const part = await credit({ lines: [{ ...lines[0], unit_price: 10 }] });
    expect(part.body.credit_note).toMatchObject(at(1500, 1125, 16125));
    const own = await issue((await company.draft({ lines })).id);
    expect((await credit(undefined, own.id)).body.credit_note).toMatchObject(at(1, 7.5, 107.5));
    const unknown = await issued({ currency: "GBP" });
    expect((await credit(undefined, unknown.id)).body.credit_note).toMatchObject(none);
    await changeCurrency("USD");
    const listed = (await company.call("GET /credit_notes")).body.credit_notes;
    expect(listed.map((note: { exchange_rate: number | null }) => note.exchange_rate)).toEqual([
      null,
      1,
      1500,
    ]);
    expect(listed[0].accounting_currency).toBe("NGN");
  });
});

test("a draft that is voided keeps the accounting currency of its time", async () => {
  const { id } = await company.draft(abroad);
  const voided = (await company.call(`POST /invoices/${id}/void`)).body.invoice;
  expect(voided).toMatchObject({ status: "void", ...none });
  await changeCurrency("USD");
  expect(await get(id)).toMatchObject(none);
});

test("the invoice of a sale takes its rate at issue", async () => {
  await setRate({ currency: "USD", date: "2026-11-15", rate: 1500 });
  const body = { customer_id: await company.customer(), currency: "USD", lines };
  const { sale } = (await company.call("POST /sales", { body })).body;
  const { invoice } = (await company.call(`POST /sales/${sale.id}/invoice`)).body;
  expect(invoice).toMatchObject(none);
  expect(await issue(invoice.id)).toMatchObject(at(1500, 11250, 161250));
});
