import { addDays } from "../../../service/src/platform/values/clock.ts";
import type { CreditNote, Fiscal, Invoice, Payment, PaymentLink } from "../dashboard/records.ts";
import { texts } from "../texts/invoices.ts";

export type TimelineEntry = {
  at: string;
  text: string;
  detail?: string | undefined;
  tone: "good" | "bad" | "plain";
};

/** An invoice with its related records; those that could not be loaded are missing. */
export type TimelineRecords = {
  invoice: Invoice;
  payments: readonly Payment[];
  links: readonly PaymentLink[];
  creditNotes: readonly CreditNote[];
};

/** The history of an invoice, newest first, derived from its records. */
export function timelineOf(
  records: TimelineRecords,
  money: (amount: number, currency: string) => string,
): TimelineEntry[] {
  const entries = [
    ...ofInvoice(records.invoice),
    ...records.payments.flatMap((payment) => ofPayment(payment, money)),
    ...records.links.flatMap((link) => ofLink(link, money)),
    ...records.creditNotes.map(({ issued_at, number, total, currency, reason }) => ({
      ...plain(issued_at, texts.timeline.credited(number, money(total, currency))),
      detail: reason ?? undefined,
    })),
  ];
  // Entries are listed in order of occurrence and the sort is stable, so reversing puts the later of two equal times first.
  return entries.reverse().sort((a, b) => b.at.localeCompare(a.at));
}

const plain = (at: string, text: string): TimelineEntry => ({ at, text, tone: "plain" });
const good = (at: string, text: string): TimelineEntry => ({ at, text, tone: "good" });
const bad = (at: string, text: string, detail?: string | null): TimelineEntry => ({
  at,
  text,
  tone: "bad",
  detail: detail ?? undefined,
});

function ofInvoice(invoice: Invoice): TimelineEntry[] {
  const { fiscal_status, irn } = invoice;
  const fiscal = invoice.fiscal as (Fiscal & { cancelled_at?: string }) | null;
  const entries = [plain(invoice.created_at, texts.timeline.createdBy[invoice.source])];
  if (invoice.issued_at && invoice.number)
    entries.push(plain(invoice.issued_at, texts.timeline.issued(invoice.number)));
  if (irn && fiscal?.registered_at) entries.push(good(fiscal.registered_at, texts.timeline.registered(irn)));
  if (fiscal_status === "pending") entries.push(plain(invoice.updated_at, texts.timeline.requested));
  if (fiscal_status === "rejected")
    entries.push(bad(fiscal?.rejected_at ?? invoice.updated_at, texts.timeline.rejected));
  if (fiscal?.cancelled_at) entries.push(bad(fiscal.cancelled_at, texts.timeline.registrationCancelled));
  // The invoice became overdue at the end of its due date; midnight UTC is close enough for any time zone.
  if (invoice.overdue)
    entries.push(bad(`${addDays(invoice.due_date, 1)}T00:00:00.000Z`, texts.timeline.overdue));
  if (invoice.paid_at) entries.push(good(invoice.paid_at, texts.timeline.settled));
  if (invoice.voided_at) entries.push(bad(invoice.voided_at, texts.timeline.voided));
  return entries;
}

function ofPayment(payment: Payment, money: (amount: number, currency: string) => string): TimelineEntry[] {
  const { amount, currency, method, paid_at, refunds } = payment;
  const received: TimelineEntry = {
    ...good(paid_at, texts.timeline.paid(money(amount, currency))),
    detail: method ? texts.timeline.method(method) : undefined,
  };
  const back = refunds.map((refund) => {
    const sum = money(refund.amount, currency);
    const at = refund.settled_at ?? refund.created_at;
    if (refund.status === "failed") return bad(at, texts.timeline.refundFailed(sum), refund.failure);
    const text = refund.status === "done" ? texts.timeline.refunded(sum) : texts.timeline.refundPending(sum);
    return { ...plain(at, text), detail: refund.reason ?? undefined };
  });
  return [received, ...back];
}

function ofLink(link: PaymentLink, money: (amount: number, currency: string) => string): TimelineEntry[] {
  const made = plain(link.created_at, texts.timeline.link(money(link.amount, link.currency)));
  const tries = link.attempts
    .filter(({ status }) => status === "failed")
    .map(({ updated_at, reason }) => bad(updated_at, texts.timeline.tried, reason));
  if (link.status === "cancelled")
    return [made, ...tries, plain(link.updated_at, texts.timeline.linkCancelled)];
  if (link.status === "expired") return [made, ...tries, plain(link.expires_at, texts.timeline.linkExpired)];
  return [made, ...tries];
}
