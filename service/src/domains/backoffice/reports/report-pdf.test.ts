import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { creditAmount, issued, pay, refund } from "../../payments/payments/money.fixture.ts";
import { readPdf } from "../../sending/documents/pdf.fixture.ts";
import { receivablesReport } from "./receivables.ts";
import { drawTablePdf, pdfRowsMax } from "./report-pdf.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
const today = "2026-11-18";
beforeAll(async () => {
  service = await startService({ now: new Date("2026-11-15T11:00:00.000Z") });
  company = await service.company({ profile: { name: "Lagos Works Ltd" } });
  customer_id = await company.customer({ name: "Oba, Ltd" });
  await makeHistory();
});
afterAll(() => service.close());

/** Something in every column of every report, in two currencies. */
async function makeHistory(): Promise<void> {
  const other = await company.customer({ name: "Łódź Trading" });
  const lines = [
    { description: "Work", quantity: 3, unit_price: 1234567.89, tax_rate: 7.5 },
    { description: "Books", quantity: 1, unit_price: 10.01, tax_rate: 0, tax_category: "Z" },
  ];
  const first = await issued(company, {
    customer_id,
    invoice_date: "2026-10-20",
    due_date: "2026-10-25",
    lines,
  });
  const second = await issued(company, { customer_id, lines, withholding: { rate: 5 } });
  const dollars = await issued(company, {
    customer_id: other,
    currency: "USD",
    exchange_rate: "1533.217",
    lines,
  });
  const voided = await issued(company, { customer_id: other, lines });
  const lost = await issued(company, { customer_id: other });
  service.clock.set(new Date("2026-11-16T11:00:00.000Z"));
  const { payment } = (await pay(company, { invoice_id: first.id, amount: 600.25, method: "cash" })).body;
  const wrong = (await pay(company, { invoice_id: dollars.id, amount: 10 })).body.payment;
  await company.call(`POST /payments/${wrong.id}/reverse`, { body: { reason: "Twice" } });
  await pay(company, { invoice_id: second.id, amount: 55.55, method: "withholding_tax" });
  await creditAmount(company, first.id, "400.50");
  await refund(company, payment.id, { amount: "0.5" });
  await company.call(`POST /invoices/${voided.id}/void`);
  await company.call(`POST /invoices/${lost.id}/write_off`);
  service.clock.set(new Date(`${today}T11:00:00.000Z`));
}

async function fetchPdf(path: string, of = company) {
  const headers = { authorization: `Bearer ${of.appId}:${of.secret}` };
  const response = await fetch(`${service.url}/api/v1${path}`, { headers });
  const file = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, file };
}

/** By other means than the service's: an amount with all its digits, in groups of three. */
function shown(amount: number): string {
  const [whole, fraction] = Math.abs(amount).toFixed(2).split(".") as [string, string];
  return `${amount < 0 ? "-" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`;
}
const amountsIn = (texts: readonly string[]) => texts.filter((text) => /^-?[\d,]+\.\d\d$/.test(text)).sort();

type Row = Record<string, number | string | null>;
const amountsOf = (rows: readonly Row[], names: readonly string[]) =>
  rows.flatMap((row) => names.map((name) => shown(Number(row[name]))));

const period = "from=2026-10-01&to=2026-11-18";
const taxAmounts = ["invoiced", "credited", "voided"].flatMap((kind) => [`${kind}_taxable`, `${kind}_tax`]);
const tables: [name: string, query: string, amounts: string[]][] = [
  [
    "receivables",
    "",
    [
      "not_due",
      "days_1_30",
      "days_31_60",
      "days_61_90",
      "days_91_or_more",
      "due",
      "credit",
      "balance",
      "due_accounting",
    ],
  ],
  ...["customer", "product", "month"].map((grouping): (typeof tables)[number] => [
    "sales",
    `${period}&group_by=${grouping}`,
    ["invoiced", "credited", "voided", "net", "tax", "total", "total_accounting"],
  ]),
  ["taxes", period, [...taxAmounts, "taxable", "tax", "taxable_accounting", "tax_accounting"]],
  ["payments", period, ["received", "reversed", "refunded", "net"]],
];

describe("a report as a PDF", () => {
  test.each(tables)(
    "has every amount that the JSON of %s?%s has, and no other",
    async (name, query, names) => {
      const { body } = await company.call(`GET /reports/${name}?${query}`);
      const { status, headers, file } = await fetchPdf(`/reports/${name}.pdf?${query}`);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/pdf");
      const drawn = readPdf(file);
      expect(body.rows.length).toBeGreaterThan(0);
      expect(amountsIn(drawn.pages.flat().map(({ text }) => text))).toEqual(
        [...amountsOf(body.rows, names), ...amountsOf(body.totals, names)].sort(),
      );
      for (const { currency } of body.totals) expect(drawn.text).toContain(`Amounts in ${currency}`);
    },
  );

  test("is the customer's for a statement, with the balances before and after", async () => {
    const query = `customer_id=${customer_id}&from=2026-11-01&to=2026-11-18`;
    const { rows, totals } = (await company.call(`GET /reports/statement?${query}`)).body;
    const { headers, file } = await fetchPdf(`/reports/statement.pdf?${query}`);
    expect(headers.get("content-disposition")).toBe(
      `inline; filename="statement-${customer_id}-2026-11-01-2026-11-18.pdf"`,
    );
    const { text, pages, info } = readPdf(file);
    expect(info).toMatchObject({
      Title: "Statement · 1 November 2026 to 18 November 2026",
      Author: "Lagos Works Ltd",
    });
    for (const part of ["Oba, Ltd", "Opening balance", "Closing balance", "Credit note", "Cash"]) {
      expect(text).toContain(part);
    }
    expect(amountsIn(pages.flat().map((each) => each.text))).toEqual(
      [
        ...amountsOf(rows, ["amount", "balance"]),
        ...amountsOf(totals, ["opening_balance", "closing_balance"]),
      ].sort(),
    );
  });

  test("has the lines of each entry for the journal, and debits that equal credits", async () => {
    const { journal_entries } = (await company.call(`GET /reports/journal?${period}&limit=100`)).body;
    const { file } = await fetchPdf(`/reports/journal.pdf?${period}`);
    const { text, pages } = readPdf(file);
    const lines = journal_entries.flatMap((entry: { lines: Row[]; currency: string }) =>
      entry.lines.map((line) => ({ ...line, currency: entry.currency })),
    ) as Row[];
    const sum = (currency: string, side: string) =>
      lines.filter((line) => line.currency === currency).reduce((all, line) => all + Number(line[side]), 0);
    const closing = ["NGN", "USD"].flatMap((code) => [sum(code, "debit"), sum(code, "credit")]).map(shown);
    expect(closing[0]).toBe(closing[1]);
    const given = lines.flatMap(({ debit, credit }) => [debit, credit]).filter((amount) => amount !== 0);
    expect(amountsIn(pages.flat().map((each) => each.text))).toEqual(
      [...given.map((amount) => shown(Number(amount))), ...closing].sort(),
    );
    for (const { id } of journal_entries) expect(text.replaceAll("\n", "")).toContain(id);
  });

  test("has the withheld tax whose certificate is missing", async () => {
    const { text, pages } = readPdf((await fetchPdf("/reports/withholding.pdf")).file);
    expect(amountsIn(pages.flat().map((each) => each.text))).toEqual(["55.55", "55.55"]);
    expect(text).toContain("Oba, Ltd");
    expect(readPdf((await fetchPdf("/reports/withholding.pdf?certificate=received")).file).text).toContain(
      "There is nothing to report.",
    );
  });

  test("is in the language of the company, a statement in that of its customer", async () => {
    const french = await service.company({ profile: { language: "fr" } });
    const english = await french.customer({ name: "Smith & Sons", language: "en" });
    await issued(french, { customer_id: english });
    expect(readPdf((await fetchPdf("/reports/receivables.pdf", french)).file).text).toContain("Créances");
    const path = `/reports/statement.pdf?customer_id=${english}`;
    expect(readPdf((await fetchPdf(path, french)).file).text).toContain("Opening balance");
  });

  test("repeats the head of its table on every page, numbers the pages, and aligns amounts to the right", async () => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      customer_id: index,
      customer_name: `Customer ${index}`,
      currency: "NGN",
      ...Object.fromEntries(tables[0]![2].map((name) => [name, `${10 ** (index % 17)}.25`])),
    }));
    const report = { head: { as_of: today }, totals: [{ ...rows[0]!, customer_name: null }], rows };
    const { pages } = readPdf(await draw(report));
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((fragments, index) => {
      const texts = fragments.map(({ text }) => text);
      expect(texts).toContain("Not due");
      expect(texts).toContain(`${index + 1} / ${pages.length}`);
    });
    // Nothing is left of the margin, nor does a column begin before the one at its left ends.
    const xs = pages.flat().map(({ x }) => x);
    expect(Math.min(...xs.filter((x) => x > 0))).toBeGreaterThanOrEqual(49);
    expect(pages.flat().filter(({ text }) => text === "10,000,000,000,000,000.25").length).toBeGreaterThan(
      40,
    );
  });

  test("is refused with more rows than people read, and the message names the CSV", async () => {
    const row = { customer_id: 1, customer_name: "Oba", currency: "NGN" };
    const report = {
      head: { as_of: today },
      totals: [],
      rows: Array.from({ length: pdfRowsMax + 1 }, () => row),
    };
    await expect(async () => draw(report)).rejects.toMatchObject({
      status: 422,
      errors: [
        {
          field: "as_of",
          message:
            "gives a PDF of more than 1000 rows; ask for less at a time, or for all rows as /reports/receivables.csv",
        },
      ],
    });
  });

  test("does not know another company's customer", async () => {
    const other = await service.company();
    const { status } = await fetchPdf(`/reports/statement.pdf?customer_id=${customer_id}`, other);
    expect(status).toBe(422);
  });
});

type Drawn = Parameters<typeof drawTablePdf>[4];

function draw(report: Drawn): Promise<Buffer> {
  const particulars = { tax_id: null, registration_number: null, email: null, phone: null, address: null };
  const owner = {
    id: company.id,
    language: "en",
    supplier: JSON.stringify({ name: "Lagos Works Ltd", ...particulars }),
  };
  return drawTablePdf(service.context, owner as never, today, receivablesReport, report);
}
