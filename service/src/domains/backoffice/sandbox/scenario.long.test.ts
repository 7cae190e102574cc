import Big from "big.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const load = (company: TestCompany, headers: Record<string, string> = {}) =>
  company.call("POST /sandbox/scenarios", { body: { scenario: "six_months" }, headers });

// biome-ignore lint/suspicious/noExplicitAny: the records of every list
type Listed = Record<string, any>;
async function all(company: TestCompany, noun: string): Promise<Listed[]> {
  const { body } = await company.call(`GET /${noun}?limit=100`);
  expect(body.pagination.has_more).toBe(false);
  return body[noun];
}
const nouns = [
  "customers",
  "products",
  "invoices",
  "payments",
  "credit_notes",
  "quotes",
  "recurring_invoices",
  "exchange_rates",
] as const;
const countsOf = async (company: TestCompany) => {
  const counts: Record<string, number> = {};
  for (const noun of nouns) counts[noun] = (await all(company, noun)).length;
  return counts;
};
const nothing = Object.fromEntries(nouns.map((noun) => [noun, 0]));
const sum = (amounts: number[]) =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed(2);
const statesOf = (records: Listed[]) => [...new Set(records.map(({ status }) => status))].sort();

describe("the scenario six_months", () => {
  test("makes the records that it counts, in every state, and none for another company", async () => {
    const [company, other] = [await service.company(), await service.company()];
    const { status, body } = await load(company);
    expect([status, body.scenario.name]).toEqual([201, "six_months"]);
    expect(body.scenario).toMatchObject(await countsOf(company));
    expect(body.scenario).toMatchObject({
      invoices: 60,
      payments: 38,
      credit_notes: 11,
      recurring_invoices: 3,
      exchange_rates: 27,
    });
    expect(await countsOf(other)).toEqual(nothing);

    const invoices = await all(company, "invoices");
    expect(statesOf(invoices)).toEqual(["draft", "open", "paid", "partially_paid", "uncollectible", "void"]);
    expect(statesOf(await all(company, "quotes"))).toEqual(["accepted", "declined", "draft", "sent"]);
    expect(new Set(invoices.map(({ overdue }) => overdue))).toEqual(new Set([true, false]));
    const dates = invoices.map(({ invoice_date }) => invoice_date as string).sort();
    expect([dates[0], dates.at(-1)]).toEqual([body.scenario.from, body.scenario.to]);
    expect(dates.at(-1)).toBe(dateIn("Africa/Lagos", service.context.clock.now()));
    expect(dates[0]! <= addDays(dates.at(-1)!, -170)).toBe(true);
    expect(new Set(dates.map((date) => date.slice(0, 7))).size).toBeGreaterThanOrEqual(6);
  });

  test("makes amounts that add up: payments and credit notes are those of the invoices", async () => {
    const company = await service.company();
    await load(company);
    const [invoices, payments, notes] = [
      await all(company, "invoices"),
      await all(company, "payments"),
      await all(company, "credit_notes"),
    ];
    expect(sum(payments.map(({ amount }) => amount))).toBe(sum(invoices.map((each) => each.amount_paid)));
    expect(sum(notes.map(({ total }) => total))).toBe(sum(invoices.map((each) => each.amount_credited)));
    for (const each of invoices) {
      if (!["open", "partially_paid", "paid"].includes(each.status)) continue;
      const { amount_paid, amount_credited, credit_applied, amount_due } = each;
      expect(sum([amount_paid, amount_credited, credit_applied, amount_due])).toBe(
        sum([each.total, each.credit_applied_elsewhere, each.amount_to_refund]),
      );
    }
    const today = dateIn("Africa/Lagos", service.context.clock.now());
    expect(payments.filter(({ paid_at }) => dateIn("Africa/Lagos", new Date(paid_at)) > today)).toEqual([]);
  });

  test("has discounts, charges, prices that include tax, and credit that paid for other invoices", async () => {
    const company = await service.company();
    await load(company);
    for (const noun of ["invoices", "quotes"] as const) {
      const { body } = await company.call(`GET /${noun}?limit=100&include=lines`);
      const records: Listed[] = body[noun];
      const lines = records.flatMap((record) => record.lines as Listed[]);
      for (const has of [
        records.some(({ discounts }) => discounts.length > 0),
        records.some(({ charges }) => charges.length > 0),
        records.some(({ prices_include_tax }) => prices_include_tax),
        lines.some(({ discounts }) => discounts.length > 0),
      ]) {
        expect([noun, has]).toEqual([noun, true]);
      }
    }
    const invoices = await all(company, "invoices");
    const applied = sum(invoices.map(({ credit_applied }) => credit_applied));
    expect(Number(applied)).toBeGreaterThan(0);
    expect(applied).toBe(sum(invoices.map(({ credit_applied_elsewhere }) => credit_applied_elsewhere)));
    expect(invoices.some(({ amount_to_refund }) => amount_to_refund > 0)).toBe(true);
  });

  test("has invoices in another currency, each at a rate of the week before it, and none without a rate", async () => {
    const company = await service.company();
    await load(company);
    const invoices = await all(company, "invoices");
    const abroad = invoices.filter(({ currency }) => currency === "USD");
    expect(abroad).toHaveLength(4);
    const rates = await all(company, "exchange_rates");
    for (const { exchange_rate, accounting_currency, invoice_date, total_accounting } of abroad) {
      const of = rates.find(({ date }) => date <= invoice_date && date > addDays(invoice_date, -7));
      expect([exchange_rate, accounting_currency]).toEqual([of?.rate, "NGN"]);
      expect(total_accounting).toBeGreaterThan(4_000_000);
    }
    const elsewhere = await service.company({ profile: { currency: "JPY" } });
    expect((await load(elsewhere)).body.scenario).toMatchObject({ exchange_rates: 0, invoices: 60 });
    expect(new Set((await all(elsewhere, "invoices")).map(({ currency }) => currency))).toEqual(
      new Set(["JPY"]),
    );
  });

  test("has invoices from which tax was withheld, and one of their certificates is still missing", async () => {
    const company = await service.company();
    await load(company);
    const withheld = (await all(company, "invoices")).filter(({ withholding }) => withholding !== null);
    expect(withheld).toHaveLength(4);
    for (const { total, withholding_amount, amount_payable, status } of withheld) {
      expect([status, amount_payable]).toEqual(["paid", 0]);
      expect(withholding_amount).toBeGreaterThan(0);
      expect(withholding_amount).toBeLessThan(total);
    }
    const payments = await all(company, "payments");
    const certificates = payments.filter(({ method }) => method === "withholding_tax");
    expect(sum(certificates.map(({ amount }) => amount))).toBe(
      sum(withheld.map(({ withholding_amount }) => withholding_amount)),
    );
    expect(certificates.filter(({ certificate_number }) => certificate_number === null)).toHaveLength(1);
  });

  test("is loaded once for one Idempotency-Key, and once more for another", async () => {
    const company = await service.company();
    const first = await load(company, { "idempotency-key": "one" });
    const again = await load(company, { "idempotency-key": "one" });
    expect(again.body).toEqual(first.body);
    expect(await all(company, "customers")).toHaveLength(20);
    expect((await load(company, { "idempotency-key": "two" })).status).toBe(201);
    expect(await all(company, "customers")).toHaveLength(40);
  });

  test("is refused as a whole where the quota has no room for all its invoices", async () => {
    const company = await service.company({ quotaInvoices: 5 });
    const { status, body } = await load(company);
    expect([status, body.code]).toEqual([429, "quota_exceeded"]);
    expect(await countsOf(company)).toEqual(nothing);
  });

  test("records everything at its time in these months, with events in the order of time", async () => {
    const company = await service.company();
    await load(company);
    const [invoices, payments, notes, customers] = [
      await all(company, "invoices"),
      await all(company, "payments"),
      await all(company, "credit_notes"),
      await all(company, "customers"),
    ];
    const now = service.context.clock.now();
    const dayOf = (moment: string) => dateIn("Africa/Lagos", new Date(moment));
    const today = dateIn("Africa/Lagos", now);
    for (const { invoice_date, created_at, issued_at, paid_at, voided_at, status } of invoices) {
      expect(dayOf(created_at)).toBe(invoice_date);
      expect(issued_at === null ? status : dayOf(issued_at)).toBe(
        issued_at === null ? "draft" : invoice_date,
      );
      for (const later of [issued_at, paid_at, voided_at].filter(Boolean)) {
        expect(later >= created_at && new Date(later) <= now).toBe(true);
      }
    }
    expect(payments.filter(({ created_at, paid_at }) => created_at !== paid_at)).toEqual([]);
    const monthsOf = (records: Listed[]) =>
      new Set(records.map(({ created_at }) => created_at.slice(0, 7))).size;
    expect([monthsOf(payments) >= 5, monthsOf(notes) >= 4]).toEqual([true, true]);
    expect(customers.every(({ created_at }) => dayOf(created_at) < addDays(today, -170))).toBe(true);
    const numbered = invoices.filter(({ number }) => number).sort((a, b) => (a.number < b.number ? -1 : 1));
    const issues = numbered.map(({ issued_at }) => issued_at);
    expect(issues).toEqual(issues.toSorted());
    const times: string[] = [];
    for (let after = 0; ; ) {
      const { events, pagination } = (await company.call(`GET /events?limit=100&after=${after}`)).body;
      times.push(...events.map(({ created_at }: Listed) => created_at));
      after = events.at(-1).sequence;
      if (!pagination.has_more) break;
    }
    expect(times.length).toBeGreaterThan(200);
    expect(times).toEqual(times.toSorted());
  });

  test("never puts an event before one that the company has already", async () => {
    const company = await service.company();
    const { created_at } = (await company.call("POST /customers", { body: { name: "First" } })).body.customer;
    await load(company);
    const invoices = await all(company, "invoices");
    expect(invoices.filter((each) => each.created_at < created_at)).toEqual([]);
    expect(invoices.some(({ invoice_date }) => invoice_date < created_at.slice(0, 10))).toBe(true);
    const paid = (await all(company, "payments")).map(({ paid_at }) => paid_at as string);
    expect(paid.some((moment) => moment < created_at)).toBe(true);
  });

  test("follows the company's clock", async () => {
    const company = await service.company();
    await company.call("POST /sandbox/clock", { body: { advance: "P400D" } });
    const { now } = (await company.call("GET /sandbox/clock")).body.clock;
    expect((await load(company)).body.scenario.to).toBe(dateIn("Africa/Lagos", new Date(now)));
  });

  test("must be one that exists, and needs the scope and all features of its records", async () => {
    const company = await service.company();
    const unknown = await company.call("POST /sandbox/scenarios", { body: { scenario: "ten_years" } });
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([422, "scenario"]);
    const without = await service.company({ scopes: ["invoices:write"] });
    expect((await load(without)).body).toMatchObject({ code: "scope_missing", scope: "sandbox" });
    const unpaid = await service.company({ disable: ["payments"] });
    expect((await load(unpaid)).body.code).toBe("feature_disabled");
  });
});
