import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { credit, creditAmount, issued, pay, refund } from "../../payments/payments/money.fixture.ts";

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

type Line = { account: string; debit: number; credit: number; tax_rate: number | null };
type Entry = { id: string; type: string; currency: string; customer_id: number; lines: Line[] };
const taxed = { description: "Work", quantity: 1, unit_price: 1000, tax_rate: 7.5 };
const journal = async (query = ""): Promise<Entry[]> =>
  (await company.call(`GET /reports/journal?limit=100${query}`)).body.journal_entries;
const shown = ({ id, lines }: Entry) => [
  id,
  ...lines.map(({ account, debit, credit: given }) => `${account} ${debit} ${given}`),
];

/** One of everything. */
async function makeAll() {
  const customer_id = await company.customer();
  const invoice = await issued(company, { customer_id, lines: [taxed] });
  const { credit_note } = (await credit(company, invoice.id, { lines: [{ ...taxed, unit_price: 100 }] }))
    .body;
  const { payment } = (await pay(company, { invoice_id: invoice.id, amount: 500, method: "cash" })).body;
  const wrong = (await pay(company, { invoice_id: invoice.id, amount: 50, method: "withholding_tax" })).body
    .payment;
  await company.call(`POST /payments/${wrong.id}/reverse`, { body: { reason: "Wrong" } });
  const given = (await refund(company, payment.id, { amount: 20 })).body.refund;
  await company.call(`POST /invoices/${invoice.id}/write_off`);
  const voided = await issued(company, { customer_id, lines: [taxed] });
  const note = (await creditAmount(company, voided.id, 10)).body.credit_note;
  await company.call(`POST /invoices/${voided.id}/void`);
  return { customer_id, invoice, credit_note, payment, wrong, given, voided, note };
}

describe("the journal", () => {
  test("has a double entry for every issue, credit, payment, reversal, refund, write-off and void", async () => {
    const made = await makeAll();
    const entries = await journal();
    // Entries of a type are in the order of their ids as texts, where payment-100 comes before payment-99.
    const sorted = (list: unknown[][]) =>
      list.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
    const writeOff = entries.find(({ type }) => type === "write_off")!.id;
    expect(entries.map(({ type }) => type)).toEqual([
      ...["invoice", "invoice", "credit_note", "credit_note", "payment", "payment", "reversal", "refund"],
      ...["write_off", "void", "void"],
    ]);
    const expected = [
      [`invoice-${made.invoice.id}`, "receivables 1075 0", "sales 0 1000", "tax 0 75"],
      [`invoice-${made.voided.id}`, "receivables 1075 0", "sales 0 1000", "tax 0 75"],
      [`credit_note-${made.credit_note.id}`, "receivables 0 107.5", "sales 100 0", "tax 7.5 0"],
      [`credit_note-${made.note.id}`, "receivables 0 10", "sales 10 0"],
      [`payment-${made.payment.id}`, "receivables 0 500", "bank 500 0"],
      [`payment-${made.wrong.id}`, "receivables 0 50", "withholding 50 0"],
      [`payment-${made.wrong.id}-reversal`, "receivables 50 0", "withholding 0 50"],
      [`refund-${made.given.id}`, "receivables 20 0", "bank 0 20"],
      [writeOff, "receivables 0 467.5", "write_offs 467.5 0"],
      [`credit_note-${made.note.id}-void`, "receivables 10 0", "sales 0 10"],
      [`invoice-${made.voided.id}-void`, "receivables 0 1075", "sales 1000 0", "tax 75 0"],
    ];
    expect(writeOff).toMatch(/^write_off-\d+$/);
    expect(sorted(entries.map(shown))).toEqual(sorted(expected));
    for (const { lines } of entries) {
      const sum = (name: "debit" | "credit") =>
        lines.reduce((all, line) => all + Math.round(line[name] * 100), 0);
      expect(sum("debit")).toBe(sum("credit"));
    }
    // What is left of receivables is the balance of the customer.
    const { balance } = (await company.call("GET /reports/receivables")).body.rows[0];
    const lines = entries.flatMap((entry) => entry.lines).filter(({ account }) => account === "receivables");
    expect(lines.reduce((all, line) => all + (line.debit - line.credit) * 100, 0)).toBeCloseTo(balance * 100);
  });

  test("is the same by pages, and as a file with an id for each line, whenever it is exported", async () => {
    await makeAll();
    const whole = await journal();
    const found: Entry[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await company.call(`GET /reports/journal?limit=3&from=2026-01-01${cursor}`);
      found.push(...body.journal_entries);
      if (!body.pagination.has_more) break;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
    expect(found).toEqual(whole);
    const file = async () => (await company.call("GET /reports/journal.csv?from=2026-01-01")).text;
    const rows = (await file()).trimEnd().split("\r\n").slice(1);
    expect(rows.map((row) => row.split(",")[0])).toEqual(
      whole.flatMap(({ id, lines }) => lines.map((_, index) => `${id}-${index + 1}`)),
    );
    service.clock.set(new Date("2026-12-15T11:00:00.000Z"));
    expect((await file()).startsWith(rows.length > 0 ? "line_id,entry_id,date" : "")).toBe(true);
    expect(await journal("&from=2026-11-01&to=2026-11-30")).toEqual(whole);
    expect(await journal()).toEqual([]);
  });

  test("tells the exchange rate of a document, in the file as well, and none of a payment", async () => {
    const fields = { currency: "USD", exchange_rate: "1534.25", lines: [taxed] };
    const { id } = await issued(company, fields);
    await creditAmount(company, id, 10);
    await pay(company, { invoice_id: id, amount: 50 });
    const rate = { currency: "USD", accounting_currency: "NGN", exchange_rate: 1534.25 };
    const none = { currency: "USD", accounting_currency: null, exchange_rate: null };
    expect(await journal()).toMatchObject([
      { type: "invoice", ...rate },
      { type: "credit_note", ...rate },
      { type: "payment", ...none },
    ]);
    const [head, first] = (await company.call("GET /reports/journal.csv")).text.split("\r\n");
    expect(head).toMatch(/,accounting_currency,exchange_rate$/);
    expect(first).toMatch(/,NGN,1534\.25$/);
  });

  test("uses the accounts that the company has set, by method too; null brings back a default", async () => {
    await makeAll();
    const set = (body: object) => company.call("PATCH /reports/journal/accounts", { body });
    const { body } = await set({ receivables: "1200", sales: "4000", methods: { cash: "1010" } });
    const accounts = {
      receivables: "1200",
      sales: "4000",
      tax: "tax",
      bank: "bank",
      withholding: "withholding",
      write_offs: "write_offs",
      methods: { cash: "1010" },
    };
    expect(body).toEqual({ success: true, accounts });
    expect((await company.call("GET /reports/journal/accounts")).body.accounts).toEqual(accounts);
    const used = new Set((await journal()).flatMap(({ lines }) => lines.map(({ account }) => account)));
    expect(used).toEqual(new Set(["1200", "4000", "tax", "1010", "withholding", "write_offs"]));
    expect((await set({ sales: null, methods: null })).body.accounts).toEqual({
      ...accounts,
      sales: "sales",
      methods: {},
    });
    const other = await service.company();
    expect((await other.call("GET /reports/journal/accounts")).body.accounts.receivables).toBe("receivables");
  });

  test.each([
    [{ receivables: "" }, "receivables"],
    [{ tax: " " }, "tax"],
    [{ sales: "x".repeat(51) }, "sales"],
    [{ methods: { cash: "" } }, "methods"],
    [{ methods: "cash" }, "methods"],
  ])("422 for the accounts %j, and nothing changes", async (body, field) => {
    const reply = await company.call("PATCH /reports/journal/accounts", { body });
    expect([reply.status, reply.body.errors[0].field.split(".")[0]]).toEqual([422, field]);
    expect((await company.call("GET /reports/journal/accounts")).body.accounts.methods).toEqual({});
  });

  test("422 for a cursor that is none, and 403 without the scopes", async () => {
    const { status, body } = await company.call("GET /reports/journal?cursor=x");
    expect([status, body.errors[0].field]).toEqual([422, "cursor"]);
    const reader = await service.company({ scopes: ["reports:read"] });
    expect((await reader.call("GET /reports/journal")).status).toBe(200);
    const refused = await reader.call("PATCH /reports/journal/accounts", { body: { sales: "1" } });
    expect([refused.status, refused.body.code]).toEqual([403, "scope_missing"]);
  });
});
