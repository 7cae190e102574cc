import type { TestCompany } from "./harness.ts";
import { makeRecords, type Records } from "./records.ts";
import { made } from "./replay-requests.ts";

const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];

/** Enough drafts, open sales and quotes for the actions that use them up, for this many requests. */
export async function seedRecords(company: TestCompany, requestCount: number): Promise<Records> {
  const oneIn = (requests: number) => Math.max(20, Math.ceil(requestCount / requests));
  const records = await makeRecords(company, "fuzz");
  const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
  const customer_id = await company.customer({ name: "Acme", tax_id: "87654321-0001", address });
  const create = (path: string, resource: string, count: number, fields = {}) =>
    some(
      count,
      async () =>
        (await made(company, `POST ${path}`, { customer_id, lines, ...fields }))[resource].id as number,
    );
  const drafts = await create("/invoices", "invoice", oneIn(50));
  const open = await create("/invoices", "invoice", oneIn(90));
  const sales = await create("/sales", "sale", oneIn(50));
  // Requests that move the company's clock must not make all of them expire.
  const quotes = await create("/quotes", "quote", oneIn(50), { valid_until: "2090-12-31" });
  await some(quotes.length, async (index) => {
    if (index % 2 === 0) await made(company, `POST /quotes/${quotes[index]}/send`);
  });
  await made(company, "POST /einvoicing/integration", { adapter: "sandbox" });
  await some(open.length, (index) =>
    company.call(`POST /invoices/${open[index]}/${index % 4 === 0 ? "issue" : "register"}`),
  );
  const registered = open.filter((_, index) => index % 4 === 1);
  records["/credit_notes/{id}"]!.push(...(await creditNotesOf(company, registered)));
  records["/invoices/{id}"]!.push(...drafts, ...open);
  records["/sales/{id}"]!.push(...sales);
  records["/quotes/{id}"]!.push(...quotes);
  records["/recurring_invoices/{id}"]!.push(...(await seedSchedules(company, customer_id, oneIn(50))));
  // Customers without issued invoices, which can be erased.
  const spare = await some(oneIn(250), (index) => company.customer({ name: `Spare ${index}` }));
  records["/customers/{id}"]!.push(...spare);
  await seedMoney(company, records, oneIn(250));
  await seedEndpoints(company, records);
  return records;
}

/** Schedules to pause, resume and end. */
function seedSchedules(company: TestCompany, customer_id: number, count: number): Promise<number[]> {
  const body = { customer_id, lines, interval: "month", start_date: "2090-01-31" };
  return some(count, async (index) => {
    const { id } = (await made(company, "POST /recurring_invoices", body)).recurring_invoice;
    if (index % 2 === 0) await made(company, `POST /recurring_invoices/${id}/pause`);
    return id as number;
  });
}

/** Credit notes to registered invoices; every other one is registered too. */
function creditNotesOf(company: TestCompany, invoices: readonly number[]): Promise<number[]> {
  return some(invoices.length, async (index) => {
    const { credit_note } = await made(company, `POST /invoices/${invoices[index]}/credit_notes`);
    if (index % 2 === 0) await company.call(`POST /credit_notes/${credit_note.id}/register`);
    return credit_note.id as number;
  });
}

/** Payments to refund, links to cancel, and invoices large enough for random credits. */
async function seedMoney(company: TestCompany, records: Records, count: number): Promise<void> {
  const [customer_id] = records["/customers/{id}"]!;
  const large = [{ ...lines[0], unit_price: 1_000_000_000 }];
  const all = await some(count, async () => {
    const { invoice } = await made(company, "POST /invoices", { customer_id, lines: large });
    const { payment } = await made(company, "POST /payments", { invoice_id: invoice.id, amount: 1_000_000 });
    const { reference } = await made(company, "POST /payments/link", { amount: 5 });
    const paid = await made(company, "POST /invoices", { customer_id, lines: large });
    await made(company, "POST /payments", { invoice_id: paid.invoice.id, amount: 1_000_000_000 });
    const { credit_note } = await made(company, `POST /invoices/${paid.invoice.id}/credit_notes`);
    return { invoice, payment, reference, credit_note, windfall: await company.recordPayment(900_000_000) };
  });
  // Twice, because credit can be applied only by one of these to another of these.
  for (const one of [...all, ...all]) {
    records["/invoices/{id}"]!.push(one.invoice.id);
    records["/credit_notes/{id}"]!.push(one.credit_note.id);
  }
  records["/payments/{id}"]!.push(...all.flatMap(({ payment, windfall }) => [payment.id, windfall]));
  records["/payments/links/{reference}"]!.push(...all.map(({ reference }) => reference));
}

async function seedEndpoints(company: TestCompany, records: Records): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const url = `https://hooks.example/${count}`;
    const { endpoint } = await made(company, "POST /webhooks/endpoints", { url });
    const { delivery } = await made(company, "POST /webhooks/test");
    records["/webhooks/endpoints/{id}"]!.push(endpoint.id);
    records["/webhooks/deliveries/{id}"]!.push(delivery.id);
  }
}

const atOnce = 16;

/** Creates this many, but few at once: a busy service rightly refuses some of hundreds of concurrent requests. */
async function some<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let from = 0; from < count; from += atOnce) {
    const length = Math.min(atOnce, count - from);
    all.push(...(await Promise.all(Array.from({ length }, (_, index) => make(from + index)))));
  }
  return all;
}
