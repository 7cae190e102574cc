import type { TSchema } from "typebox";
import type { EventType } from "./contract/event-types.ts";
import { CustomerErasure } from "./domains/backoffice/erasure/schema.ts";
import { CreditNote } from "./domains/billing/credit-notes/schema.ts";
import { Invoice } from "./domains/billing/invoices/schema.ts";
import { Quote } from "./domains/billing/quotes/schema.ts";
import { RecurringInvoice } from "./domains/billing/recurring-invoices/schema.ts";
import { Sale } from "./domains/billing/sales/schema.ts";
import { Customer } from "./domains/catalog/customers/schema.ts";
import { Product } from "./domains/catalog/products/schema.ts";
import { PaymentLink } from "./domains/payments/links/schema.ts";
import { FailedPayment } from "./domains/payments/payment-attempts/schema.ts";
import { Payment } from "./domains/payments/payments/schema.ts";
import { MailRecord } from "./domains/sending/mails/schema.ts";
import { Endpoint } from "./domains/webhooks/endpoints/schema.ts";

const of = (record: TSchema, summary: string) => ({ record, summary });

/** When each event happens, and the record that it brings. The contract's webhooks are made from this. */
export const eventRecords: Record<EventType, { record: TSchema; summary: string }> = {
  "invoice.created": of(Invoice, "A draft invoice was created"),
  "invoice.updated": of(
    Invoice,
    "A draft invoice was changed, an issued one is owed again because a payment was reversed, or reminders were paused or resumed",
  ),
  "invoice.deleted": of(Invoice, "A draft invoice was deleted"),
  "invoice.issued": of(Invoice, "An invoice was issued and has its number"),
  "invoice.parties_refreshed": of(Invoice, "The customer or company data of an issued invoice was refreshed"),
  "invoice.sent": of(Invoice, "An invoice was sent to the buyer by mail"),
  "invoice.viewed": of(Invoice, "The buyer's page of an invoice was opened for the first time"),
  "invoice.reminded": of(Invoice, "A reminder to pay an invoice was sent to the buyer by mail"),
  "invoice.registration_pending": of(Invoice, "The authority has received an invoice and decides later"),
  "invoice.registered": of(Invoice, "An invoice was registered and has its IRN"),
  "invoice.registration_failed": of(
    Invoice,
    "The authority rejected an invoice; with fiscal_status `none`, the registration was abandoned before anything was sent",
  ),
  "invoice.registration_cancelled": of(Invoice, "An invoice's registration was cancelled"),
  "invoice.partially_paid": of(Invoice, "An invoice was partially paid"),
  "invoice.paid": of(Invoice, "An invoice was paid in full"),
  "invoice.overdue": of(Invoice, "An invoice became overdue"),
  "invoice.voided": of(Invoice, "An invoice was voided"),
  "invoice.written_off": of(Invoice, "An invoice was written off as uncollectible"),
  "recurring_invoice.created": of(RecurringInvoice, "A recurring invoice was created"),
  "recurring_invoice.updated": of(RecurringInvoice, "A recurring invoice was changed"),
  "recurring_invoice.paused": of(RecurringInvoice, "A recurring invoice was paused"),
  "recurring_invoice.resumed": of(RecurringInvoice, "A recurring invoice was resumed"),
  "recurring_invoice.invoiced": of(
    RecurringInvoice,
    "A recurring invoice made the invoice of a period, which has events of its own",
  ),
  "recurring_invoice.failed": of(
    RecurringInvoice,
    "A period of a recurring invoice failed; last_error says why, and the next period is not affected",
  ),
  "recurring_invoice.ended": of(RecurringInvoice, "The last date of a recurring invoice is over"),
  "payment.recorded": of(Payment, "A payment was recorded"),
  "payment.receipt_sent": of(Payment, "The receipt of a payment was sent to the buyer by mail"),
  "payment.allocated": of(Payment, "Unallocated money of a payment was allocated to an invoice"),
  "payment.updated": of(Payment, "The certificate number of a payment was changed"),
  "payment.failed": of(FailedPayment, "A buyer's attempt to pay by a link failed"),
  "payment.refunded": of(Payment, "A payment was refunded"),
  "payment.disputed": of(
    Payment,
    "The buyer’s bank disputes a payment, or has decided; what a lost dispute changes has events of its own",
  ),
  "payment.reversed": of(
    Payment,
    "A payment no longer counts: it was recorded by mistake, or the buyer’s bank took the money back",
  ),
  "payment_link.created": of(PaymentLink, "A payment link was created"),
  "payment_link.paid": of(PaymentLink, "A payment link was paid; a reusable one, each time that it is"),
  "payment_link.expired": of(PaymentLink, "A payment link expired"),
  "payment_link.cancelled": of(PaymentLink, "A payment link was cancelled"),
  "sale.created": of(Sale, "A sale was created"),
  "sale.updated": of(Sale, "A sale was changed"),
  "sale.cancelled": of(Sale, "A sale was cancelled"),
  "sale.invoiced": of(Sale, "A draft invoice was created from a sale"),
  "quote.created": of(Quote, "A quote was created"),
  "quote.updated": of(
    Quote,
    "A draft quote was changed, or a quote is open again because its draft invoice was deleted",
  ),
  "quote.sent": of(Quote, "A quote was sent, so its page is open to the buyer"),
  "quote.viewed": of(Quote, "The page of a quote was opened for the first time"),
  "quote.accepted": of(Quote, "A quote was accepted"),
  "quote.declined": of(Quote, "A quote was declined"),
  "quote.expired": of(Quote, "A quote was not answered in time"),
  "quote.invoiced": of(Quote, "A sale or a draft invoice was created from a quote"),
  "customer.created": of(Customer, "A customer was created"),
  "customer.updated": of(Customer, "A customer was changed"),
  "customer.erased": of(
    CustomerErasure,
    "The personal data of a customer was erased; sequences are the events that were redacted",
  ),
  "product.created": of(Product, "A product was created"),
  "product.updated": of(Product, "A product was changed"),
  "credit_note.issued": of(CreditNote, "A credit note was issued"),
  "credit_note.sent": of(CreditNote, "A credit note was sent to the buyer by mail"),
  "credit_note.applied": of(CreditNote, "Credit was applied to another invoice"),
  "credit_note.registration_pending": of(
    CreditNote,
    "The authority has received a credit note and decides later",
  ),
  "credit_note.registered": of(CreditNote, "A credit note was registered and has its IRN"),
  "credit_note.registration_failed": of(CreditNote, "The authority rejected a credit note"),
  "mail.failed": of(MailRecord, "A mail with a document did not reach its recipient; last_error says why"),
  "webhook.test": of(Endpoint, "A test event for an endpoint"),
  "webhook.disabled": of(Endpoint, "An endpoint was disabled, manually or because deliveries failed"),
};
