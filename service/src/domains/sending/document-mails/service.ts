import type Type from "typebox";
import type { Change, Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import type { RecordMailKind } from "../../../contract/mail-kinds.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { MailAttachment } from "../../../platform/ops/mail.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import type { CreditNote } from "../../billing/credit-notes/schema.ts";
import { getCreditNote, noteCreditNoteSent } from "../../billing/credit-notes/service.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import {
  buyersPagePath,
  getInvoice,
  type InvoiceRecord,
  issueInvoice,
  lockInvoiceRow,
  noteInvoiceSent,
} from "../../billing/invoices/service.ts";
import type { Quote } from "../../billing/quotes/schema.ts";
import { getQuote, sendQuote } from "../../billing/quotes/service.ts";
import { getCustomer } from "../../catalog/customers/service.ts";
import type { Payment } from "../../payments/payments/schema.ts";
import { alreadyReversed, getPayment, noteReceiptSent } from "../../payments/payments/service.ts";
import { writeMail } from "../../tenancy/users/service.ts";
import { findPaidInvoices } from "../documents/service.ts";
import { type DocumentMail, noRecipient, queueDocumentMail, recipientsIn } from "./delivery.ts";
import {
  creditNoteLetter,
  invoiceLetter,
  type LetterOptions,
  quoteLetter,
  receiptLetter,
  type Sender,
} from "./letter.ts";
import type {
  DocumentSend,
  InvoiceSend,
  MailPreview,
  MailPreviewQuery,
  QuoteSend,
  SentMail,
} from "./schema.ts";

export { mailsMax } from "./delivery.ts";
export { invoiceLetter, statementLetter } from "./letter.ts";

/**
 * Sends documents to their buyers. A mail is stored in the transaction that marks its document as sent, so that either
 * both happen or none; the PDF is made when the mail is sent.
 */
export async function sendInvoice(
  change: Change,
  context: Context,
  id: number,
  input: InvoiceSend,
): Promise<{ invoice: Json; mail: Json }> {
  context.mail.requireReady();
  if (input.issue === true) await issueIfDraft(change, id);
  let mail: SentMail | undefined;
  const invoice = await noteInvoiceSent(change, id, async (json) => {
    const source = await sourceOfInvoice(change.tx, context, change.company, json);
    mail = await sendFrom(change, context, source, input);
  });
  return { invoice, mail: JSON.stringify(mail!) };
}

/**
 * For a schedule: the mail goes out once the authority has registered the invoice, and only then the invoice is sent
 * (`noteInvoiceMailed`). Returns why it can't be sent.
 */
export async function sendOnceRegistered(
  change: Change,
  context: Context,
  id: number,
): Promise<ApiError | null> {
  try {
    // Mails that are kept to be read here are not sent later.
    if (context.config.mail.keeps) await sendInvoice(change, context, id, {});
    else {
      context.mail.requireReady();
      const today = dateIn(change.company.timeZone, change.now);
      const invoice = await getInvoice(change.tx, change.company.id, today, id);
      const source = await sourceOfInvoice(change.tx, context, change.company, invoice);
      await sendFrom(change, context, source, {}, { onceRegistered: true });
    }
    return null;
  } catch (error) {
    // Nothing is written before it is refused.
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function issueIfDraft(change: Change, id: number): Promise<void> {
  const { status } = JSON.parse(await lockInvoiceRow(change, id)) as Pick<InvoiceRecord, "status">;
  if (status === "draft") await issueInvoice(change, id);
}

/**
 * Opens a quote to its buyer, and mails it where an address is known: `to`, or the customer's own. A quote that is open
 * already is sent again only to an address that is given.
 */
export async function sendQuoteMail(
  change: Change,
  context: Context,
  id: number,
  input: QuoteSend,
): Promise<{ quote: Json; mail: Json }> {
  const isAddressed = input.to !== undefined && input.to !== null;
  if (isAddressed) context.mail.requireReady();
  const quote = await sendQuote(change, context.config, id, input, { again: isAddressed });
  const source = await sourceOfQuote(change.tx, change.company, quote);
  const canSend = isAddressed || (source.email !== null && context.mail.isReady());
  const mail = canSend ? await sendFrom(change, context, source, input) : null;
  return { quote, mail: JSON.stringify(mail) };
}

export async function sendCreditNote(
  change: Change,
  context: Context,
  id: number,
  input: DocumentSend,
): Promise<{ credit_note: Json; mail: Json }> {
  context.mail.requireReady();
  const note = await getCreditNote(change.tx, change.company.id, id);
  await keepBuyer(change, JSON.parse(note) as Type.Static<typeof CreditNote>);
  const source = await sourceOfCreditNote(change.tx, context, change.company, note);
  const mail = await sendFrom(change, context, source, input);
  const sent = await noteCreditNoteSent(change, id);
  return { credit_note: sent, mail: JSON.stringify(mail) };
}

export async function sendReceipt(
  change: Change,
  context: Context,
  id: number,
  input: DocumentSend,
): Promise<{ payment: Json; mail: Json }> {
  context.mail.requireReady();
  const payment = await getPayment(change.tx, change.company.id, id);
  const record = JSON.parse(payment) as PaymentRecord;
  if (record.reversed_at !== null) throw alreadyReversed({ id });
  await keepBuyer(change, record);
  const source = await sourceOfReceipt(change.tx, context, change.company, payment);
  const mail = await sendFrom(change, context, source, input);
  const sent = await noteReceiptSent(change, id);
  return { payment: sent, mail: JSON.stringify(mail) };
}

/** An erasure of the buyer waits until the mail is stored, and then finds it, because it locks the buyer's invoices too. */
async function keepBuyer(change: Change, { invoice_id: id }: { invoice_id: number | null }): Promise<void> {
  if (id !== null) await lockInvoiceRow(change, id);
}

/** The mail as it would be sent now; nothing is stored. */
export async function previewMail(
  db: Queryable,
  context: Context,
  company: Company,
  kind: RecordMailKind,
  id: number,
  query: MailPreviewQuery,
): Promise<Json> {
  return previewOf(context, await sourceOf(db, context, company, kind, id), query);
}

export function previewOf(
  context: Context,
  { kind, language, email, url, letter }: MailSource,
  { message, attach_pdf: attachPdf }: MailPreviewQuery,
): Json {
  // The page of a quote has its address when the quote is sent; until then the preview shows where it will be.
  const page = url ?? (kind === "quote" ? `${context.config.siteUrl}/q/…` : null);
  const options = { message: message?.trim() || null, url: page, isAttached: attachPdf !== false };
  const { siteUrl, environment } = context.config;
  const look = { isTest: environment === "sandbox" };
  const { subject, text } = writeMail("", language, siteUrl, letter(options), look);
  const preview: MailPreview = { to: email === null ? [] : [email], subject, text, url };
  return JSON.stringify(preview);
}

async function sourceOf(
  db: Queryable,
  context: Context,
  company: Company,
  kind: RecordMailKind,
  id: number,
): Promise<MailSource> {
  if (kind === "invoice") {
    const today = dateIn(company.timeZone, context.clock.now());
    return sourceOfInvoice(db, context, company, await getInvoice(db, company.id, today, id));
  }
  if (kind === "quote") {
    return sourceOfQuote(db, company, await getQuote(db, context.config, company.id, id));
  }
  if (kind === "credit_note") {
    return sourceOfCreditNote(db, context, company, await getCreditNote(db, company.id, id));
  }
  return sourceOfReceipt(db, context, company, await getPayment(db, company.id, id));
}

/** The content of a mail whose recipients are not known yet. */
export type MailSource = Pick<DocumentMail, "kind" | "id" | "language" | "sender"> & {
  /** The customer's. */
  email: string | null;
  url: string | null;
  letter: (options: LetterOptions) => DocumentMail["letter"];
  attachment: MailAttachment;
};

/** Other modules describe documents of their own. */
export async function sendFrom(
  change: Change,
  context: Context,
  { letter, email, url, attachment, ...source }: MailSource,
  input: DocumentSend,
  more: { onceRegistered?: boolean } = {},
): Promise<SentMail> {
  const recipients = recipientsIn(input, email);
  if (recipients === undefined) throw noRecipient();
  const isAttached = input.attach_pdf !== false;
  return queueDocumentMail(change, context, recipients, {
    ...source,
    letter: letter({ message: input.message ?? null, url, isAttached }),
    attachment: isAttached ? ({ ...attachment, ...more } as MailAttachment) : null,
  });
}

type InvoiceObject = Type.Static<typeof Invoice>;
type PaymentRecord = Type.Static<typeof Payment>;
type Buyer = { email: string | null; language: Language | null };

const buyerOf = async (db: Queryable, companyId: number, customerId: number) =>
  JSON.parse(await getCustomer(db, companyId, customerId)) as Buyer;

const pageOf = ({ config }: Context, company: Company, { portal_token }: InvoiceObject) =>
  `${config.siteUrl}${buyersPagePath(company.id, portal_token)}`;

async function sourceOfInvoice(
  db: Queryable,
  context: Context,
  company: Company,
  json: Json,
): Promise<MailSource> {
  const invoice = JSON.parse(json) as InvoiceObject;
  const customer = await buyerOf(db, company.id, invoice.customer_id);
  const language = customer.language ?? company.language;
  return {
    kind: "invoice",
    id: invoice.id,
    attachment: { document: "invoice", id: invoice.id },
    language,
    sender: invoice.supplier,
    email: customer.email ?? invoice.customer.email,
    // The page of a draft opens when it is issued.
    url: pageOf(context, company, invoice),
    letter: (options) => invoiceLetter(invoice, language, options),
  };
}

async function sourceOfQuote(db: Queryable, company: Company, json: Json): Promise<MailSource> {
  const quote = JSON.parse(json) as Type.Static<typeof Quote>;
  const customer = await buyerOf(db, company.id, quote.customer_id);
  const language = customer.language ?? company.language;
  const supplier = JSON.parse(company.supplier) as Sender;
  return {
    kind: "quote",
    id: quote.id,
    attachment: { document: "quote", id: quote.id },
    language,
    sender: supplier,
    email: customer.email,
    url: quote.url,
    letter: (options) => quoteLetter(quote, supplier, language, options),
  };
}

async function sourceOfCreditNote(
  db: Queryable,
  context: Context,
  company: Company,
  json: Json,
): Promise<MailSource> {
  const note = JSON.parse(json) as Type.Static<typeof CreditNote>;
  const today = dateIn(company.timeZone, context.clock.now());
  const invoice = JSON.parse(await getInvoice(db, company.id, today, note.invoice_id)) as InvoiceObject;
  const customer = await buyerOf(db, company.id, invoice.customer_id);
  const language = customer.language ?? company.language;
  return {
    kind: "credit_note",
    id: note.id,
    attachment: { document: "credit_note", id: note.id },
    language,
    sender: invoice.supplier,
    email: customer.email ?? invoice.customer.email,
    url: pageOf(context, company, invoice),
    letter: (options) => creditNoteLetter(note, invoice, language, options),
  };
}

async function sourceOfReceipt(
  db: Queryable,
  context: Context,
  company: Company,
  json: Json,
): Promise<MailSource> {
  const payment = JSON.parse(json) as PaymentRecord;
  const today = dateIn(company.timeZone, context.clock.now());
  const invoice =
    payment.invoice_id === null
      ? null
      : (JSON.parse(await getInvoice(db, company.id, today, payment.invoice_id)) as InvoiceObject);
  const customer = invoice && (await buyerOf(db, company.id, invoice.customer_id));
  const language = customer?.language ?? company.language;
  const supplier = invoice?.supplier ?? (JSON.parse(company.supplier) as Sender);
  const paidOn = dateIn(company.timeZone, new Date(payment.paid_at));
  const received = { ...payment, paidOn, invoices: await findPaidInvoices(db, company.id, payment) };
  return {
    kind: "receipt",
    id: payment.id,
    attachment: { document: "receipt", id: payment.id },
    language,
    sender: supplier,
    email: customer?.email ?? invoice?.customer.email ?? null,
    url: invoice && pageOf(context, company, invoice),
    letter: (options) => receiptLetter(received, supplier, language, options),
  };
}
