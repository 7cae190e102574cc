import type { Context } from "../../../context.ts";
import type { Language } from "../../../contract/languages.ts";
import type { SmtpAttachment } from "../../../platform/ops/smtp.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { getCompany } from "../../tenancy/companies/service.ts";
import { getInvoiceDocument } from "../documents/service.ts";
import type { ClaimedMail } from "./queries.ts";

/** The documents that a mail refers to, as they are now. */
export async function makeAttachments(
  { config, clock, db, threads }: Context,
  { company_id: companyId, attachments }: Pick<ClaimedMail, "company_id" | "attachments">,
): Promise<SmtpAttachment[]> {
  if (companyId === null || attachments.length === 0) return [];
  const company = await getCompany(db, companyId);
  const today = dateIn(company.time_zone, clock.now());
  const print = {
    isTest: config.environment === "sandbox",
    siteUrl: config.siteUrl,
    companyLanguage: company.language as Language,
  };
  return Promise.all(
    attachments.map(async ({ id }) => {
      const { fileName, pdf } = await getInvoiceDocument(db, threads, companyId, today, id, print);
      return { filename: fileName, content: pdf, contentType: "application/pdf" };
    }),
  );
}
