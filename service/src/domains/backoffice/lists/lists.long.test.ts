import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { signIn, type TestSession } from "../../../../test/site-session.ts";
import { insertInvoices } from "../../billing/invoices/list.fixture.ts";
import { customerTable } from "./customers.ts";
import { invoiceTable } from "./invoices.ts";
import { linkTable } from "./links.ts";
import { boundedRows, type TableListing } from "./listing.ts";
import { paymentTable } from "./payments.ts";
import { productTable } from "./products.ts";
import { saleTable } from "./sales.ts";

let service: TestService;
let company: TestCompany;
let session: TestSession;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  session = await signIn(service, { companyId: company.id, role: "viewer" });
});
afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: a response
async function get(path: string, by = session): Promise<any> {
  const reply = await by.call("GET", path);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
}

async function must(operation: string, body?: object, of = company) {
  const reply = await of.call(operation, body ? { body } : {});
  if (reply.status >= 300) throw new Error(`${operation}: ${reply.text}`);
  return reply.body;
}

async function draft(amount: string, fields: object, of = company): Promise<number> {
  const lines = [{ description: "Work", quantity: 1, unit_price: amount }];
  return (await of.draft({ lines, ...fields })).id;
}

async function issued(amount: string, fields: object, of = company): Promise<number> {
  const id = await draft(amount, fields, of);
  await must(`POST /invoices/${id}/issue`, undefined, of);
  return id;
}

const ids = (body: { rows: { id: number }[] }) => body.rows.map(({ id }) => id);

/** Every row of a list, a few at a time. */
async function everyRow(path: string, limit: number) {
  const rows: Record<string, unknown>[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const join = path.includes("?") ? "&" : "?";
    const page = await get(`${path}${join}limit=${limit}${cursor && `&cursor=${cursor}`}`);
    rows.push(...page.rows);
    cursor = page.pagination.next_cursor;
  }
  return rows;
}

type Records = Record<"ada" | "bola" | "sketch" | "late" | "part" | "paid" | "gone" | "yen", number>;
let records: Records;
let saleId: number;

// The clock of the tests is on 15 November 2026.
beforeAll(async () => {
  const ada = await company.customer({ name: "Ada Stores" });
  const bola = await company.customer({ name: "bola & sons" });
  const sketch = await draft("10", { customer_id: ada });
  const late = await issued("100", { customer_id: ada, invoice_date: "2026-10-01", due_date: "2026-10-31" });
  const part = await issued("200", { customer_id: bola, invoice_date: "2026-11-02", due_date: "2026-11-30" });
  const paid = await issued("300", { customer_id: bola, invoice_date: "2026-11-03", due_date: "2026-11-20" });
  const gone = await issued("400", { customer_id: ada, invoice_date: "2026-11-04", due_date: "2026-11-20" });
  const yen = await issued("5000", {
    customer_id: ada,
    currency: "JPY",
    invoice_date: "2026-11-05",
    due_date: "2026-12-31",
  });
  await must("POST /payments", { invoice_id: part, amount: "50", paid_at: "2026-11-10T10:00:00Z" });
  await must("POST /payments", {
    invoice_id: paid,
    amount: "300",
    paid_at: "2026-11-04T10:00:00Z",
    method: "cash",
    reference: "TÉLLER-7 Ọjà",
  });
  await must(`POST /invoices/${gone}/void`);
  const { sale } = await must("POST /sales", {
    customer_id: bola,
    lines: [{ description: "Chairs", quantity: 2, unit_price: 50 }],
  });
  saleId = sale.id;
  await must(`POST /sales/${saleId}/invoice`);
  await must("POST /sales", { lines: [{ description: "Tables", quantity: 1, unit_price: 70 }] });
  await must("POST /payments/link", { amount: 100, invoice_id: late });
  await must("POST /payments/link", { amount: 20, label: "Walk-in" });
  for (const name of ["Zinc roof", "chair", "Desk"]) {
    await must("POST /products", { name, unit_price: name.length, active: name !== "Desk" });
  }
  records = { ada, bola, sketch, late, part, paid, gone, yen };
});

describe("the list of invoices", () => {
  test("counts every tab, whichever is open, and adds up what is listed by currency", async () => {
    const all = await get("/lists/invoices");
    const counts = {
      all: 7,
      draft: 2,
      open: 2,
      overdue: 1,
      partially_paid: 1,
      paid: 1,
      void: 1,
      uncollectible: 0,
    };
    expect(all.counts).toEqual(counts);
    expect(all.totals).toEqual([
      { currency: "NGN", count: 6, total: 1110, amount_due: 250 },
      { currency: "JPY", count: 1, total: 5000, amount_due: 5000 },
    ]);
    const { part } = records;
    const one = await get("/lists/invoices?status=partially_paid");
    expect([ids(one), one.counts, one.totals]).toEqual([
      [part],
      counts,
      [{ currency: "NGN", count: 1, total: 200, amount_due: 150 }],
    ]);
  });

  test("has the rows that a figure of the overview counts", async () => {
    const { late, part, yen, paid } = records;
    const listed = async (query: string) => ids(await get(`/lists/invoices?${query}`));
    expect(await listed("status=open,partially_paid&currency=NGN")).toEqual([part, late]);
    expect(await listed("status=open,partially_paid&currency=NGN&due=overdue")).toEqual([late]);
    expect(await listed("status=overdue")).toEqual([late]);
    expect(await listed("due=upcoming")).toEqual([yen, part]);
    expect(await listed("status=open,partially_paid&due_from=2026-10-01&due_to=2026-10-31")).toEqual([late]);
    const issuedOnes = "status=open,partially_paid,paid,uncollectible";
    expect(await listed(`${issuedOnes}&invoiced_from=2026-11-02&invoiced_to=2026-11-03`)).toEqual([
      paid,
      part,
    ]);
    expect(await listed(`${issuedOnes}&fiscal_status=registered,pending`)).toEqual([]);
    expect(await listed(`ids=${late},${paid}`)).toEqual([paid, late]);
  });

  test("shows number, customer and what is due, and finds both", async () => {
    const { late, ada } = records;
    const { rows } = await get("/lists/invoices?status=overdue");
    expect(rows[0]).toMatchObject({
      id: late,
      number: "INV-000001",
      customer_id: ada,
      customer_name: "Ada Stores",
      due_date: "2026-10-31",
      overdue: true,
      amount_due: 100,
    });
    expect(ids(await get("/lists/invoices?q=ada%20st&status=open"))).toEqual([records.yen, late]);
    expect(ids(await get("/lists/invoices?q=INV-000001"))).toEqual([late]);
  });
});

test("payments are ordered by the day they were paid, and name their customer and invoice", async () => {
  const { part, paid } = records;
  const { rows, totals, counts } = await get("/lists/payments");
  expect(rows).toMatchObject([
    { invoice_id: part, invoice_number: "INV-000002", payer: "bola & sons", amount: 50 },
    { invoice_id: paid, invoice_number: "INV-000003", payer: "bola & sons", amount: 300 },
  ]);
  expect(totals).toEqual([{ currency: "NGN", count: 2, amount: 350, amount_refunded: 0 }]);
  expect(counts).toEqual({
    all: 2,
    unallocated: 0,
    refunded: 0,
    late: 0,
    disputed: 0,
    reversed: 0,
    uncertified: 0,
  });
  const found = async (query: string) => (await get(`/lists/payments?${query}`)).rows.length;
  expect(await found("q=bola")).toBe(2);
  expect(await found("q=INV-000003")).toBe(1);
  expect(await found("q=teller")).toBe(1);
  expect(await found("q=oja")).toBe(1);
  expect(await found("q=nobody")).toBe(0);
  expect(await found(`customer_id=${records.bola}`)).toBe(2);
  expect(await found(`q=teller&customer_id=${records.ada}`)).toBe(0);
  expect(await found("paid_from=2026-11-05&paid_to=2026-11-10")).toBe(1);
});

test("a payment that was refunded has a tab of its own", async () => {
  const other = await service.company();
  const by = await signIn(service, { companyId: other.id, role: "viewer" });
  const first = await issued("30", {}, other);
  const second = await issued("40", {}, other);
  const { payment } = await must("POST /payments", { invoice_id: first, amount: "30" }, other);
  await must("POST /payments", { invoice_id: second, amount: "40" }, other);
  await must(`POST /payments/${payment.id}/refund`, { amount: "10" }, other);
  const { rows, counts } = await get("/lists/payments?status=refunded", by);
  expect(rows.map(({ id }: { id: number }) => id)).toEqual([payment.id]);
  expect(counts).toEqual({
    all: 2,
    unallocated: 0,
    refunded: 1,
    late: 0,
    disputed: 0,
    reversed: 0,
    uncertified: 0,
  });
});

test("a payment that was reversed has a tab of its own, and is not in the sum of what was received", async () => {
  const other = await service.company();
  const by = await signIn(service, { companyId: other.id, role: "viewer" });
  const invoice = await issued("30", {}, other);
  const { payment } = await must("POST /payments", { invoice_id: invoice, amount: "30" }, other);
  await must(`POST /payments/${payment.id}/reverse`, { reason: "Recorded twice" }, other);
  await must("POST /payments", { invoice_id: invoice, amount: "20" }, other);
  const { rows, counts } = await get("/lists/payments?status=reversed", by);
  expect(rows).toMatchObject([{ id: payment.id, reversed_at: expect.any(String) }]);
  expect(counts).toMatchObject({ all: 2, reversed: 1 });
  const { totals } = await get("/lists/payments", by);
  expect(totals).toMatchObject([{ count: 2, amount: 20 }]);
});

test("sales name their customer and the number of their invoice", async () => {
  const { rows, counts } = await get("/lists/sales");
  expect(rows).toMatchObject([
    { status: "open", customer_name: null, invoice_id: null },
    { id: saleId, status: "invoiced", customer_name: "bola & sons", invoice_number: null },
  ]);
  expect(rows[1].invoice_id).toBeGreaterThan(0);
  expect(counts).toEqual({ all: 2, open: 1, invoiced: 1, cancelled: 0 });
});

test("customers show what they owe and what of it is overdue, by currency", async () => {
  const { ada, bola } = records;
  const { rows, counts, totals } = await get("/lists/customers?sort=name");
  expect(rows).toMatchObject([
    {
      id: ada,
      balances: [
        { currency: "JPY", outstanding: 5000, overdue: 0, invoices: 1 },
        { currency: "NGN", outstanding: 100, overdue: 100, invoices: 1 },
      ],
    },
    { id: bola, balances: [{ currency: "NGN", outstanding: 150, overdue: 0, invoices: 1 }] },
  ]);
  expect(counts).toEqual({ all: 2, owing: 2, overdue: 1 });
  expect(totals).toEqual([
    { currency: "NGN", outstanding: 250, overdue: 100, count: 2 },
    { currency: "JPY", outstanding: 5000, overdue: 0, count: 1 },
  ]);
  expect(ids(await get("/lists/customers?balance=overdue"))).toEqual([ada]);
  expect(ids(await get("/lists/customers?sort=-outstanding"))).toEqual([bola, ada]);
});

test("payment links name their customer or what they are for, and expire by the clock", async () => {
  const { rows, counts } = await get("/lists/payment_links");
  expect(rows).toMatchObject([
    { payer: "Walk-in", invoice_id: null, status: "active" },
    { payer: "Ada Stores", invoice_number: "INV-000001", status: "active" },
  ]);
  expect(counts).toEqual({ all: 2, active: 2, paid: 0, expired: 0, cancelled: 0 });
});

describe("the page of", () => {
  test("a customer has what they owe and their latest records in one response", async () => {
    const { bola, part, paid } = records;
    const body = await get(`/lists/customers/${bola}`);
    expect(body.customer).toMatchObject({ id: bola, name: "bola & sons" });
    expect(body.balances).toEqual([{ currency: "NGN", outstanding: 150, overdue: 0, invoices: 1 }]);
    expect(body.invoices.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([part, paid]));
    expect(body.payments).toHaveLength(2);
    expect(body.sales.map(({ id }: { id: number }) => id)).toEqual([saleId]);
  });

  test("a payment has its customer and invoice", async () => {
    const { rows } = await get("/lists/payments");
    const body = await get(`/lists/payments/${rows[0].id}`);
    expect(body).toMatchObject({
      payment: { id: rows[0].id, refunds: [] },
      row: { payer: "bola & sons", invoice_number: "INV-000002" },
      invoice: { id: records.part, number: "INV-000002", amount_due: 150 },
    });
  });

  test("a sale has its customer and invoice", async () => {
    const body = await get(`/lists/sales/${saleId}`);
    expect(body).toMatchObject({ sale: { id: saleId }, row: { customer_name: "bola & sons" } });
  });

  test("a record of another company is not found", async () => {
    const other = await service.company();
    const by = await signIn(service, { companyId: other.id, role: "viewer" });
    for (const path of [`customers/${records.ada}`, `sales/${saleId}`, "payments/1"]) {
      expect((await by.call("GET", `/lists/${path}`)).status).toBe(404);
    }
  });
});

const listings: TableListing[] = [
  invoiceTable,
  customerTable,
  productTable,
  saleTable,
  paymentTable,
  linkTable,
];
const orders = listings.flatMap(({ name, orders: columns }) =>
  Object.keys(columns).flatMap((column) => [
    [name, column],
    [name, `-${column}`],
  ]),
);

test.each(orders)("the list of %s sorted by %s is the same in pages as at once", async (name, sort) => {
  const whole = await get(`/lists/${name}?sort=${sort}&limit=100`);
  expect(whole.rows.length).toBeGreaterThan(1);
  expect(await everyRow(`/lists/${name}?sort=${sort}`, 1)).toEqual(whole.rows);
  const opposite = await get(`/lists/${name}?sort=${sort.startsWith("-") ? sort.slice(1) : `-${sort}`}`);
  expect(ids(opposite).reverse()).toEqual(ids(whole));
});

test("only the first page counts and adds up", async () => {
  const first = await get("/lists/invoices?limit=2");
  expect(Object.keys(first)).toEqual(["success", "rows", "pagination", "counts", "totals"]);
  const second = await get(`/lists/invoices?limit=2&cursor=${first.pagination.next_cursor}`);
  expect(Object.keys(second)).toEqual(["success", "rows", "pagination"]);
});

test("an unknown column and a cursor of another order are refused", async () => {
  const { pagination } = await get("/lists/invoices?limit=1&sort=total");
  const refused = async (query: string) => {
    const { status, body } = await session.call("GET", `/lists/invoices?${query}`);
    return [status, body.errors?.[0].field];
  };
  expect(await refused("sort=secret")).toEqual([422, "sort"]);
  expect(await refused(`cursor=${pagination.next_cursor}`)).toEqual([422, "cursor"]);
  const forged = Buffer.from(JSON.stringify(["-created_at", "2026-13-45T00:00:00.000Z", 1])).toString(
    "base64url",
  );
  expect(await refused(`cursor=${forged}`)).toEqual([422, "cursor"]);
  expect(await refused("status=open,rejected")).toEqual([422, "status"]);
});

test("an export has exactly the listed records, also those of a selection", async () => {
  const csv = async (query: string) => {
    const { status, text } = await session.call("GET", `/exports/invoices.csv?${query}`);
    expect(status).toBe(200);
    return text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => Number(line.split(",")[0]));
  };
  const { late, part, paid } = records;
  expect(await csv("status=open,partially_paid&currency=NGN")).toEqual([part, late]);
  expect(await csv(`ids=${late},${paid}`)).toEqual([paid, late]);
});

test("counts and totals of a large company stop at the bound, and sorting covers the newest", async () => {
  const large = await service.company();
  const by = await signIn(service, { companyId: large.id, role: "viewer" });
  const id = await large.customer();
  await insertInvoices(service, large, id, boundedRows + 50);
  const { counts, totals } = await get("/lists/invoices", by);
  expect(counts).toMatchObject({ all: boundedRows + 1, open: boundedRows + 1, draft: 0 });
  expect(totals).toEqual([
    { currency: "NGN", count: boundedRows, total: boundedRows, amount_due: boundedRows },
  ]);
  const { rows } = await get("/lists/invoices?sort=-number", by);
  expect(rows).toHaveLength(50);
});

describe("filters that both match more than are looked at", () => {
  test("are refused where they rarely meet, and say that counts are partial where they often do", async () => {
    const large = await service.company();
    const by = await signIn(service, { companyId: large.id, role: "viewer" });
    const [one, other] = [await large.customer(), await large.customer()];
    await insertInvoices(service, large, one, boundedRows + 1);
    await insertInvoices(service, large, other, boundedRows + 1, "USD");
    const refused = await by.call("GET", `/lists/invoices?customer_id=${one}&currency=USD`);
    expect([refused.status, refused.body.code]).toEqual([422, "query_too_broad"]);
    const found = await get(`/lists/invoices?customer_id=${one}&currency=NGN`, by);
    expect([found.rows.length, found.partial]).toEqual([50, true]);
    const ofOne = await get(`/lists/invoices?customer_id=${one}`, by);
    expect(ofOne).not.toHaveProperty("partial");
    const next = await get(
      `/lists/invoices?customer_id=${one}&currency=NGN&cursor=${found.pagination.next_cursor}`,
      by,
    );
    expect(next.rows).toHaveLength(50);
  });
});
