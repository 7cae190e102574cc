import type { Change, Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { ApiError, invalid } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { StatementAttachment } from "../../../platform/ops/mail.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { getCustomer, lockCustomer } from "../../catalog/customers/service.ts";
import type { MailPreviewQuery } from "../../sending/document-mails/schema.ts";
import {
  type MailSource,
  previewOf,
  sendFrom,
  statementLetter,
} from "../../sending/document-mails/service.ts";
import type { Document } from "../../sending/documents/service.ts";
import { drawTablePdf, pdfRowsMax, tooManyRows } from "./report-pdf.ts";
import { statementReport } from "./statement.ts";
import type { StatementMail, StatementSend } from "./statement-mail-schema.ts";

/** Sends the statement of a customer by mail; its PDF is made when the mail is sent, of the same days. */
export async function sendStatement(
  change: Change,
  context: Context,
  input: StatementSend,
): Promise<{ mail: Json }> {
  context.mail.requireReady();
  const today = dateIn(change.company.timeZone, change.now);
  // An erasure of the customer waits until the mail is stored, and then finds it.
  await lockCustomer(change.tx, change.company.id, input.customer_id);
  const isAttached = input.attach_pdf !== false;
  const source = await sourceOf(change.tx, change.company, today, input, isAttached);
  return { mail: JSON.stringify(await sendFrom(change, context, source, input)) };
}

/** The mail as it would be sent now; nothing is stored. */
export async function previewStatement(
  db: Queryable,
  context: Context,
  company: Company,
  query: StatementMail & MailPreviewQuery,
): Promise<Json> {
  const today = dateIn(company.timeZone, context.clock.now());
  return previewOf(context, await sourceOf(db, company, today, query, query.attach_pdf !== false), query);
}

async function sourceOf(
  db: Queryable,
  company: Company,
  today: string,
  { customer_id, period_from, period_to, currency }: StatementMail,
  isAttached: boolean,
): Promise<MailSource> {
  const asked = {
    customer_id,
    ...(period_from != null && { from: period_from }),
    ...(period_to != null && { to: period_to }),
    ...(currency != null && { currency }),
  };
  const { head, totals, rows } = await readNamed(() => statementReport.read(db, company, today, asked));
  // Said now, and not by a mail that is never sent.
  if (isAttached && rows.length > pdfRowsMax) throw tooManyRows("statement", "period_from");
  const customer = JSON.parse(await getCustomer(db, company.id, customer_id)) as Buyer;
  const language = customer.language ?? company.language;
  const supplier = JSON.parse(company.supplier) as MailSource["sender"];
  const days = { from: String(head.from), to: String(head.to) };
  const balances = totals.map((total) => ({
    currency: String(total.currency),
    amount: String(total.closing_balance),
  }));
  return {
    kind: "statement",
    id: customer_id,
    attachment: { document: "statement", id: customer_id, ...days, currency: currency ?? null },
    language,
    sender: supplier,
    email: customer.email,
    url: null,
    letter: (options) => statementLetter({ ...days, balances }, supplier, language, options),
  };
}

const fieldNames: Record<string, string> = { from: "period_from", to: "period_to" };

/** The report calls its days `from` and `to`, which are addresses here. */
async function readNamed<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error;
    throw invalid(
      error.errors.map(({ field, message }) => ({
        field: fieldNames[field] ?? field,
        message: message.replace(" to (", " period_to ("),
      })),
    );
  }
}

type Buyer = { email: string | null; language: Language | null };

/** For the outbox. */
export async function statementAttachment(
  context: Context,
  company: Company,
  today: string,
  { id, from, to, currency }: StatementAttachment,
): Promise<Document> {
  const asked = { customer_id: id, from, to, ...(currency !== null && { currency }) };
  const report = await statementReport.read(context.reads, company, today, asked);
  const pdf = await drawTablePdf(context, company, today, statementReport, report);
  return { fileName: `statement-${from}-${to}.pdf`, pdf };
}
