import { signatureHeaders } from "../src/platform/security/signature.ts";
import type { Reply, TestCompany } from "./harness.ts";

/**
 * Ids by the path that names one record: `/invoices/{id}`. A path that is missing here is an untested route; records
 * that can only be listed are included as if they could be requested one by one.
 */
export type Records = Record<string, (number | string)[]>;

/** Records of every kind in several states. Every text in them contains `mark`, so that a leak is noticed. */
export async function makeRecords(company: TestCompany, mark: string): Promise<Records> {
  const make = makerOf(company);
  const customer = async (fields: object) => (await make("POST /customers", fields)).customer.id as number;
  const product = async (fields: object) => (await make("POST /products", fields)).product.id as number;

  const customers = [
    await customer({
      name: `Customer ${mark}`,
      email: `${mark}@example.com`,
      phone: mark,
      kind: "consumer",
      tax_id: mark,
      registration_number: mark,
      address: { line1: mark, city: "Lagos", country: "NG" },
      external_id: `customer-${mark}`,
      metadata: { mark, deep: { list: [1, "two", null] } },
    }),
    await customer({ name: `Plain ${mark}` }),
  ];
  const products = [
    await product({
      name: `Product ${mark}`,
      description: mark,
      sku: `sku-${mark}`,
      kind: "service",
      unit_price: "1500.5",
      tax_rate: 7.5,
      external_id: `product-${mark}`,
      portal: true,
    }),
    await product({ name: `Unpriced ${mark}`, active: false, currency: "JPY" }),
  ];
  const lines = [
    { product_id: products[0], quantity: 2 },
    { description: mark, quantity: "0.75", unit_price: 98.5, tax_rate: 19 },
  ];
  const sale = async (fields: object = {}) =>
    (await make("POST /sales", { customer_id: customers[0], lines, notes: mark, ...fields })).sale
      .id as number;
  const quote = async (fields: object = {}) =>
    (await make("POST /quotes", { customer_id: customers[0], lines, notes: mark, ...fields })).quote
      .id as number;
  const quoteAfter = async (...actions: string[]) => {
    const id = await quote();
    for (const action of actions) await make(`POST /quotes/${id}/${action}`);
    return id;
  };
  const draft = async (fields: object = {}) =>
    (await make("POST /invoices", { customer_id: customers[0], lines, notes: mark, ...fields })).invoice
      .id as number;
  const after = async (id: number, ...actions: string[]) => {
    for (const action of actions) await make(`POST /invoices/${id}/${action}`);
    return id;
  };

  const schedule = async (fields: object = {}) => {
    const rule = { interval: "month", start_date: "2090-01-31" };
    const body = { customer_id: customers[0], lines, notes: mark, ...rule, ...fields };
    return (await make("POST /recurring_invoices", body)).recurring_invoice.id as number;
  };
  const pausedSchedule = await schedule();
  await make(`POST /recurring_invoices/${pausedSchedule}/pause`);

  const invoicedSale = await sale();
  const fromSale = (await make(`POST /sales/${invoicedSale}/invoice`)).invoice.id as number;
  const cancelledSale = await sale();
  await make(`POST /sales/${cancelledSale}/cancel`);
  const sold = await quoteAfter("send");
  const saleFromQuote = (await make(`POST /quotes/${sold}/sale`)).sale.id as number;
  const invoiced = await quoteAfter("send", "accept");
  const fromQuote = (await make(`POST /quotes/${invoiced}/invoice`)).invoice.id as number;
  const records: Records = {
    "/customers/{id}": customers,
    "/products/{id}": products,
    "/sales/{id}": [
      await sale({ external_id: `sale-${mark}` }),
      await sale({ customer_id: null }),
      invoicedSale,
      saleFromQuote,
      cancelledSale,
    ],
    "/quotes/{id}": [
      await quote({ external_id: `quote-${mark}` }),
      await quoteAfter("send"),
      await quoteAfter("send", "decline"),
      sold,
      invoiced,
    ],
    "/invoices/{id}": [
      await draft({ external_id: `invoice-${mark}` }),
      fromSale,
      await after(await draft({ customer_id: customers[1] }), "issue"),
      await after(await draft({ invoice_date: "2026-01-01", due_date: "2026-01-02" }), "issue"),
      await after(await draft(), "issue", "void"),
      await after(await draft(), "issue", "write_off"),
      fromQuote,
    ],
    "/recurring_invoices/{id}": [
      await schedule({ external_id: `schedule-${mark}`, po_number: mark, metadata: { mark } }),
      await schedule({ interval: "week", count: 3, action: "issue" }),
      pausedSchedule,
    ],
    "/exchange_rates/{id}": [
      (await make("POST /exchange_rates", { currency: "USD", rate: 1534.25 })).exchange_rate.id,
      (await make("POST /exchange_rates", { currency: "USD", date: "2026-01-01", rate: 1400 })).exchange_rate
        .id,
    ],
    // Used when a payment page is opened, which nothing here does.
    "/sandbox/faults/{id}": [
      (await make("POST /sandbox/faults", { target: "gateway", fault: "late" })).fault.id,
      (await make("POST /sandbox/faults", { target: "gateway", fault: "dispute", times: 2 })).fault.id,
    ],
    ...(await makeWebhooks(company, mark)),
  };
  const money = await makeMoney(company, mark, { draft, product: products[0]! });
  records["/invoices/{id}"]!.push(...money.invoices);
  Object.assign(records, money.records);
  const requests = [`request-${mark}`, `another-${mark}`];
  for (const id of requests) {
    const headers = { "x-request-id": id };
    await company.call(`PATCH /customers/${customers[0]}`, { body: { phone: id }, headers });
  }
  const keyed = await company.call("POST /customers", {
    body: { name: `Keyed ${mark}` },
    headers: { "idempotency-key": "order-4711" },
  });
  if (keyed.status === 201) customers.push(keyed.body.customer.id);
  // This comes last, because everything above creates events.
  const { mails } = await make("GET /mails?limit=100");
  const { events } = await make("GET /events?limit=100");
  const idsOf = (entries: { id: number | string }[]) => entries.map(({ id }) => id);
  return {
    ...records,
    "/requests/{request_id}": requests,
    "/mails/{id}": idsOf(mails),
    "/events/{id}": idsOf(events),
  };
}

type Make = (operation: string, body?: unknown) => Promise<Reply["body"]>;

function makerOf(company: TestCompany): Make {
  return async (operation, body) => {
    const reply = await company.call(operation, body === undefined ? {} : { body });
    if (reply.status >= 300) throw new Error(`${operation}: ${reply.text}`);
    return reply.body;
  };
}

/** Partial and full payments, refunded or not; credit notes; links in every state that a caller can cause. */
async function makeMoney(
  company: TestCompany,
  mark: string,
  { draft, product }: { draft: () => Promise<number>; product: number },
): Promise<{ records: Records; invoices: number[] }> {
  const make = makerOf(company);
  const invoices: number[] = [];
  const invoice = async () => {
    invoices.push(await draft());
    return invoices.at(-1)!;
  };
  const pay = async (fields: object) =>
    (
      await make("POST /payments", {
        invoice_id: await invoice(),
        note: mark,
        method: mark.slice(0, 50),
        ...fields,
      })
    ).payment.id as number;
  const payments = [
    await pay({ amount: "10.50", reference: `payment-${mark}` }),
    await pay({ amount: 1, method: "withholding_tax" }),
    await pay({ amount: 2 }),
  ];
  await make(`POST /payments/${payments[2]}/refund`, { amount: 1, reason: mark });
  const credit = async () => {
    const id = await invoice();
    await make(`POST /invoices/${id}/issue`);
    const lines = [{ product_id: product, description: mark, quantity: 1, unit_price: 5 }];
    return (await make(`POST /invoices/${id}/credit_notes`, { lines, reason: mark })).credit_note
      .id as number;
  };
  // Credit of a paid invoice, of which a part pays another one.
  const applied = await credit();
  const { invoice_id } = (await make(`GET /credit_notes/${applied}`)).credit_note;
  const { customer_id, amount_due } = (await make(`GET /invoices/${invoice_id}`)).invoice;
  payments.push((await make("POST /payments", { invoice_id, amount: amount_due, note: mark })).payment.id);
  const spare = { lines: [{ description: mark, quantity: 1, unit_price: 3 }], reason: mark };
  const note = (await make(`POST /invoices/${invoice_id}/credit_notes`, spare)).credit_note.id as number;
  const other = (await make("POST /invoices", { customer_id, lines: spare.lines })).invoice.id as number;
  await make(`POST /invoices/${other}/issue`);
  await make(`POST /credit_notes/${note}/apply`, { invoice_id: other, amount: 1 });
  invoices.push(other);
  // Money from a gateway that pays two invoices of the customer.
  const windfall = await company.recordPayment(2);
  const third = (await make("POST /invoices", { customer_id, lines: spare.lines })).invoice.id as number;
  invoices.push(third);
  for (const id of [other, third])
    await make(`POST /payments/${windfall}/allocate`, { invoice_id: id, amount: 1 });
  payments.push(windfall);
  const link = async (fields: object = {}) =>
    (await make("POST /payments/link", { amount: 5, label: mark, purpose: mark, ...fields }))
      .reference as string;
  const links = [await link(), await link({ invoice_id: await invoice() }), await link()];
  await make(`POST /payments/links/${links[2]}/cancel`);
  const records = {
    "/payments/{id}": payments,
    "/credit_notes/{id}": [applied, note, await credit()],
    "/payments/links/{reference}": links,
  };
  return { records, invoices };
}

/** Endpoints in every state, a delivery to each, and entries of the service's own receiver. */
async function makeWebhooks(company: TestCompany, mark: string): Promise<Records> {
  const make = makerOf(company);
  const url = `https://hooks.example/${mark}`;
  const made = [
    await make("POST /webhooks/endpoints", { url, description: mark, events: ["invoice.paid"] }),
    await make("POST /webhooks/endpoints", { url: `${url}/rotated` }),
    await make("POST /webhooks/endpoints", { url: `${url}/disabled` }),
  ];
  const [filtered, rotated, disabled] = made.map(({ endpoint }) => endpoint.id as number);
  for (const { endpoint } of made) await make("POST /webhooks/test", { endpoint_id: endpoint.id });
  const entries = await fillInbox(company);
  await make(`POST /webhooks/endpoints/${rotated}/rotate_secret`, { overlap_seconds: 3600 });
  await make(`PATCH /webhooks/endpoints/${disabled}`, { status: "disabled" });
  const { endpoints } = await make("GET /webhooks/endpoints");
  const { deliveries } = await make("GET /webhooks/deliveries");
  const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);
  return {
    // The endpoint that supports every operation is first, because most tests use the first.
    "/webhooks/endpoints/{id}": [...new Set([filtered!, ...idsOf(endpoints)])],
    "/webhooks/deliveries/{id}": idsOf(deliveries).reverse(),
    "/webhooks/inbox/{id}": entries,
  };
}

/** Two events for the primary endpoint, which is the service's own receiver unless another is set. */
async function fillInbox(company: TestCompany): Promise<number[]> {
  const make = makerOf(company);
  const { endpoints } = await make("GET /webhooks/endpoints");
  const primary = endpoints.find((endpoint: { primary: boolean }) => endpoint.primary);
  if (!primary) throw new Error("make this company with primaryEndpoint: true");
  const { webhook_secret } = await make(`POST /webhooks/endpoints/${primary.id}/rotate_secret`);
  const entries: number[] = [];
  for (let count = 0; count < 2; count++) {
    const { event } = await make("POST /webhooks/test", { endpoint_id: primary.id });
    entries.push(await receive(company, webhook_secret, event));
  }
  return entries;
}

/** Delivers an event to the service's own receiver, as the worker does for a company without another. */
async function receive(
  { serviceUrl }: TestCompany,
  secret: string,
  event: { id: string; sequence: number; created_at: string },
): Promise<number> {
  const body = Buffer.from(JSON.stringify(event));
  const headers = signatureHeaders([secret], event.id, new Date(event.created_at), body);
  const response = await fetch(`${serviceUrl}/sandbox/webhook`, { method: "POST", headers, body });
  if (response.status !== 200) throw new Error(`the event was not received: ${await response.text()}`);
  return event.sequence;
}

/** The ids that an operation's path can name; throws for a path that `makeRecords` does not know. */
export function idsFor(records: Records, recordPath: string): (number | string)[] {
  const ids = records[recordPath];
  if (!ids?.length) throw new Error(`${recordPath}: let makeRecords in records.ts make such records`);
  return ids;
}
