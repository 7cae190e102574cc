import type Type from "typebox";
import type { Company } from "../../../contract/access.ts";
import type { Language } from "../../../contract/languages.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Threads } from "../../../platform/ops/threads.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { getCreditNote } from "../../billing/credit-notes/service.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import { buyersPagePath, findInvoiceNumbers, getInvoice } from "../../billing/invoices/service.ts";
import { getQuote, type SiteAddress } from "../../billing/quotes/service.ts";
import { findCustomerLanguage, getCustomer } from "../../catalog/customers/service.ts";
import { gateways } from "../../payments/gateways/service.ts";
import {
  alreadyReversed,
  findReceiptPath,
  getPayment,
  type PaymentRecord,
} from "../../payments/payments/service.ts";
import type { DocumentSettings } from "../document-settings/schema.ts";
import { findLogoPng, getDocumentSettings } from "../document-settings/service.ts";
import type { CreditNoteDocument } from "./credit-note-pdf.ts";
import type { CreditNoteJob } from "./credit-note-pdf-job.ts";
import type { ExplainedAmount } from "./explanation-annex.ts";
import type { InvoiceDocument, InvoicePrint } from "./invoice-pdf.ts";
import type { InvoiceJob } from "./invoice-pdf-job.ts";
import { createPdfCache, type PdfCache } from "./pdf-cache.ts";
import type { QuoteDocument } from "./quote-pdf.ts";
import type { QuoteJob } from "./quote-pdf-job.ts";
import type { PaidInvoice, Receipt } from "./receipt-pdf.ts";
import type { ReportDocument } from "./report-pdf.ts";
import type { Party } from "./wording.ts";

/** Documents are records as PDF. They are rendered on request, in a thread, and cached in memory for a while. */
export {
  findChainedAfter,
  findGivenOut,
  findNewestHashes,
  findUnchained,
  type KeptHash,
  noRecord,
  noteGivenOut,
} from "./given-out.ts";
export { referencesOf } from "./references.ts";
export type { ReportColumn, ReportLayout, ReportSection } from "./report-pdf.ts";
export {
  chainedDocumentHash,
  encryptedSeals,
  extendChain,
  type GivenOutRow,
  readSeal,
  sealDocuments,
} from "./sealing.ts";
export { taxCategoryNote } from "./wording.ts";
export type { Receipt, ReportDocument };

const invoiceJob = new URL("./invoice-pdf-job.ts", import.meta.url);
const creditNoteJob = new URL("./credit-note-pdf-job.ts", import.meta.url);
const quoteJob = new URL("./quote-pdf-job.ts", import.meta.url);
const receiptJob = new URL("./receipt-pdf-job.ts", import.meta.url);
const reportJob = new URL("./report-pdf-job.ts", import.meta.url);

// The cache belongs to the process's threads.
const cacheByThreads = new WeakMap<Threads, PdfCache>();

type Printed = { settings: DocumentSettings };

/** The same input always gives the same file, and so it says by which key the file is cached. */
async function draw(
  db: Queryable,
  threads: Threads,
  companyId: number,
  file: URL,
  input: Printed,
): Promise<Buffer> {
  const kept = cacheByThreads.get(threads) ?? createPdfCache();
  cacheByThreads.set(threads, kept);
  return kept(companyId, `${file.pathname} ${JSON.stringify(input)}`, async () => {
    const job = { companyId, file, input: await withLogo(db, companyId, input) };
    const { buffer } = await threads.run<Uint8Array<ArrayBuffer>>(job);
    return Buffer.from(buffer);
  });
}

/** The picture is read for a file that is drawn, and not for one that is cached. */
async function withLogo(db: Queryable, companyId: number, input: Printed): Promise<Printed> {
  const { logo } = input.settings;
  if (logo === null) return input;
  const png = await findLogoPng(db, companyId, logo.sha256);
  return { ...input, settings: { ...input.settings, logo: { ...logo, png } as typeof logo } };
}

export async function drawReceipt(
  db: Queryable,
  threads: Threads,
  companyId: number,
  receipt: Omit<Receipt, "settings">,
): Promise<Buffer> {
  const settings = await getDocumentSettings(db, companyId);
  return draw(db, threads, companyId, receiptJob, { ...receipt, settings });
}

/** A report, which another module has read. */
export async function drawReport(
  db: Queryable,
  threads: Threads,
  companyId: number,
  report: Omit<ReportDocument, "settings">,
): Promise<Buffer> {
  const settings = await getDocumentSettings(db, companyId);
  return draw(db, threads, companyId, reportJob, { ...report, settings });
}

/** The receipt of a payment, however it was received, dated by the payment so that the file stays the same. */
export async function getReceiptDocument(
  db: Queryable,
  threads: Threads,
  company: Pick<Company, "id" | "timeZone" | "language" | "supplier">,
  today: string,
  id: number,
  { isTest, siteUrl }: { isTest: boolean; siteUrl: string },
): Promise<Document> {
  const payment = JSON.parse(await getPayment(db, company.id, id)) as PaymentRecord;
  if (payment.reversed_at !== null) throw alreadyReversed(payment);
  const { invoice_id: invoiceId, gateway } = payment;
  const invoice =
    invoiceId === null
      ? null
      : (JSON.parse(await getInvoice(db, company.id, today, invoiceId)) as FirstInvoice);
  const language = invoice && (await findCustomerLanguage(db, company.id, invoice.customer_id));
  const invoices = await findPaidInvoices(db, company.id, payment);
  const left =
    invoice !== null &&
    invoices.length < 2 &&
    invoice.currency === payment.currency &&
    invoice.amount_payable > 0;
  const paidAt = new Date(payment.paid_at);
  const pdf = await drawReceipt(db, threads, company.id, {
    language: language ?? company.language,
    company: invoice?.supplier ?? (JSON.parse(company.supplier) as Party),
    paymentId: id,
    amount: String(payment.amount),
    currency: payment.currency,
    paidAt,
    timeZone: company.timeZone,
    method: payment.method,
    label: null,
    invoices,
    gateway: gateway && gateways[gateway].title,
    gatewayReference: payment.gateway_reference ?? payment.reference,
    certificateNumber: payment.certificate_number,
    amountRefunded: String(payment.amount_refunded),
    buyerEmail: invoice?.customer.email ?? null,
    left: left ? { amount: String(invoice.amount_payable), total: String(invoice.total) } : null,
    proofUrl: await findProofUrl(db, siteUrl, company.id, { id, invoice }),
    isSandbox: isTest,
    now: paidAt,
  });
  return { fileName: `receipt-${id}.pdf`, pdf };
}

/** The invoices that a payment went to, its own first; each with its part, unless all of it went to that one. */
export async function findPaidInvoices(
  db: Queryable,
  companyId: number,
  { invoice_id, amount, allocations }: Pick<PaymentRecord, "invoice_id" | "amount" | "allocations">,
): Promise<PaidInvoice[]> {
  const own = invoice_id === null ? [] : [{ invoice_id, amount }];
  const parts = allocations.length === 0 ? own : allocations;
  if (parts.length === 0) return [];
  const ids = parts.map((part) => part.invoice_id);
  const numbers = await findInvoiceNumbers(db, companyId, ids);
  return parts.flatMap((part) => {
    const number = numbers.get(part.invoice_id) ?? null;
    return number === null ? [] : [{ number, amount: part.amount === amount ? null : String(part.amount) }];
  });
}

type FirstInvoice = Pick<
  Type.Static<typeof Invoice>,
  | "number"
  | "customer_id"
  | "customer"
  | "supplier"
  | "currency"
  | "total"
  | "amount_payable"
  | "portal_token"
>;

/** Where anybody who has a document of the invoice can verify it. */
const proofUrlOf = (siteUrl: string, companyId: number, invoice: { portal_token: string }): string =>
  `${siteUrl}${buyersPagePath(companyId, invoice.portal_token)}/proof`;

/** The same for a receipt: the page of its invoice, or one of its own. */
export async function findProofUrl(
  db: Queryable,
  siteUrl: string,
  companyId: number,
  { id, invoice }: { id: number; invoice: { portal_token: string } | null },
): Promise<string> {
  if (invoice !== null) return proofUrlOf(siteUrl, companyId, invoice);
  return `${siteUrl}${await findReceiptPath(db, companyId, id)}`;
}

export type Document = { fileName: string; pdf: Buffer };

/** Explains the amounts of a document in its language, for an annex. */
export type Explain = (language: Language) => Promise<readonly ExplainedAmount[]>;

/**
 * The current invoice as a PDF, dated by the invoice's last change, so that the file stays the same until the invoice
 * changes.
 */
export async function getInvoiceDocument(
  db: Queryable,
  threads: Threads,
  companyId: number,
  today: string,
  id: number,
  print: Pick<InvoicePrint, "isTest"> & SiteAddress & { companyLanguage: Language },
  explain?: Explain,
): Promise<Document> {
  const { isTest, siteUrl, companyLanguage } = print;
  const json = await getInvoice(db, companyId, today, id);
  const { number, customer_id, issued_at, portal_token } = JSON.parse(json) as InvoiceDocument;
  const language = (await findCustomerLanguage(db, companyId, customer_id)) ?? companyLanguage;
  const settings = await getDocumentSettings(db, companyId);
  const pageUrl = issued_at === null ? null : `${siteUrl}${buyersPagePath(companyId, portal_token)}`;
  const explanation = await explain?.(language);
  const input: InvoiceJob = { json, language, isTest, settings, pageUrl, explanation };
  const pdf = await draw(db, threads, companyId, invoiceJob, input);
  return { fileName: `${number ?? `draft-${id}`}${suffixOf(explain)}.pdf`, pdf };
}

const suffixOf = (explain: Explain | undefined) => (explain ? "-explained" : "");

/** The credit note as a PDF, with the parties as its invoice has them. */
export async function getCreditNoteDocument(
  db: Queryable,
  threads: Threads,
  company: Pick<Company, "id" | "timeZone" | "language">,
  today: string,
  id: number,
  { isTest, siteUrl }: Pick<InvoicePrint, "isTest"> & SiteAddress,
  explain?: Explain,
): Promise<Document> {
  const json = await getCreditNote(db, company.id, id);
  const { number, invoice_id, issued_at } = JSON.parse(json) as CreditNoteDocument;
  const invoiceJson = await getInvoice(db, company.id, today, invoice_id);
  const invoice = JSON.parse(invoiceJson) as InvoiceDocument;
  const { customer_id } = invoice;
  const language = (await findCustomerLanguage(db, company.id, customer_id)) ?? company.language;
  const date = dateIn(company.timeZone, new Date(issued_at));
  const settings = await getDocumentSettings(db, company.id);
  const explanation = await explain?.(language);
  const proofUrl = proofUrlOf(siteUrl, company.id, invoice);
  const input: CreditNoteJob = {
    json,
    invoiceJson,
    language,
    isTest,
    settings,
    date,
    proofUrl,
    explanation,
  };
  const pdf = await draw(db, threads, company.id, creditNoteJob, input);
  return { fileName: `${number}${suffixOf(explain)}.pdf`, pdf };
}

/** The quote as a PDF, with company and customer as they are now. */
export async function getQuoteDocument(
  db: Queryable,
  threads: Threads,
  company: Pick<Company, "id" | "language" | "supplier">,
  config: SiteAddress,
  id: number,
  isTest: boolean,
): Promise<Document> {
  const json = await getQuote(db, config, company.id, id);
  const { number, customer_id } = JSON.parse(json) as QuoteDocument;
  const customer = JSON.parse(await getCustomer(db, company.id, customer_id)) as Buyer;
  const { name, tax_id, registration_number, email, phone, address, language } = customer;
  const supplier = JSON.parse(company.supplier) as Party;
  const input: QuoteJob = {
    json,
    parties: { supplier, customer: { name, tax_id, registration_number, email, phone, address } },
    language: language ?? company.language,
    isTest,
    settings: await getDocumentSettings(db, company.id),
  };
  const pdf = await draw(db, threads, company.id, quoteJob, input);
  return { fileName: `${number}.pdf`, pdf };
}

type Buyer = Party & { language: Language | null };
