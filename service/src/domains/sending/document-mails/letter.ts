import type Type from "typebox";
import type { Language } from "../../../contract/languages.ts";
import { showAmount, showDate, showMethod } from "../../../platform/values/format.ts";
import type { CreditNote } from "../../billing/credit-notes/schema.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import type { Quote } from "../../billing/quotes/schema.ts";
import type { Payment } from "../../payments/payments/schema.ts";
import type { Letter } from "../../tenancy/users/service.ts";
import { documentMailTexts } from "./texts/texts.ts";

/** What a mail says beside the document's own facts. */
export type LetterOptions = { message: string | null; url: string | null; isAttached: boolean };
export type Sender = { name: string; email: string | null };

type Facts = [label: string, value: string][];
type Content = { subject: string; ours: string; facts: Facts; action: string; attached: string };

/** The company's own words if there are any, the facts, and one button to the buyer's page if the document has one. */
function letterOf(
  language: Language,
  sender: Sender,
  { message, url, isAttached }: LetterOptions,
  { subject, ours, facts, action, attached }: Content,
): Letter {
  return {
    subject,
    sender: sender.name,
    what: message === null ? [ours] : paragraphsOf(message),
    facts,
    actions: url === null ? [] : [{ label: action, url }],
    after: [
      ...(isAttached ? [attached] : []),
      ...(sender.email === null ? [] : [documentMailTexts[language].reply(sender.name)]),
    ],
  };
}

type SentInvoice = Pick<
  Type.Static<typeof Invoice>,
  "number" | "status" | "currency" | "total" | "amount_payable" | "due_date" | "supplier"
>;

export function invoiceLetter(invoice: SentInvoice, language: Language, options: LetterOptions): Letter {
  const texts = documentMailTexts[language].invoice;
  const { status, currency, supplier } = invoice;
  const number = invoice.number ?? texts.noNumberYet;
  const isOwed = invoice.amount_payable > 0;
  const due = showAmount(invoice.amount_payable, currency, language);
  const day = showDate(invoice.due_date, language);
  const total = showAmount(invoice.total, currency, language);
  const owed: Facts = [
    [texts.amountDue, due],
    [texts.due, day],
  ];
  return letterOf(language, supplier, options, {
    subject: texts.subject(number, supplier.name),
    ours: isOwed ? texts.owed(due, day) : status === "paid" ? texts.paid : texts.nothingDue,
    facts: [[texts.number, number], ...(isOwed ? owed : ([[texts.total, total]] as Facts))],
    action: isOwed ? texts.pay : texts.view,
    attached: texts.attached,
  });
}

type SentQuote = Pick<Type.Static<typeof Quote>, "number" | "currency" | "total" | "valid_until">;

export function quoteLetter(
  quote: SentQuote,
  supplier: Sender,
  language: Language,
  options: LetterOptions,
): Letter {
  const texts = documentMailTexts[language].quote;
  const total = showAmount(quote.total, quote.currency, language);
  const day = showDate(quote.valid_until, language);
  return letterOf(language, supplier, options, {
    subject: texts.subject(quote.number, supplier.name),
    ours: texts.offered(total, day),
    facts: [
      [texts.number, quote.number],
      [texts.total, total],
      [texts.validUntil, day],
    ],
    action: texts.view,
    attached: texts.attached,
  });
}

type SentNote = Pick<Type.Static<typeof CreditNote>, "number" | "currency" | "total" | "reason">;

export function creditNoteLetter(
  note: SentNote,
  invoice: Pick<SentInvoice, "number" | "supplier">,
  language: Language,
  options: LetterOptions,
): Letter {
  const texts = documentMailTexts[language].creditNote;
  const { supplier } = invoice;
  const total = showAmount(note.total, note.currency, language);
  return letterOf(language, supplier, options, {
    subject: texts.subject(note.number, supplier.name),
    ours: texts.credited(total, invoice.number!),
    facts: [
      [texts.number, note.number],
      [texts.invoice, invoice.number!],
      [texts.total, total],
      ...(note.reason === null ? [] : ([[texts.reason, note.reason]] as Facts)),
    ],
    action: texts.view,
    attached: texts.attached,
  });
}

type Received = Pick<
  Type.Static<typeof Payment>,
  "id" | "amount" | "currency" | "method" | "amount_refunded"
> & {
  /** In the company's time zone. */
  paidOn: string;
  invoices: readonly { number: string; amount: string | null }[];
};

export function receiptLetter(
  payment: Received,
  supplier: Sender,
  language: Language,
  options: LetterOptions,
): Letter {
  const texts = documentMailTexts[language].receipt;
  const { currency, method, invoices } = payment;
  const amount = showAmount(payment.amount, currency, language);
  const refunded = showAmount(payment.amount_refunded, currency, language);
  return letterOf(language, supplier, options, {
    subject: texts.subject(supplier.name),
    ours: texts.received(amount, showDate(payment.paidOn, language)),
    facts: [
      [texts.amount, amount],
      ...(payment.amount_refunded > 0 ? ([[texts.refunded, refunded]] as Facts) : []),
      ...invoices.map(({ number, amount: part }): Facts[number] => [
        texts.invoice,
        part === null ? number : `${number}: ${showAmount(part, currency, language)}`,
      ]),
      ...(method === null ? [] : ([[texts.method, showMethod(method, language)]] as Facts)),
    ],
    action: texts.view,
    attached: texts.attached,
  });
}

type Account = { from: string; to: string; balances: readonly { currency: string; amount: string }[] };

export function statementLetter(
  account: Account,
  supplier: Sender,
  language: Language,
  options: LetterOptions,
): Letter {
  const texts = documentMailTexts[language].statement;
  const [from, to] = [showDate(account.from, language), showDate(account.to, language)];
  const open = account.balances.filter(({ amount }) => Number(amount) !== 0);
  return letterOf(language, supplier, options, {
    subject: texts.subject(supplier.name),
    ours: texts.period(from, to),
    facts: (open.length > 0 ? open : account.balances).map(({ currency, amount }) => [
      Number(amount) < 0 ? texts.credit : texts.balance,
      showAmount(amount.replace(/^-/, ""), currency, language),
    ]),
    action: "",
    attached: texts.attached,
  });
}

const paragraphsOf = (message: string) =>
  message
    .split(/\n/)
    .map((line) => line.trim())
    .filter(Boolean);
