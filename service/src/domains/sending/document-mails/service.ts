import type Type from "typebox";
import type { Change, Context } from "../../../context.ts";
import { invalidField, tooMany } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { databaseMoment } from "../../../platform/values/clock.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import {
  buyersPagePath,
  type InvoiceRecord,
  issueInvoice,
  lockInvoiceRow,
  noteInvoiceSent,
} from "../../billing/invoices/service.ts";
import { getCustomer } from "../../catalog/customers/service.ts";
import { writeMail } from "../../tenancy/users/service.ts";
import { countMailsLately } from "../mails/service.ts";
import { invoiceLetter } from "./letter.ts";
import type { InvoiceSend, SentMail } from "./schema.ts";

/** In 24 hours: more than a company needs, and few enough that a stolen key can't fill the mailboxes of others. */
export const mailsMax = { ofCompany: 2000, toRecipient: 20 };

/**
 * Sends an invoice to its buyer: the mail is stored in the transaction that marks the invoice as sent, so that either
 * both happen or none.
 */
export async function sendInvoice(
  change: Change,
  context: Context,
  id: number,
  input: InvoiceSend,
): Promise<{ invoice: Json; mail: Json }> {
  const { tx, company } = change;
  context.mail.requireReady();
  if (input.issue === true) await issueIfDraft(change, id);
  let mail: Mail | undefined;
  const invoice = await noteInvoiceSent(change, id, async (json) => {
    const record = JSON.parse(json) as Type.Static<typeof Invoice>;
    const customer = JSON.parse(await getCustomer(tx, company.id, record.customer_id)) as Buyer;
    const recipients = recipientsOf(input, customer.email ?? record.customer.email);
    await requireWithinLimits(change, context, recipients.to[0]);
    mail = await queueMail(change, context, record, input, recipients, customer.language ?? company.language);
  });
  return { invoice, mail: JSON.stringify(mail!) };
}

type Mail = Type.Static<typeof SentMail>;
type Buyer = { email: string | null; language: Language | null };
type Recipients = { to: [string, ...string[]]; cc: string[] };

async function issueIfDraft(change: Change, id: number): Promise<void> {
  const { status } = JSON.parse(await lockInvoiceRow(change, id)) as Pick<InvoiceRecord, "status">;
  if (status === "draft") await issueInvoice(change, id);
}

function recipientsOf({ to, cc }: InvoiceSend, ofCustomer: string | null): Recipients {
  const [first, ...others] = [to ?? ofCustomer ?? []].flat();
  if (first === undefined) {
    throw invalidField(
      "to",
      "is required, because the customer has no email address; give one here or add it to the customer",
    );
  }
  return { to: [first, ...others], cc: [cc ?? []].flat() };
}

async function requireWithinLimits(
  { tx, company }: Change,
  { clock }: Context,
  recipient: string,
): Promise<void> {
  const limit = mailsMax.ofCompany;
  const asked = { kind: "invoice", recipient, limit };
  const { of_company, to_recipient } = await countMailsLately(tx, databaseMoment(clock), company.id, asked);
  if (of_company < limit && to_recipient < mailsMax.toRecipient) return;
  throw tooMany(
    "rate_limited",
    of_company >= limit
      ? `This company has sent ${limit} invoices by mail in the last 24 hours. Try again later.`
      : `This company has sent ${mailsMax.toRecipient} mails to this address in the last 24 hours. Try again later.`,
    3600,
  );
}

async function queueMail(
  { tx, company }: Change,
  { config, mail: outbox }: Context,
  invoice: Type.Static<typeof Invoice>,
  { message, attach_pdf: attachPdf }: InvoiceSend,
  { to: [to, ...others], cc }: Recipients,
  language: Language,
): Promise<Mail> {
  const url = `${config.siteUrl}${buyersPagePath(company.id, invoice.portal_token)}`;
  const isAttached = attachPdf !== false;
  const letter = invoiceLetter(invoice, language, { message: message ?? null, url, isAttached });
  await outbox.queue(
    tx,
    {
      ...writeMail(to, language, config.siteUrl, letter),
      kind: "invoice",
      cc: [...others, ...cc],
      fromName: invoice.supplier.name,
      replyTo: invoice.supplier.email ?? undefined,
      attachments: isAttached ? [{ document: "invoice", id: invoice.id }] : [],
    },
    { companyId: company.id, about: `invoice/${invoice.id}` },
  );
  return { to: [to, ...others], cc, subject: letter.subject, url };
}
