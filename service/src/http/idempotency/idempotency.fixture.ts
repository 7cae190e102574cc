import { expect } from "vitest";
import { creditNoteId, registeredId, registrableId } from "../../../test/einvoicing-service.ts";
import type { Reply, TestCompany, TestService } from "../../../test/harness.ts";

export const line = { description: "Work", quantity: 1, unit_price: 100 };
export const customerBody = { name: "Acme Trading Ltd" };
const endpointBody = { url: "https://hooks.example/billfold" };

export type Request = { operation: string; body?: object };
const draftId = async (of: TestCompany) => (await of.draft()).id as number;
const saleId = async (of: TestCompany) =>
  (await of.call("POST /sales", { body: { customer_id: await of.customer(), lines: [line] } })).body.sale
    .id as number;
async function quoteId(of: TestCompany): Promise<number> {
  const body = { customer_id: await of.customer(), lines: [line] };
  return (await of.call("POST /quotes", { body })).body.quote.id;
}
async function sentQuoteId(of: TestCompany): Promise<number> {
  const id = await quoteId(of);
  await of.call(`POST /quotes/${id}/send`);
  return id;
}
const schedule = { lines: [line], interval: "month", start_date: "2090-01-31" };
const scheduleId = async (of: TestCompany) =>
  (await of.call("POST /recurring_invoices", { body: { ...schedule, customer_id: await of.customer() } }))
    .body.recurring_invoice.id as number;
async function issuedId(of: TestCompany): Promise<number> {
  const id = await draftId(of);
  await of.call(`POST /invoices/${id}/issue`);
  return id;
}
/** An issued invoice whose customer has got a tax number since. */
async function incompleteId(of: TestCompany): Promise<number> {
  const customer_id = await of.customer(customerBody);
  const { id } = await of.draft({ customer_id });
  await of.call(`POST /invoices/${id}/issue`);
  await of.call(`PATCH /customers/${customer_id}`, { body: { tax_id: "87654321-0001" } });
  return id;
}
async function paymentId(of: TestCompany): Promise<number> {
  const body = { invoice_id: await draftId(of), amount: 10 };
  return (await of.call("POST /payments", { body })).body.payment.id;
}
async function linkReference(of: TestCompany): Promise<string> {
  return (await of.call("POST /payments/link", { body: { amount: 10 } })).body.reference;
}
async function endpointId(of: TestCompany): Promise<number> {
  const made = await of.call("POST /webhooks/endpoints", { body: endpointBody });
  return made.body.endpoint.id;
}
async function deliveryId(of: TestCompany): Promise<number> {
  const body = { endpoint_id: await endpointId(of) };
  return (await of.call("POST /webhooks/test", { body })).body.delivery.id;
}
/** One endpoint, enabled again, with a delivery that failed when it was disabled. */
async function failedAt(of: TestCompany): Promise<number> {
  const endpoint_id = await endpointId(of);
  await of.call("POST /webhooks/test", { body: { endpoint_id } });
  for (const status of ["disabled", "enabled"]) {
    await of.call(`PATCH /webhooks/endpoints/${endpoint_id}`, { body: { status } });
  }
  return endpoint_id;
}

/** How each POST route of the contract is called once with success. */
export const recipes: Record<string, (of: TestCompany) => Promise<Request>> = {
  "/customers": async () => ({ operation: "POST /customers", body: customerBody }),
  "/customers/{id}/erase": async (of) => ({ operation: `POST /customers/${await of.customer()}/erase` }),
  "/customers/batch": async () => ({
    operation: "POST /customers/batch",
    body: { mode: "create", records: [customerBody] },
  }),
  "/products/batch": async () => ({
    operation: "POST /products/batch",
    body: { mode: "create", records: [{ name: "Rice", unit_price: 78500 }] },
  }),
  "/products": async () => ({ operation: "POST /products", body: { name: "Rice", unit_price: 78500 } }),
  "/exchange_rates": async () => ({
    operation: "POST /exchange_rates",
    body: { currency: "USD", rate: 1534.25 },
  }),
  "/sales/batch": async (of) => ({
    operation: "POST /sales/batch",
    body: { mode: "create", records: [{ customer_id: await of.customer(), lines: [line] }] },
  }),
  "/invoices/batch": async (of) => ({
    operation: "POST /invoices/batch",
    body: { mode: "create", records: [{ customer_id: await of.customer(), lines: [line] }] },
  }),
  "/sales": async (of) => ({
    operation: "POST /sales",
    body: { customer_id: await of.customer(), lines: [line] },
  }),
  "/sales/{id}/cancel": async (of) => ({ operation: `POST /sales/${await saleId(of)}/cancel` }),
  "/sales/{id}/invoice": async (of) => ({ operation: `POST /sales/${await saleId(of)}/invoice` }),
  "/quotes": async (of) => ({
    operation: "POST /quotes",
    body: { customer_id: await of.customer(), lines: [line] },
  }),
  "/quotes/{id}/send": async (of) => ({ operation: `POST /quotes/${await quoteId(of)}/send` }),
  "/quotes/{id}/accept": async (of) => ({ operation: `POST /quotes/${await sentQuoteId(of)}/accept` }),
  "/quotes/{id}/decline": async (of) => ({ operation: `POST /quotes/${await sentQuoteId(of)}/decline` }),
  "/quotes/{id}/invoice": async (of) => ({ operation: `POST /quotes/${await sentQuoteId(of)}/invoice` }),
  "/quotes/{id}/sale": async (of) => ({ operation: `POST /quotes/${await sentQuoteId(of)}/sale` }),
  "/recurring_invoices": async (of) => ({
    operation: "POST /recurring_invoices",
    body: { ...schedule, customer_id: await of.customer() },
  }),
  "/recurring_invoices/{id}/pause": async (of) => ({
    operation: `POST /recurring_invoices/${await scheduleId(of)}/pause`,
  }),
  "/recurring_invoices/{id}/resume": async (of) => {
    const id = await scheduleId(of);
    await of.call(`POST /recurring_invoices/${id}/pause`);
    return { operation: `POST /recurring_invoices/${id}/resume` };
  },
  "/invoices": async (of) => ({
    operation: "POST /invoices",
    body: { customer_id: await of.customer(), lines: [line] },
  }),
  "/invoices/{id}/issue": async (of) => ({ operation: `POST /invoices/${await draftId(of)}/issue` }),
  "/invoices/{id}/void": async (of) => ({ operation: `POST /invoices/${await issuedId(of)}/void` }),
  "/invoices/{id}/write_off": async (of) => ({ operation: `POST /invoices/${await issuedId(of)}/write_off` }),
  "/invoices/{id}/send": async (of) => ({
    operation: `POST /invoices/${await issuedId(of)}/send`,
    body: { to: "buyer@example.com" },
  }),
  "/invoices/{id}/pause_reminders": async (of) => ({
    operation: `POST /invoices/${await issuedId(of)}/pause_reminders`,
  }),
  "/invoices/{id}/resume_reminders": async (of) => {
    const id = await issuedId(of);
    await of.call(`POST /invoices/${id}/pause_reminders`);
    return { operation: `POST /invoices/${id}/resume_reminders` };
  },
  "/invoices/{id}/refresh_parties": async (of) => ({
    operation: `POST /invoices/${await incompleteId(of)}/refresh_parties`,
  }),
  "/invoices/{id}/credit_notes": async (of) => ({
    operation: `POST /invoices/${await issuedId(of)}/credit_notes`,
    body: { lines: [{ ...line, unit_price: 10 }] },
  }),
  "/invoices/{id}/register": async (of) => ({
    operation: `POST /invoices/${await registrableId(of)}/register`,
  }),
  "/invoices/{id}/cancel_registration": async (of) => ({
    operation: `POST /invoices/${await registeredId(of)}/cancel_registration`,
    body: { reason: "Wrong customer" },
  }),
  "/credit_notes/{id}/apply": async (of) => {
    const customer_id = await of.customer();
    const invoices = [await of.draft({ customer_id }), await of.draft({ customer_id })];
    const [paid, owed] = invoices.map(({ id }) => id as number);
    await of.call(`POST /invoices/${owed}/issue`);
    await of.call("POST /payments", { body: { invoice_id: paid, amount: 100 } });
    const { credit_note } = (await of.call(`POST /invoices/${paid}/credit_notes`)).body;
    return {
      operation: `POST /credit_notes/${credit_note.id}/apply`,
      body: { invoice_id: owed, amount: 10 },
    };
  },
  "/credit_notes/{id}/send": async (of) => {
    const { credit_note } = (await of.call(`POST /invoices/${await issuedId(of)}/credit_notes`)).body;
    return { operation: `POST /credit_notes/${credit_note.id}/send`, body: { to: "buyer@example.com" } };
  },
  "/reports/statement/send": async (of) => ({
    operation: "POST /reports/statement/send",
    body: { customer_id: await of.customer(), to: "buyer@example.com" },
  }),
  "/payments/{id}/send": async (of) => {
    const body = { invoice_id: await issuedId(of), amount: 10 };
    const { payment } = (await of.call("POST /payments", { body })).body;
    return { operation: `POST /payments/${payment.id}/send`, body: { to: "buyer@example.com" } };
  },
  "/credit_notes/{id}/register": async (of) => ({
    operation: `POST /credit_notes/${await creditNoteId(of)}/register`,
  }),
  "/einvoicing/integration": async () => ({
    operation: "POST /einvoicing/integration",
    body: { adapter: "document_only" },
  }),
  "/payments": async (of) => ({
    operation: "POST /payments",
    body: { invoice_id: await draftId(of), amount: 10 },
  }),
  "/payments/{id}/refund": async (of) => ({
    operation: `POST /payments/${await paymentId(of)}/refund`,
    body: { amount: 1 },
  }),
  "/payments/{id}/reverse": async (of) => ({
    operation: `POST /payments/${await paymentId(of)}/reverse`,
    body: { reason: "Recorded twice" },
  }),
  "/payments/{id}/allocate": async (of) => ({
    operation: `POST /payments/${await of.recordPayment(10)}/allocate`,
    body: { invoice_id: await issuedId(of), amount: 10 },
  }),
  "/payments/link": async () => ({ operation: "POST /payments/link", body: { amount: 10 } }),
  "/payments/links/{reference}/cancel": async (of) => ({
    operation: `POST /payments/links/${await linkReference(of)}/cancel`,
  }),
  "/portal/orders": async (of) => ({
    operation: "POST /portal/orders",
    body: { customer_id: await of.customer(), lines: [line] },
  }),
  "/portal/settings": async () => ({
    operation: "POST /portal/settings",
    body: { allowed_origins: ["https://shop.example"] },
  }),
  "/webhooks/endpoints": async () => ({ operation: "POST /webhooks/endpoints", body: endpointBody }),
  "/webhooks/endpoints/{id}/rotate_secret": async (of) => ({
    operation: `POST /webhooks/endpoints/${await endpointId(of)}/rotate_secret`,
    body: { overlap_seconds: 0 },
  }),
  "/webhooks/deliveries/{id}/replay": async (of) => ({
    operation: `POST /webhooks/deliveries/${await deliveryId(of)}/replay`,
  }),
  "/webhooks/replay": async (of) => ({
    operation: "POST /webhooks/replay",
    body: { failed: true, endpoint_id: await failedAt(of) },
  }),
  "/webhooks/test": async (of) => ({
    operation: "POST /webhooks/test",
    body: { endpoint_id: await endpointId(of) },
  }),
  "/sandbox/clock": async () => ({ operation: "POST /sandbox/clock", body: { advance: "PT1S" } }),
  "/sandbox/faults": async () => ({
    operation: "POST /sandbox/faults",
    body: { target: "gateway", fault: "late", times: 1 },
  }),
  "/sandbox/scenarios": async () => ({
    operation: "POST /sandbox/scenarios",
    body: { scenario: "six_months" },
  }),
  "/webhooks/diagnose": async () => ({
    operation: "POST /webhooks/diagnose",
    body: { body: "{}", headers: { "X-Pay-Signature": "t=1,v1=00" } },
  }),
};
/** It only looks, and is a POST because of what it is told. */
export const withoutEffect = ["/webhooks/diagnose"];

export function send(of: TestCompany, { operation, body }: Request, key: string): Promise<Reply> {
  return of.call(operation, { ...(body && { body }), headers: { "Idempotency-Key": key } });
}
export const replayed = (reply: Reply) => reply.headers.get("idempotency-replayed");
/** Every effect tells an event, but for a new endpoint, so their count is the count of effects. */
export async function effects(on: TestService, of: TestCompany): Promise<number> {
  const [row] = await on.context.db.query<{ count: number }>(
    `select (select count(*) from events where company_id = $1)
       + (select count(*) from webhook_endpoints where company_id = $1) as count`,
    [of.id],
  );
  return row!.count;
}
/**
 * A rotation or a replay changes rows and tells no event, and doing it twice may leave the same values. So each row
 * is told with the transaction that wrote it last: a second effect cannot hide.
 */
export async function traces(on: TestService, of: TestCompany): Promise<unknown> {
  const writers = (table: string, key: string) =>
    `(select jsonb_agg(r.${key} || ':' || r.xmin order by r.${key}) from ${table} r where r.company_id = $1) as ${table}`;
  return on.context.db.query(
    `select ${writers("events", "sequence")}, ${writers("webhook_endpoints", "id")}, ${writers("webhook_deliveries", "id")},
       ${writers("fiscal_integrations", "environment")}, ${writers("portal_settings", "company_id")},
       ${writers("exchange_rates", "id")}, ${writers("mails", "id")},
       (select clock_offset_ms from companies where id = $1) as clock, ${writers("sandbox_faults", "id")}`,
    [of.id],
  );
}
export function expectMismatch(reply: Reply): void {
  expect(reply.status).toBe(422);
  expect(reply.body.code).toBe("idempotency_mismatch");
}
export function expectReplay(again: Reply, first: Reply): void {
  expect({ status: again.status, text: again.text, replayed: replayed(again) }).toEqual({
    status: first.status,
    text: first.text,
    replayed: "true",
  });
}
