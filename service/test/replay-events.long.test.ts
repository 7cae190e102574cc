import { type Authority, startAuthority } from "billfold-sandbox/authority";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EventType, eventTypes } from "../src/contract/event-types.ts";
import { emitOverdueEvents } from "../src/domains/billing/invoices/overdue.ts";
import { expireQuotes } from "../src/domains/billing/quotes/expiry.ts";
import {
  scheduleOf as dueSchedule,
  runOne,
} from "../src/domains/billing/recurring-invoices/recurring.fixture.ts";
import { expireLinks } from "../src/domains/payments/links/service.ts";
import {
  returnToCheckout,
  startedPayment,
} from "../src/domains/payments/payment-attempts/payment-attempts.fixture.ts";
import { reportDispute } from "../src/domains/payments/payments/disputes.fixture.ts";
import { placedOrder } from "../src/domains/portal/portal.fixture.ts";
import { sendDueMails } from "../src/domains/sending/mails/worker.ts";
import { remindOf } from "../src/domains/sending/reminders/run.ts";
import { setPlan } from "../src/domains/tenancy/plans/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { dateIn } from "../src/platform/values/clock.ts";
import { auditFaults } from "./audit-faults.ts";
import { creditNoteId, registeredId, registrableId } from "./einvoicing-service.ts";
import { noon, type TestCompany, taxed } from "./harness.ts";
import { contract } from "./operations.ts";
import { openPage, type PaymentService, startPaymentService } from "./payment-service.ts";
import {
  deliveryOf,
  endpointOf,
  invoiceOf,
  linkOf,
  made,
  owedBesideCredit,
  pausedScheduleOf,
  paymentOf,
  quoteOf,
  saleOf,
  scheduleOf,
  sentQuoteOf,
  spareCreditOf,
} from "./replay-requests.ts";
import { eventFaults } from "./response-schemas.ts";

// Every webhook event type in the contract occurs as documented.
let shop: PaymentService;
let authority: Authority;
beforeAll(async () => {
  authority = await startAuthority({ now: () => shop?.clock.now() ?? noon });
  shop = await startPaymentService({ env: { BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url } });
});
afterAll(async () => {
  await authority.close();
  await shop.close();
});

type Happening = (company: TestCompany) => Promise<unknown>;

/** The cause of each event type, except for those that another cause includes. */
const happenings: Partial<Record<EventType, Happening>> = {
  "invoice.updated": async (company) =>
    made(company, `PATCH /invoices/${await invoiceOf(company)}`, { notes: "x" }),
  "invoice.deleted": async (company) => made(company, `DELETE /invoices/${await invoiceOf(company)}`),
  "invoice.parties_refreshed": async (company) => {
    const customer_id = await company.customer({ name: "No tax number" });
    const { id } = await company.draft({ customer_id });
    await made(company, `POST /invoices/${id}/issue`);
    await made(company, `PATCH /customers/${customer_id}`, { tax_id: "87654321-0001" });
    await made(company, `POST /invoices/${id}/refresh_parties`);
  },
  "invoice.registration_pending": async (company) => registered(company, await registrableId(company)),
  "invoice.registered": registeredId,
  "invoice.registration_failed": async (company) => {
    const id = await registrableId(company);
    await rejects(company);
    return company.call(`POST /invoices/${id}/register`);
  },
  "invoice.registration_cancelled": async (company) =>
    made(company, `POST /invoices/${await registeredId(company)}/cancel_registration`, { reason: "x" }),
  "invoice.partially_paid": async (company) =>
    made(company, "POST /payments", { invoice_id: await invoiceOf(company), amount: 5 }),
  "invoice.paid": paymentOf,
  "invoice.sent": async (company) =>
    made(company, `POST /invoices/${await invoiceOf(company)}/send`, {
      to: "buyer@example.com",
      issue: true,
    }),
  "mail.failed": async (company) => {
    const id = await invoiceOf(company);
    await made(company, `POST /invoices/${id}/send`, { to: "buyer@example.com", issue: true });
    // As if a mail server had not been reachable until the mail expired.
    await shop.context.db.query(
      "update mails set status = 'queued', next_attempt_at = created_at, expires_at = created_at where about = $1",
      [`invoice/${id}`],
    );
    await sendDueMails(shop.context);
  },
  "invoice.reminded": async (company) => {
    await made(company, "PATCH /reminder_settings", { enabled: true, steps: [{ days: 0 }] });
    const customer_id = await company.customer({ email: "buyer@example.com" });
    const today = shop.clock.now().toISOString().slice(0, 10);
    const { id } = await company.draft({ customer_id, invoice_date: today, due_date: today });
    await made(company, `POST /invoices/${id}/issue`);
    await remindOf(shop.context, company.id, id);
  },
  "invoice.viewed": async (company) => {
    const id = await invoiceOf(company);
    const { mail } = await made(company, `POST /invoices/${id}/send`, { to: "b@example.com", issue: true });
    await openPage(shop.url + new URL(mail.url).pathname);
  },
  "quote.viewed": async (company) => {
    const { quote } = (await company.call(`GET /quotes/${await sentQuoteOf(company)}`)).body;
    await openPage(shop.url + new URL(quote.url).pathname);
  },
  "credit_note.sent": async (company) => {
    const id = await spareCreditOf(company);
    await made(company, `POST /credit_notes/${id}/send`, { to: "buyer@example.com" });
  },
  "payment.receipt_sent": async (company) =>
    made(company, `POST /payments/${await paymentOf(company)}/send`, { to: "buyer@example.com" }),
  "invoice.overdue": async (company) => {
    await made(company, `POST /invoices/${await invoiceOf(company)}/issue`);
    shop.clock.advance(60 * 86_400_000);
    await emitOverdueEvents(shop.context);
  },
  "invoice.voided": async (company) => made(company, `POST /invoices/${await invoiceOf(company)}/void`),
  "invoice.written_off": async (company) => {
    const id = await invoiceOf(company);
    await made(company, `POST /invoices/${id}/issue`);
    await made(company, `POST /invoices/${id}/write_off`);
  },
  "recurring_invoice.updated": async (company) =>
    made(company, `PATCH /recurring_invoices/${await scheduleOf(company)}`, { notes: "x" }),
  "recurring_invoice.resumed": async (company) =>
    made(company, `POST /recurring_invoices/${await pausedScheduleOf(company)}/resume`),
  "recurring_invoice.ended": async (company) => runOne(shop.context, company, await lastDue(company)),
  "recurring_invoice.failed": async (company) => {
    const schedule = await lastDue(company);
    await inTransaction(shop.context.db, (tx) =>
      setPlan({ tx, now: shop.clock.now() }, company.id, { quotaInvoices: 0 }),
    );
    await runOne(shop.context, company, schedule);
  },
  "payment.failed": async (company) => {
    const { attempt, checkout_url } = await startedPayment(shop, company);
    shop.gateway.pay(attempt, { card: "4000000000000002" });
    await returnToCheckout(checkout_url);
  },
  "payment.refunded": async (company) => made(company, `POST /payments/${await paymentOf(company)}/refund`),
  "customer.erased": async (company) => made(company, `POST /customers/${await company.customer()}/erase`),
  "payment.allocated": async (company) => {
    const { id } = await company.draft();
    await made(company, `POST /payments/${await company.recordPayment(5)}/allocate`, { invoice_id: id });
  },
  "payment.updated": async (company) => {
    const { id, total } = await company.draft();
    const recorded = await made(company, "POST /payments", {
      invoice_id: id,
      amount: total,
      method: "withholding_tax",
    });
    await made(company, `PATCH /payments/${recorded.payment.id}`, { certificate_number: "WHT/1" });
  },
  "payment.disputed": async (company) => reportDispute(shop.context, company, await paymentOf(company)),
  "payment.reversed": async (company) =>
    made(company, `POST /payments/${await paymentOf(company)}/reverse`, { reason: "Recorded twice" }),
  "payment_link.paid": async (company) => {
    const { attempt, checkout_url } = await startedPayment(shop, company);
    shop.gateway.pay(attempt);
    await returnToCheckout(checkout_url);
  },
  "payment_link.expired": async (company) => {
    await linkOf(company);
    shop.clock.advance(60 * 86_400_000);
    await expireLinks(shop.context);
  },
  "payment_link.created": (company) => placedOrder(company),
  "payment_link.cancelled": async (company) =>
    made(company, `POST /payments/links/${await linkOf(company)}/cancel`),
  "sale.updated": async (company) => made(company, `PATCH /sales/${await saleOf(company)}`, { notes: "x" }),
  "sale.cancelled": async (company) => made(company, `POST /sales/${await saleOf(company)}/cancel`),
  "sale.invoiced": async (company) => made(company, `POST /sales/${await saleOf(company)}/invoice`),
  "quote.updated": async (company) =>
    made(company, `PATCH /quotes/${await quoteOf(company)}`, { notes: "x" }),
  "quote.accepted": async (company) => made(company, `POST /quotes/${await sentQuoteOf(company)}/accept`),
  "quote.declined": async (company) => made(company, `POST /quotes/${await sentQuoteOf(company)}/decline`),
  "quote.invoiced": async (company) => made(company, `POST /quotes/${await sentQuoteOf(company)}/invoice`),
  "quote.expired": async (company) => {
    await sentQuoteOf(company);
    shop.clock.advance(60 * 86_400_000);
    await expireQuotes(shop.context);
  },
  "customer.updated": async (company) =>
    made(company, `PATCH /customers/${await company.customer()}`, { phone: "+234 803 000 0001" }),
  "product.updated": async (company) => {
    const { id } = (await made(company, "POST /products", { name: "Hour" })).product;
    await made(company, `PATCH /products/${id}`, { unit_price: 5 });
  },
  "credit_note.applied": async (company) => {
    const id = await spareCreditOf(company);
    await made(company, `POST /credit_notes/${id}/apply`, { invoice_id: await owedBesideCredit(company) });
  },
  "credit_note.registration_pending": async (company) => {
    const id = await creditNoteId(company);
    await made(company, "POST /einvoicing/integration", { adapter: "async_demo" });
    await made(company, `POST /credit_notes/${id}/register`);
  },
  "credit_note.registered": async (company) =>
    made(company, `POST /credit_notes/${await creditNoteId(company)}/register`),
  "credit_note.registration_failed": async (company) => {
    const id = await creditNoteId(company);
    await rejects(company);
    return company.call(`POST /credit_notes/${id}/register`);
  },
  "webhook.test": (company) => deliveryOf(company),
  "webhook.disabled": async (company) =>
    made(company, `PATCH /webhooks/endpoints/${await endpointOf(company)}`, { status: "disabled" }),
};

/** A schedule whose last date is due. */
const lastDue = (company: TestCompany) =>
  dueSchedule(company, { start_date: dateIn("Africa/Lagos", shop.clock.now()), count: 1 });

async function registered(company: TestCompany, id: number): Promise<void> {
  await made(company, "POST /einvoicing/integration", { adapter: "async_demo" });
  await made(company, `POST /invoices/${id}/register`);
}

/** Makes the authority refuse all further submissions of this company. */
async function rejects(company: TestCompany): Promise<void> {
  const { business_id: business } = (await made(company, "GET /einvoicing/integration")).integration;
  authority.faults.add({ match: { op: "any", business }, fault: "reject_fields:1", times: null });
}

describe("every documented event occurs as documented", () => {
  const seen = new Set<string>();

  test.each(Object.entries(happenings))("%s", async (type, happen) => {
    const company = await shop.company({ profile: taxed });
    await happen(company);
    const { events } = await made(company, "GET /events?limit=100");
    const types = events.map((event: { type: string }) => event.type);
    expect(types).toContain(type);
    for (const each of types) seen.add(each);
    // Only the feed shows an event's place in the chain; it is not part of what is delivered.
    const delivered = (events as Record<string, unknown>[]).map(
      ({ body_hash: _bodyHash, hash: _hash, ...event }) => event as { type: string },
    );
    expect(delivered.flatMap(eventFaults)).toEqual([]);
  });

  test("and every event type is covered", () => {
    expect([...seen].sort()).toEqual([...eventTypes].sort());
    expect(Object.keys(contract.webhooks)).toEqual([...eventTypes]);
  });

  test("and those about money are in the audit log, each under the name of its record", async () => {
    expect(await auditFaults(shop.context.db)).toEqual([]);
  });
});
