import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { credit, issued, pay } from "../../payments/payments/money.fixture.ts";
import { setProfile } from "../../tenancy/companies/service.ts";
import { groupings } from "./sales.ts";

let service: TestService;
let company: TestCompany;
const start = new Date("2026-11-15T11:00:00.000Z");
beforeAll(async () => {
  service = await startService({ now: start });
});
beforeEach(async () => {
  service.clock.set(start);
  company = await service.company();
});
afterAll(() => service.close());

type Row = Record<string, number> & { group_id: number | null; currency: string };
type Answer = { rows: Row[]; totals: Row[]; totals_accounting: Row[] };
const reportOf = async (name: string, query = ""): Promise<Answer> =>
  (await company.call(`GET /reports/${name}${query}`)).body;
const period = "?from=2026-11-01&to=2026-12-31";
const cents = (rows: readonly Row[], name: string) =>
  rows.reduce((sum, row) => sum + Math.round(row[name]! * 100), 0);
const net = (document: { total_accounting: number; tax_total_accounting: number }) =>
  Math.round((document.total_accounting - document.tax_total_accounting) * 100);

/** Prices whose thirds round up or down, so that parts rounded by themselves would not add up. */
const lines = (productId?: number) => [
  {
    description: "Work",
    quantity: 3,
    unit_price: 33.333333,
    tax_rate: 7.5,
    ...(productId && { product_id: productId }),
  },
  { description: "Travel", quantity: 7, unit_price: 0.07, tax_rate: 19 },
  { description: "Advice", quantity: 1, unit_price: 20.02, tax_rate: 0 },
];

describe("sales in the accounting currency", () => {
  test.each(groupings)("by %s add up to what each document says", async (group_by) => {
    const { product } = (await company.call("POST /products", { body: { name: "Hours" } })).body;
    const abroad = { currency: "USD", exchange_rate: "1533.333333" };
    const invoices = [
      await issued(company, { ...abroad, lines: lines(product.id), discounts: [{ percent: 3.3333 }] }),
      await issued(company, { ...abroad, lines: lines(product.id), prices_include_tax: true }),
      await issued(company, { lines: lines(product.id), charges: [{ amount: 1.01 }] }),
    ];
    const { credit_note: note } = (await credit(company, invoices[0].id, { lines: lines().slice(1) })).body;
    await issued(company, { currency: "USD", lines: lines() });
    const { rows, totals, totals_accounting } = await reportOf("sales", `${period}&group_by=${group_by}`);
    const expected = {
      net_accounting: invoices.reduce((sum, each) => sum + net(each), -net(note)),
      tax_accounting: invoices.reduce(
        (sum, each) => sum + Math.round(each.tax_total_accounting * 100),
        -Math.round(note.tax_total_accounting * 100),
      ),
    };
    for (const [name, amount] of Object.entries(expected)) {
      expect([name, cents(rows, name), cents(totals, name)]).toEqual([name, amount, amount]);
    }
    const total = expected.net_accounting + expected.tax_accounting;
    expect(cents(rows, "total_accounting")).toBe(total);
    expect(totals_accounting).toEqual([
      {
        accounting_currency: "NGN",
        net: expected.net_accounting / 100,
        tax: expected.tax_accounting / 100,
        total: total / 100,
        without_rate: 1,
      },
    ]);
    const home = rows.filter(({ currency }) => currency === "NGN");
    expect(cents(home, "total_accounting")).toBe(cents(home, "total"));
  });

  test("leave what a void takes back at the rate of its invoice", async () => {
    const invoice = await issued(company, { currency: "USD", exchange_rate: 1500, lines: lines() });
    await company.call(`POST /invoices/${invoice.id}/void`);
    const { totals_accounting } = await reportOf("sales", period);
    expect(totals_accounting).toEqual([
      { accounting_currency: "NGN", net: 0, tax: 0, total: 0, without_rate: 0 },
    ]);
  });

  test("are never added up across accounting currencies, of which a company may choose another", async () => {
    await issued(company, { lines: lines() });
    await inTransaction(service.context.db, (tx) =>
      setProfile({ tx, now: start }, company.id, { currency: "EUR" }),
    );
    await issued(company, { currency: "NGN", exchange_rate: 0.0006, lines: lines() });
    const { totals_accounting, totals } = await reportOf("sales", period);
    expect(totals_accounting.map(({ accounting_currency, total }) => [accounting_currency, total])).toEqual([
      ["EUR", 0.08],
      ["NGN", 128.1],
    ]);
    expect(totals).toHaveLength(2);
  });

  test("taxes say what all currencies come to together, and count a document without a rate once", async () => {
    const invoice = await issued(company, { currency: "USD", exchange_rate: 1500, lines: lines() });
    await issued(company, { currency: "USD", lines: lines() });
    const { rows, totals_accounting } = await reportOf("taxes", period);
    expect(rows.map(({ without_rate }) => without_rate)).toEqual([1, 1, 1]);
    expect(totals_accounting).toEqual([
      {
        accounting_currency: "NGN",
        taxable: net(invoice) / 100,
        tax: invoice.tax_total_accounting,
        without_rate: 1,
      },
    ]);
  });
});

describe("receivables in the accounting currency", () => {
  const nothing = { not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, days_91_or_more: 0 };

  test("are what is due of each invoice at the rate that it has kept, by age", async () => {
    const customer_id = await company.customer();
    const make = (fields: object) =>
      issued(company, {
        customer_id,
        lines: [{ description: "x", quantity: 1, unit_price: 100 }],
        ...fields,
      });
    const dollars = { currency: "USD", invoice_date: "2026-10-01" };
    await make({ ...dollars, exchange_rate: 1500, due_date: "2026-11-20" });
    const late = await make({ ...dollars, exchange_rate: "1600.005", due_date: "2026-11-01" });
    await make({ ...dollars, due_date: "2026-11-01" });
    await make({});
    await pay(company, { invoice_id: late.id, amount: 99 });
    const { rows, totals_accounting } = await reportOf("receivables");
    expect(
      rows.map(({ currency, due, due_accounting, without_rate }) => [
        currency,
        due,
        due_accounting,
        without_rate,
      ]),
    ).toEqual([
      ["NGN", 100, 100, 0],
      ["USD", 201, 151_600.01, 1],
    ]);
    expect(totals_accounting).toEqual([
      {
        ...nothing,
        accounting_currency: "NGN",
        not_due: 150_100,
        days_1_30: 1600.01,
        due: 151_700.01,
        without_rate: 1,
      },
    ]);
  });

  test("of an earlier day are those of that day, also of what was settled since", async () => {
    const customer_id = await company.customer();
    const invoice = await issued(company, {
      customer_id,
      currency: "USD",
      exchange_rate: 1500,
      invoice_date: "2026-11-10",
      lines: [{ description: "x", quantity: 1, unit_price: 100 }],
    });
    await pay(company, { invoice_id: invoice.id, amount: 40, paid_at: "2026-11-12" });
    await pay(company, { invoice_id: invoice.id, amount: 60, paid_at: "2026-11-15" });
    const due = async (day: string) =>
      (await reportOf("receivables", `?as_of=${day}`)).totals_accounting.map((total) => total.due);
    expect([
      await due("2026-11-09"),
      await due("2026-11-11"),
      await due("2026-11-13"),
      await due("2026-11-15"),
    ]).toEqual([[], [150_000], [90_000], []]);
  });

  test("are those of the currency that the company has now, and count what has a rate to another", async () => {
    await issued(company, { currency: "USD", exchange_rate: 1500 });
    await issued(company, { currency: "EUR", exchange_rate: 1700 });
    await inTransaction(service.context.db, (tx) =>
      setProfile({ tx, now: start }, company.id, { currency: "EUR" }),
    );
    const { rows } = await reportOf("receivables");
    expect(
      rows.map(({ currency, accounting_currency, due, due_accounting, without_rate }) => [
        currency,
        accounting_currency,
        due_accounting === due,
        without_rate,
      ]),
    ).toEqual([
      ["EUR", "EUR", true, 0],
      ["USD", "EUR", false, 1],
    ]);
  });
});
