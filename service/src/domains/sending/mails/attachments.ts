import type { Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import type { RecordMailKind } from "../../../contract/mail-kinds.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { StatementAttachment } from "../../../platform/ops/mail.ts";
import { type SmtpAttachment, SmtpError } from "../../../platform/ops/smtp.ts";
import { clockAhead, dateIn } from "../../../platform/values/clock.ts";
import { getInvoice } from "../../billing/invoices/service.ts";
import { findCompanyOf } from "../../tenancy/companies/service.ts";
import { findLogoPng } from "../document-settings/service.ts";
import {
  type Document,
  getCreditNoteDocument,
  getInvoiceDocument,
  getQuoteDocument,
  getReceiptDocument,
  noteGivenOut,
} from "../documents/service.ts";
import type { ClaimedMail } from "./queries.ts";

/** Documents that later modules make: statements are reports. */
export type AttachmentMakers = {
  statement?: (
    context: Context,
    company: Company,
    today: string,
    attachment: StatementAttachment,
  ) => Promise<Document>;
};

/** The documents that a mail refers to, as they are now. */
export async function makeAttachments(
  context: Context,
  { company_id: companyId, attachments }: Pick<ClaimedMail, "company_id" | "attachments">,
  makers: AttachmentMakers,
): Promise<SmtpAttachment[]> {
  if (companyId === null || attachments.length === 0) return [];
  const { config, clock, db, threads } = context;
  const company = await findCompanyOf(db, companyId);
  const today = dateIn(company.timeZone, clockAhead(clock, company.clockOffsetMs).now());
  const { siteUrl } = config;
  const isTest = config.environment === "sandbox";
  const make: Record<RecordMailKind, (id: number) => Promise<Document>> = {
    invoice: (id) =>
      getInvoiceDocument(db, threads, companyId, today, id, {
        isTest,
        siteUrl,
        companyLanguage: company.language,
      }),
    quote: (id) => getQuoteDocument(db, threads, company, config, id, isTest),
    credit_note: (id) => getCreditNoteDocument(db, threads, company, today, id, { isTest, siteUrl }),
    receipt: (id) => getReceiptDocument(db, threads, company, today, id, { isTest, siteUrl }),
  };
  const parts = await Promise.all(
    attachments.map(async (attachment): Promise<SmtpAttachment | null> => {
      if (attachment.document === "logo") return logoPart(db, companyId, attachment.sha256);
      if (attachment.document === "statement") {
        if (!makers.statement) throw new Error("nothing makes statements in this process");
        return part(await makers.statement(context, company, today, attachment));
      }
      const { document, id, onceRegistered } = attachment;
      if (onceRegistered) await requireRegistered(db, companyId, today, id);
      const made = await make[document](id);
      await noteGivenOut(context, companyId, document, id, made.pdf);
      return part(made);
    }),
  );
  return parts.filter((part) => part !== null);
}

const part = ({ fileName, pdf }: Document): SmtpAttachment => ({
  filename: fileName,
  content: pdf,
  contentType: "application/pdf",
});

/** None if another logo has replaced it since: the reader then shows the company's name. */
async function logoPart(db: Queryable, companyId: number, sha256: string): Promise<SmtpAttachment | null> {
  const content = await findLogoPng(db, companyId, sha256);
  return content ? { filename: "logo.png", content, contentType: "image/png", cid: "logo" } : null;
}

async function requireRegistered(db: Queryable, companyId: number, today: string, id: number): Promise<void> {
  const { fiscal_status: status } = JSON.parse(await getInvoice(db, companyId, today, id)) as {
    fiscal_status: string;
  };
  if (status === "registered") return;
  if (status === "pending")
    throw new SmtpError("It is sent when the invoice is registered.", "awaits_registration", false);
  throw new SmtpError(
    "It was not sent, because the invoice was not registered. Register the invoice, then send it.",
    "not_registered",
    true,
  );
}
