import { creditNoteId, registeredId, registrableId } from "./einvoicing-service.ts";
import type { CallOptions, Reply, TestCompany } from "./harness.ts";
import { type Operation, requiredQuery, type Schema, withId } from "./operations.ts";

/** A request as `TestCompany.call` takes it. */
export type Request = [operation: string, options: CallOptions];

export const send = (company: TestCompany, [operation, options]: Request): Promise<Reply> =>
  company.call(operation, options);

/** The contract's example request, made valid: on a record in the state that the operation requires. */
export async function validRequest(company: TestCompany, operation: Operation): Promise<Request> {
  await preparations[operation.name]?.(company);
  const id = operation.recordPath ? await recordFor(company, operation) : "";
  const query = requiredQuery(operation, "") && requiredQuery(operation, await company.customer());
  return [withId(operation, id) + query, await exampleBody(company, operation)];
}

/** The unchanged example, except for its ids, which are the company's own. */
export async function exampleBody(company: TestCompany, { name, body }: Operation): Promise<CallOptions> {
  if (!body) return {};
  const example = body.example as Schema;
  return {
    body: {
      ...example,
      ...("customer_id" in example && { customer_id: await company.customer() }),
      ...("records" in example && { records: await ownRecords(company, example.records as Schema[]) }),
      ...("invoice_id" in example && { invoice_id: await (invoices[name] ?? invoiceOf)(company) }),
    },
  };
}

const ownRecords = (company: TestCompany, records: Schema[]) =>
  Promise.all(
    records.map(async (record) =>
      "customer_id" in record ? { ...record, customer_id: await company.customer() } : record,
    ),
  );

/** For operations whose body names an invoice that not every one would do for. */
const invoices: Record<string, (company: TestCompany) => Promise<number>> = {
  "POST /credit_notes/{id}/apply": owedBesideCredit,
};

/** Preconditions of an operation that neither its path nor its body names. */
const preparations: Record<string, (company: TestCompany) => Promise<unknown>> = {
  "GET /einvoicing/integration": (company) =>
    company.call("POST /einvoicing/integration", { body: { adapter: "document_only" } }),
  "DELETE /einvoicing/integration": (company) =>
    company.call("POST /einvoicing/integration", { body: { adapter: "document_only" } }),
  "POST /webhooks/test": (company) => endpointOf(company),
  "GET /requests": (company) =>
    company.call("POST /customers", {
      body: { name: "Acme Trading Ltd" },
      headers: { "idempotency-key": "order-4711" },
    }),
};

/** A new record in the state that the operation requires. */
async function recordFor(company: TestCompany, { name, recordPath }: Operation): Promise<number | string> {
  const make = makers[name.split(" ")[1]!] ?? makers[recordPath!];
  if (!make) throw new Error(`${name}: say in replay-requests.ts how to make such a record`);
  const id = await make(company);
  const needsIssued = ["void", "write_off", "refresh_parties", "credit_notes", "send"].map(
    (action) => `POST /invoices/{id}/${action}`,
  );
  if (needsIssued.includes(name)) await company.call(`POST /invoices/${id}/issue`);
  return id;
}

const makers: Record<string, (company: TestCompany) => Promise<number | string>> = {
  "/customers/{id}": (company) => company.customer(),
  "/requests/{request_id}": async (company) => {
    const { headers } = await company.call("POST /customers", { body: { name: "Acme Trading Ltd" } });
    return headers.get("x-request-id")!;
  },
  "/products/{id}": async (company) =>
    (await made(company, "POST /products", { name: "Hour" })).product.id as number,
  "/exchange_rates/{id}": async (company) =>
    (await made(company, "POST /exchange_rates", { currency: "USD", rate: 1534.25 })).exchange_rate
      .id as number,
  "/sandbox/faults/{id}": async (company) =>
    (await made(company, "POST /sandbox/faults", { target: "gateway", fault: "late", times: 1 })).fault
      .id as number,
  "/sales/{id}": saleOf,
  "/quotes/{id}": quoteOf,
  ...Object.fromEntries(
    ["accept", "decline", "invoice", "sale"].map((action) => [`/quotes/{id}/${action}`, sentQuoteOf]),
  ),
  "/recurring_invoices/{id}": scheduleOf,
  "/recurring_invoices/{id}/resume": pausedScheduleOf,
  "/invoices/{id}": invoiceOf,
  "/invoices/{id}.xml": issuedOf,
  "/invoices/{id}/register": registrableId,
  "/invoices/{id}/registration": registeredId,
  "/invoices/{id}/cancel_registration": registeredId,
  "/credit_notes/{id}": creditNoteOf,
  "/credit_notes/{id}/apply": spareCreditOf,
  "/credit_notes/{id}.pdf": creditNoteOf,
  "/credit_notes/{id}.xml": creditNoteOf,
  "/credit_notes/{id}/register": creditNoteId,
  "/credit_notes/{id}/registration": async (company) => {
    const id = await creditNoteId(company);
    await company.call(`POST /credit_notes/${id}/register`);
    return id;
  },
  "/payments/{id}": withheldTaxOf,
  "/mails/{id}": mailOf,
  "/payments/{id}/allocate": (company) => company.recordPayment(exampleTotal),
  "/payments/links/{reference}": linkOf,
  "/events/{id}": async (company) => {
    await company.customer();
    return (await company.call("GET /events")).body.events[0].id;
  },
  "/webhooks/endpoints/{id}": (company) => endpointOf(company),
  "/webhooks/deliveries/{id}": (company) => deliveryOf(company),
};

/** The total of the example invoice: examples of payments, refunds and credit notes take at most that. */
const exampleTotal = 145_125;

export async function made(company: TestCompany, operation: string, body?: object): Promise<Reply["body"]> {
  const reply = await company.call(operation, body ? { body } : {});
  if (reply.status >= 300) throw new Error(`${operation}: ${reply.text}`);
  return reply.body;
}

async function mailOf(company: TestCompany): Promise<number> {
  const id = await issuedOf(company);
  await made(company, `POST /invoices/${id}/send`, { to: "buyer@example.com" });
  return (await made(company, `GET /mails?about=invoice/${id}`)).mails[0].id;
}

export async function saleOf(company: TestCompany): Promise<number> {
  const line = { description: "Work", quantity: 1, unit_price: 100 };
  const customer_id = await company.customer();
  return (await made(company, "POST /sales", { customer_id, lines: [line] })).sale.id;
}

export async function quoteOf(company: TestCompany): Promise<number> {
  const line = { description: "Work", quantity: 1, unit_price: 100 };
  const customer_id = await company.customer();
  return (await made(company, "POST /quotes", { customer_id, lines: [line] })).quote.id;
}

export async function sentQuoteOf(company: TestCompany): Promise<number> {
  const id = await quoteOf(company);
  await made(company, `POST /quotes/${id}/send`);
  return id;
}

export async function scheduleOf(company: TestCompany): Promise<number> {
  const line = { description: "Work", quantity: 1, unit_price: 100 };
  const rule = { interval: "month", start_date: "2090-01-31" };
  const body = { customer_id: await company.customer(), lines: [line], ...rule };
  return (await made(company, "POST /recurring_invoices", body)).recurring_invoice.id;
}

export async function pausedScheduleOf(company: TestCompany): Promise<number> {
  const id = await scheduleOf(company);
  await made(company, `POST /recurring_invoices/${id}/pause`);
  return id;
}

export async function invoiceOf(company: TestCompany): Promise<number> {
  const line = { description: "Work", quantity: 1, unit_price: exampleTotal };
  return (await company.draft({ lines: [line] })).id;
}

export async function issuedOf(company: TestCompany): Promise<number> {
  const id = await registrableId(company);
  await made(company, `POST /invoices/${id}/issue`);
  return id;
}

export async function creditNoteOf(company: TestCompany): Promise<number> {
  const id = await issuedOf(company);
  return (await made(company, `POST /invoices/${id}/credit_notes`)).credit_note.id;
}

/** A credit note on a paid invoice, which needs none of the credit. */
export async function spareCreditOf(company: TestCompany): Promise<number> {
  const { invoice_id } = (await made(company, `GET /payments/${await paymentOf(company)}`)).payment;
  return (await made(company, `POST /invoices/${invoice_id}/credit_notes`)).credit_note.id;
}

/** An issued invoice for the customer of the company's newest credit note. */
export async function owedBesideCredit(company: TestCompany): Promise<number> {
  const [note] = (await made(company, "GET /credit_notes?limit=1")).credit_notes;
  if (!note) return invoiceOf(company);
  const { customer_id } = (await made(company, `GET /invoices/${note.invoice_id}`)).invoice;
  const line = { description: "Work", quantity: 1, unit_price: exampleTotal };
  const { id } = await company.draft({ customer_id, lines: [line] });
  await made(company, `POST /invoices/${id}/issue`);
  return id;
}

export async function paymentOf(company: TestCompany): Promise<number> {
  const invoice_id = await invoiceOf(company);
  return (await made(company, "POST /payments", { invoice_id, amount: exampleTotal })).payment.id;
}

/** A payment that may have a certificate. */
export async function withheldTaxOf(company: TestCompany): Promise<number> {
  const payment = { invoice_id: await invoiceOf(company), amount: exampleTotal, method: "withholding_tax" };
  return (await made(company, "POST /payments", payment)).payment.id;
}

export async function linkOf(company: TestCompany): Promise<string> {
  return (await made(company, "POST /payments/link", { amount: 5 })).reference;
}

export async function endpointOf(company: TestCompany): Promise<number> {
  return (await made(company, "POST /webhooks/endpoints", { url: "https://hooks.example/x" })).endpoint.id;
}

export async function deliveryOf(company: TestCompany, endpointId?: number): Promise<number> {
  const endpoint_id = endpointId ?? (await endpointOf(company));
  return (await made(company, "POST /webhooks/test", { endpoint_id })).delivery.id;
}
