import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { credit, issued, pay } from "../../payments/payments/money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ now: new Date("2026-09-01T11:00:00.000Z") });
});
afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any;

async function explain(company: TestCompany, path: string): Promise<Record<string, Answer>> {
  const { status, body } = await company.call(`GET ${path}`);
  expect([path, status]).toEqual([path, 200]);
  return Object.fromEntries(body.explanation.amounts.map((amount: Answer) => [amount.name, amount]));
}

const lines = [{ description: "Work", quantity: 1, unit_price: 100, tax_rate: 7.5 }];

test("what is owed is named by customer and invoice, in the language that is asked for", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const due_date = "2026-09-01";
  const invoice = await issued(company, { customer_id, lines, invoice_date: "2026-09-01", due_date });
  await pay(company, { invoice_id: invoice.id, amount: 7.5 });
  const amounts = await explain(company, "/reports/receivables/explain?as_of=2026-09-11&language=fr");
  expect(amounts["totals[0].days_1_30"]).toEqual({
    name: "totals[0].days_1_30",
    rule: "report.age",
    reference: null,
    amount: 100,
    currency: "NGN",
    text: "Dû sur des factures échues depuis 1 à 30 jours",
    parts: [
      {
        rule: "report.customer",
        reference: null,
        amount: 100,
        text: expect.stringMatching(/, 1 facture$/),
        inputs: { customer: customer_id, name: expect.any(String), records: 1 },
        rounding: null,
        explained_by: null,
        parts: [
          {
            rule: "report.invoice",
            reference: null,
            amount: 100,
            text: `Facture ${invoice.number}, à échéance du ${due_date}`,
            inputs: { invoice: invoice.id, number: invoice.number, due_date },
            rounding: null,
            explained_by: null,
          },
        ],
      },
    ],
  });
});

test("tax is named by tax group and document, and a statement by record", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const invoice = await issued(company, { customer_id, lines });
  const { body } = await credit(company, invoice.id, { lines: [{ ...lines[0], unit_price: 10 }] });
  const taxes = await explain(company, "/reports/taxes/explain?language=en");
  expect(taxes["totals[0].invoiced_tax"].parts).toMatchObject([
    {
      rule: "report.tax_group",
      amount: 7.5,
      text: "1 document of tax group S at 7.5 %",
      parts: [{ rule: "report.document", amount: 7.5, inputs: { type: "invoice", invoice: invoice.id } }],
    },
  ]);
  expect(taxes["totals[0].tax"].parts.map(({ amount }: Answer) => amount)).toEqual([7.5, -0.75, 0]);
  expect(taxes["rows[0].credited_tax"].parts).toMatchObject([
    { rule: "report.document", amount: 0.75, inputs: { credit_note: body.credit_note.id } },
  ]);
  const statement = await explain(company, `/reports/statement/explain?customer_id=${customer_id}`);
  expect(statement["totals[0].closing_balance"].parts).toMatchObject([
    { rule: "report.opening_balance", amount: 0, explained_by: "totals[0].opening_balance" },
    { rule: "report.movement", amount: 107.5, inputs: { type: "invoice", invoice: invoice.id } },
    {
      rule: "report.movement",
      amount: -10.75,
      inputs: { type: "credit_note", credit_note: body.credit_note.id, invoice: invoice.id },
    },
  ]);
  expect(statement["rows[1].balance"]).toMatchObject({
    amount: 96.75,
    text: `What the customer owes after: Credit note ${body.credit_note.number} of 2026-09-01`,
    parts: [
      { rule: "report.balance_after", amount: 107.5, explained_by: "rows[0].balance" },
      { rule: "report.movement", amount: -10.75, explained_by: "rows[1].amount" },
    ],
  });
  expect(statement["rows[0].balance"].parts).toMatchObject([
    { rule: "report.opening_balance", amount: 0, explained_by: "totals[0].opening_balance" },
    { amount: 107.5, explained_by: "rows[0].amount" },
  ]);
});

test("what a customer owes is named by invoice, in the company's currency with its rate and rounding", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const abroad = { customer_id, currency: "USD", exchange_rate: "1533.217" };
  const invoice = await issued(company, { ...abroad, lines: [{ ...lines[0], unit_price: 33.33 }] });
  const { number, total } = invoice;
  const amounts = await explain(company, "/reports/receivables/explain?language=en");
  expect(amounts["rows[0].not_due"].parts).toMatchObject([
    { rule: "report.invoice", amount: total, inputs: { invoice: invoice.id, number }, parts: [] },
  ]);
  expect(amounts["rows[0].due_accounting"]).toMatchObject({
    currency: "NGN",
    parts: [
      {
        rule: "report.invoice_accounting",
        amount: 54935.17,
        text: `Invoice ${number}: ${total} USD at the rate 1533.217`,
        rounding: { exact: "54935.16511", digits: 2, method: "half_up" },
      },
    ],
  });
  await issued(company, { customer_id, lines });
  const all = await explain(company, "/reports/receivables/explain?language=en");
  expect(all["totals_accounting[0].not_due"]).toMatchObject({
    amount: 55042.67,
    currency: "NGN",
    parts: [
      {
        rule: "report.customer",
        amount: 55042.67,
        parts: expect.arrayContaining([
          expect.objectContaining({ rule: "report.invoice", amount: 107.5 }),
          expect.objectContaining({ rule: "report.invoice_accounting", amount: 54935.17 }),
        ]),
      },
    ],
  });
  const taxes = await explain(company, "/reports/taxes/explain?language=en");
  expect(taxes["totals_accounting[0].tax"].parts).toMatchObject([
    { rule: "report.row", text: "NGN", amount: 7.5, explained_by: "totals[0].tax_accounting" },
    { rule: "report.row", text: "USD", explained_by: "totals[1].tax_accounting" },
  ]);
});

test("sales and payments are named by row and record, the journal by line, and withheld tax by payment", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const invoice = await issued(company, { customer_id, lines, withholding: { rate: 5 } });
  const { body } = await credit(company, invoice.id, { lines: [{ ...lines[0], unit_price: 10 }] });
  const paid = await pay(company, { invoice_id: invoice.id, amount: 50, method: "cash" });
  const withheld = await pay(company, { invoice_id: invoice.id, amount: 5, method: "withholding_tax" });

  const sales = await explain(company, "/reports/sales/explain?group_by=month&language=en");
  expect(sales["rows[0].net"]).toMatchObject({
    amount: 90,
    text: "Without tax: invoiced, less what was credited and voided",
    parts: [
      { amount: 100, explained_by: "rows[0].invoiced" },
      { amount: -10, explained_by: "rows[0].credited" },
      { amount: 0, explained_by: "rows[0].voided" },
    ],
  });
  expect(sales["rows[0].credited"].parts).toMatchObject([
    { rule: "report.document", amount: 10, inputs: { credit_note: body.credit_note.id } },
  ]);
  expect(sales["totals[0].tax"].parts).toMatchObject([
    { rule: "report.row", text: "2026-09-01", amount: 6.75, explained_by: "rows[0].tax" },
  ]);
  expect(sales["totals[0].total"].amount).toBe(96.75);

  const payments = await explain(company, "/reports/payments/explain?language=en");
  expect(payments["rows[0].received"]).toMatchObject({
    amount: 50,
    parts: [{ rule: "report.movement", inputs: { type: "payment", payment: paid.body.payment.id } }],
  });
  expect(payments["totals[0].received"].parts.map(({ text, amount }: Answer) => [text, amount])).toEqual([
    ["cash", 50],
    ["withholding_tax", 5],
  ]);

  const journal = await explain(company, "/reports/journal/explain?language=en");
  expect(Object.values(journal).slice(0, 3)).toMatchObject([
    {
      name: "journal_entries[0].lines[0].debit",
      amount: 107.5,
      parts: [{ rule: "report.movement", inputs: { type: "invoice", invoice: invoice.id } }],
    },
    {
      name: "journal_entries[0].lines[1].credit",
      amount: 100,
      parts: [
        { amount: 107.5, explained_by: "journal_entries[0].lines[0].debit" },
        { amount: -7.5, explained_by: "journal_entries[0].lines[2].credit" },
      ],
    },
    {
      name: "journal_entries[0].lines[2].credit",
      amount: 7.5,
      text: "Tax of tax group S at 7.5 %",
      parts: [{ amount: 7.5 }],
    },
  ]);

  const taxes = await explain(company, "/reports/withholding/explain?certificate=any&language=en");
  expect(taxes["withheld_taxes[0].amount"]).toMatchObject({
    amount: 5,
    parts: [{ inputs: { payment: withheld.body.payment.id, invoice: invoice.id, number: invoice.number } }],
  });
  expect(taxes["totals[0].amount"]).toMatchObject({
    amount: 5,
    parts: [{ amount: 5, explained_by: "withheld_taxes[0].amount" }],
  });
});

test("more than 500 records are counted by customer, tax group and month", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const { id, invoice_date } = await issued(company, { customer_id, lines });
  await copyInvoice(company, id, 520);
  await issued(company, { customer_id, lines, currency: "USD", exchange_rate: "1500" });
  const owed = await explain(company, "/reports/receivables/explain");
  expect(owed["totals[0].not_due"].parts).toMatchObject([
    {
      rule: "report.customer",
      amount: 521 * 107.5,
      inputs: { customer: customer_id, records: 521 },
      parts: [],
    },
  ]);
  expect(owed["rows[0].not_due"].parts).toMatchObject([
    { rule: "report.customer", amount: 521 * 107.5, inputs: { customer: customer_id, records: 521 } },
  ]);
  expect(owed["rows[1].due_accounting"].parts).toMatchObject([
    { rule: "report.customer", amount: 161_250, inputs: { customer: customer_id, records: 1 } },
  ]);
  expect(owed["totals_accounting[0].due"].amount).toBe(521 * 107.5 + 161_250);
  const taxes = await explain(company, "/reports/taxes/explain");
  expect(taxes["totals[0].tax"].amount).toBe(521 * 7.5);
  expect(taxes["totals[0].invoiced_tax"].parts).toMatchObject([{ inputs: { records: 521 }, parts: [] }]);
  expect(taxes["rows[0].invoiced_tax"].parts).toMatchObject([
    { rule: "report.movements", amount: 521 * 7.5, inputs: { type: "invoice", records: 521 }, parts: [] },
  ]);
  const sales = await explain(company, "/reports/sales/explain");
  expect(sales["rows[0].invoiced"].parts).toMatchObject([
    { rule: "report.movements", amount: 521 * 100, inputs: { type: "invoice", records: 521 }, parts: [] },
  ]);
  const statement = await explain(company, `/reports/statement/explain?customer_id=${customer_id}`);
  expect(statement["totals[0].closing_balance"].parts[1]).toMatchObject({
    rule: "report.month",
    amount: 521 * 107.5,
    inputs: { month: invoice_date.slice(0, 7), records: 521 },
    parts: [{ rule: "report.movements", inputs: { type: "invoice", records: 521 } }],
  });
  expect(statement["rows[499].balance"].amount).toBe(500 * 107.5);
  expect(statement["rows[500].balance"]).toBeUndefined();
  const path = `/reports/statement/explain?customer_id=${customer_id}&first_row=500`;
  const later = await explain(company, path);
  expect(Object.keys(later).slice(0, 2)).toEqual(["rows[500].amount", "rows[500].balance"]);
  expect(later["rows[500].balance"]).toMatchObject({
    amount: 501 * 107.5,
    parts: [{ amount: 500 * 107.5, explained_by: "rows[499].balance" }, { amount: 107.5 }],
  });
  expect(Object.keys(later).filter((name) => name.startsWith("totals"))).toEqual([]);
  expect((await company.call(`GET ${path.replace("500", "-1")}`)).status).toBe(422);
});

test("each row of a report is explained from the row that is asked for on, as it is with the others", async () => {
  const company = await service.company();
  for (let count = 0; count < 3; count++) {
    const invoice = await issued(company, {
      customer_id: await company.customer({ name: `Buyer ${count}` }),
      lines: lines.map((line) => ({ ...line, tax_rate: 7.5 + count })),
    });
    await pay(company, { invoice_id: invoice.id, amount: 10, method: `method ${count}` });
    await pay(company, { invoice_id: invoice.id, amount: 5, method: "withholding_tax" });
  }
  for (const report of ["receivables", "sales", "taxes", "payments", "withholding"]) {
    const all = await explain(company, `/reports/${report}/explain`);
    const some = await explain(company, `/reports/${report}/explain?first_row=1`);
    const isOther = (name: string) => /^(rows|withheld_taxes)\[[^0]\]/.test(name);
    const expected = Object.fromEntries(Object.entries(all).filter(([name]) => isOther(name)));
    expect([report, some]).toEqual([report, expected]);
    expect(Object.keys(some).length).toBeGreaterThan(1);
    expect(await explain(company, `/reports/${report}/explain?first_row=50`)).toEqual({});
  }
});

test("the credit of a customer is named by invoice, and by the payments and credit notes that make it", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const [first, second] = [
    await issued(company, { customer_id, lines }),
    await issued(company, { customer_id, lines }),
  ];
  await issued(company, { customer_id, lines });
  const { body } = await pay(company, { invoice_id: first.id, amount: 107.5 });
  const { credit_note } = (await credit(company, first.id, { lines: [{ ...lines[0], unit_price: 10 }] }))
    .body;
  await pay(company, { invoice_id: second.id, amount: 107.5 });
  const owed = await explain(company, "/reports/receivables/explain?language=en");
  expect(owed["rows[0].due"].amount).toBe(107.5);
  expect(owed["rows[0].credit"]).toMatchObject({
    amount: 10.75,
    parts: [
      {
        rule: "report.invoice_credit",
        amount: 10.75,
        text: `Invoice ${first.number}: paid or credited beyond what is owed`,
        inputs: { invoice: first.id },
        parts: expect.arrayContaining([
          movement(-107.5, { type: "invoice", invoice: first.id }),
          movement(107.5, { type: "payment", payment: body.payment.id }),
          movement(10.75, { type: "credit_note", credit_note: credit_note.id }),
        ]),
      },
    ],
  });
  expect(owed["rows[0].credit"].parts[0].parts).toHaveLength(3);
});

test("the credit of payments for several invoices, and of payments for none, adds up by their records", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const [first, second] = [
    await issued(company, { customer_id, lines }),
    await issued(company, { customer_id, lines }),
  ];
  const allocations = [first, second].map(({ id }) => ({ invoice_id: id, amount: 107.5 }));
  const { body } = await pay(company, { amount: 215, allocations });
  const { credit_note } = (await credit(company, second.id, { lines: [{ ...lines[0], unit_price: 20 }] }))
    .body;
  const free = await company.recordPayment(30);
  const owed = await explain(company, "/reports/receivables/explain?language=en");
  const credits = ["rows[0].credit", "rows[1].credit"].map((name) => owed[name]);
  const own = credits.find(({ amount }) => amount === 21.5);
  expect(own.parts).toHaveLength(4);
  expect(own.parts).toEqual(
    expect.arrayContaining([
      movement(-107.5, { type: "invoice", invoice: first.id }),
      movement(-107.5, { type: "invoice", invoice: second.id }),
      movement(215, { type: "payment", payment: body.payment.id }),
      movement(21.5, { type: "credit_note", credit_note: credit_note.id }),
    ]),
  );
  expect(credits.find(({ amount }) => amount === 30).parts).toEqual([
    movement(30, { type: "payment", payment: free }),
  ]);
});

const movement = (amount: number, inputs: object) =>
  expect.objectContaining({ rule: "report.movement", amount, inputs: expect.objectContaining(inputs) });

/** Directly in the table, because only reading them is tested. */
async function copyInvoice(company: TestCompany, id: number, copies: number): Promise<void> {
  await inTransaction(service.context.db, async (tx) => {
    await tx.query("set local session_replication_role = replica");
    const columns = await tx.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = 'invoices' and is_generated = 'NEVER'",
    );
    const names = columns.map(({ name }) => name);
    const values = names.map((name) =>
      name === "id"
        ? "nextval(pg_get_serial_sequence('invoices', 'id'))"
        : name === "number"
          ? "'COPY-' || n"
          : `i.${name}`,
    );
    await tx.query(
      `insert into invoices (${names.join(", ")}) select ${values.join(", ")}
       from invoices i cross join generate_series(1, $3::int) n where i.company_id = $1 and i.id = $2`,
      [company.id, id, copies],
    );
  });
}
