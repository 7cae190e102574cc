import { addDays } from "../../../service/src/platform/values/clock.ts";
import type { CreditNote, Fiscal, Invoice, Payment, PaymentLink } from "../dashboard/records.ts";
import { refundedParts } from "../payments/refundable.ts";
import { texts } from "../texts/invoice-detail.ts";
import { texts as reminderTexts } from "../texts/reminders.ts";
import { isCreditedInFull, methodName } from "./labels.tsx";

export type TimelineEntry = {
  at: string;
  text: string;
  detail?: string | undefined;
  /** Who did it; left out for what happened by itself. */
  by?: string | undefined;
  tone: "good" | "bad" | "plain";
};

/** Who did something to a record, such as `invoice.issued` to `invoice/17`. */
export type Author = {
  created_at: string;
  action: string;
  subject: string;
  actor: { type: string; id: string | null; name: string | null };
};

/** An invoice with its related records; those that could not be loaded are missing. */
export type TimelineRecords = {
  invoice: Invoice;
  payments: readonly Payment[];
  links: readonly PaymentLink[];
  creditNotes: readonly CreditNote[];
  authors: readonly Author[];
};

type FormatMoney = (amount: number, currency: string) => string;
/** The name of who did it, by action and record; `at` tells several of the same kind apart. */
type NameAuthor = (action: string, subject: string, at?: string) => string | undefined;

/** The history of an invoice, newest first, derived from its records. */
export function timelineOf(records: TimelineRecords, money: FormatMoney): TimelineEntry[] {
  const by: NameAuthor = (action, subject, at) =>
    nameOf(
      records.authors.find(
        (author) =>
          author.action === action && author.subject === subject && (!at || author.created_at === at),
      ),
    );
  const entries = [
    ...ofInvoice(records.invoice, by),
    ...records.links.flatMap((link) => ofLink(link, money, by)),
    // They are loaded newest first.
    ...records.payments.toReversed().flatMap((payment) => ofPayment(payment, records.invoice.id, money, by)),
    ...records.creditNotes.map(({ id, issued_at, number, total, currency, reason }) => ({
      ...plain(issued_at, texts.timeline.credited(number, money(total, currency))),
      detail: reason ?? undefined,
      by: by("credit_note.issued", `credit_note/${id}`),
    })),
    ...endOfInvoice(records.invoice, records.authors, by),
  ];
  // Entries are listed in order of occurrence and the sort is stable, so reversing puts the later of two equal times first.
  return entries.reverse().sort((a, b) => b.at.localeCompare(a.at));
}

/** Nobody in particular did what the service itself did. */
function nameOf(author: Author | undefined): string | undefined {
  if (!author || author.actor.type === "system") return undefined;
  const { type, name } = author.actor;
  const words = texts.timeline.actors;
  if (type === "key") return name ? words.keyNamed(name) : words.key;
  if (type === "user") return name ?? words.user;
  return words.operator;
}

const plain = (at: string, text: string): TimelineEntry => ({ at, text, tone: "plain" });
const good = (at: string, text: string): TimelineEntry => ({ at, text, tone: "good" });
const bad = (at: string, text: string, detail?: string | null): TimelineEntry => ({
  at,
  text,
  tone: "bad",
  detail: detail ?? undefined,
});

function ofInvoice(invoice: Invoice, by: NameAuthor): TimelineEntry[] {
  const { fiscal_status, irn } = invoice;
  const subject = `invoice/${invoice.id}`;
  const fiscal = invoice.fiscal as (Fiscal & { cancelled_at?: string }) | null;
  const entries = [plain(invoice.created_at, texts.timeline.createdBy[invoice.source])];
  if (invoice.issued_at && invoice.number)
    entries.push({
      ...plain(invoice.issued_at, texts.timeline.issued(invoice.number)),
      by: by("invoice.issued", subject),
    });
  if (invoice.sent_at)
    entries.push({ ...plain(invoice.sent_at, texts.timeline.sent), by: by("invoice.sent", subject) });
  if (invoice.reminded_at) entries.push(plain(invoice.reminded_at, reminderTexts.reminded));
  if (invoice.viewed_at) entries.push(good(invoice.viewed_at, texts.timeline.viewed));
  if (irn && fiscal?.registered_at) entries.push(good(fiscal.registered_at, texts.timeline.registered(irn)));
  if (fiscal_status === "pending") entries.push(plain(invoice.updated_at, texts.timeline.requested));
  if (fiscal_status === "rejected")
    entries.push(
      bad(
        fiscal?.rejected_at ?? invoice.updated_at,
        texts.timeline.rejected,
        fiscal?.errors?.map(({ message }) => message).join(" "),
      ),
    );
  if (fiscal?.cancelled_at) entries.push(bad(fiscal.cancelled_at, texts.timeline.registrationCancelled));
  // The invoice became overdue at the end of its due date; midnight UTC is close enough for any time zone.
  if (invoice.overdue)
    entries.push(bad(`${addDays(invoice.due_date, 1)}T00:00:00.000Z`, texts.timeline.overdue));
  return entries;
}

/** What ended the claim follows the payment or credit note of the same moment that did it. */
function endOfInvoice(invoice: Invoice, authors: readonly Author[], by: NameAuthor): TimelineEntry[] {
  const subject = `invoice/${invoice.id}`;
  const entries: TimelineEntry[] = [];
  if (invoice.paid_at)
    entries.push(
      good(
        invoice.paid_at,
        isCreditedInFull(invoice) ? texts.timeline.creditedInFull : texts.timeline.settled,
      ),
    );
  const writtenOff = authors.find(
    (author) => author.action === "invoice.written_off" && author.subject === subject,
  );
  if (writtenOff)
    entries.push({ ...bad(writtenOff.created_at, texts.timeline.writtenOff), by: nameOf(writtenOff) });
  if (invoice.voided_at)
    entries.push({ ...bad(invoice.voided_at, texts.timeline.voided), by: by("invoice.voided", subject) });
  return entries;
}

/** What a payment has paid of this invoice; all of it, where it pays no other, and where nothing is allocated any more. */
export const partOn = ({ amount, allocations }: Pick<Payment, "amount" | "allocations">, invoiceId: number) =>
  allocations.find(({ invoice_id }) => invoice_id === invoiceId)?.amount ?? amount;

function ofPayment(payment: Payment, invoiceId: number, money: FormatMoney, by: NameAuthor): TimelineEntry[] {
  const { id, amount, currency, method, paid_at, refunds, reversed_at, reversal_reason } = payment;
  const subject = `payment/${id}`;
  const part = partOn(payment, invoiceId);
  const details = [
    ...(method ? [texts.timeline.method(methodName(method))] : []),
    ...(part === amount ? [] : [texts.timeline.partOf(money(amount, currency))]),
  ];
  const received: TimelineEntry = {
    ...good(paid_at, texts.timeline.paid(money(part, currency))),
    detail: joined(null, details),
    by: by("payment.recorded", subject),
  };
  const parts = refundedParts(payment, invoiceId);
  const back = refunds.flatMap((refund) => {
    const ofInvoice = parts.get(refund.id)!;
    if (ofInvoice === 0) return [];
    const sum = money(ofInvoice, currency);
    const whole =
      ofInvoice === refund.amount ? [] : [texts.timeline.partOfRefund(money(refund.amount, currency))];
    const at = refund.settled_at ?? refund.created_at;
    if (refund.status === "failed")
      return bad(at, texts.timeline.refundFailed(sum), joined(refund.failure, whole));
    const text = refund.status === "done" ? texts.timeline.refunded(sum) : texts.timeline.refundPending(sum);
    return {
      ...plain(at, text),
      detail: joined(refund.reason, whole),
      by: by("payment.refunded", subject, refund.created_at),
    };
  });
  if (reversed_at === null) return [received, ...back];
  const reversed = bad(reversed_at, texts.timeline.reversed(money(amount, currency)), reversal_reason);
  return [received, ...back, { ...reversed, by: by("payment.reversed", subject) }];
}

const joined = (first: string | null, others: readonly string[]) =>
  [...(first === null ? [] : [first]), ...others].join(" · ") || undefined;

function ofLink(link: PaymentLink, money: FormatMoney, by: NameAuthor): TimelineEntry[] {
  const subject = `payment_link/${link.reference}`;
  const made = {
    ...plain(link.created_at, texts.timeline.link(money(link.amount, link.currency))),
    by: by("payment_link.created", subject),
  };
  const tries = link.attempts
    .filter(({ status }) => status === "failed")
    .map(({ updated_at, reason }) => bad(updated_at, texts.timeline.tried, reason));
  if (link.status === "cancelled")
    return [
      made,
      ...tries,
      {
        ...plain(link.updated_at, texts.timeline.linkCancelled),
        by: by("payment_link.cancelled", subject),
      },
    ];
  if (link.status === "expired") return [made, ...tries, plain(link.expires_at, texts.timeline.linkExpired)];
  return [made, ...tries];
}
