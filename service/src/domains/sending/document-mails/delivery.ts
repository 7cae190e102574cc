import type { Change, Context } from "../../../context.ts";
import { invalidField, tooMany } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import { type DocumentMailKind, documentMailKinds } from "../../../contract/mail-kinds.ts";
import type { MailAttachment } from "../../../platform/ops/mail.ts";
import { type Letter, writeMail } from "../../tenancy/users/service.ts";
import { mailLookOf } from "../document-settings/service.ts";
import { countMailsLately, momentOfMail } from "../mails/service.ts";
import type { Sender } from "./letter.ts";
import type { DocumentSend, SentMail } from "./schema.ts";

/** In 24 hours: more than a company needs, and few enough that a stolen key can't fill the mailboxes of others. */
export const mailsMax = { ofCompany: 2000, toRecipient: 20 };

export type Recipients = { to: [string, ...string[]]; cc: string[] };

/** Undefined where no address is known. */
export function recipientsIn({ to, cc }: DocumentSend, ofCustomer: string | null): Recipients | undefined {
  const [first, ...others] = [to ?? ofCustomer ?? []].flat();
  return first === undefined ? undefined : { to: [first, ...others], cc: [cc ?? []].flat() };
}

export const noRecipient = () =>
  invalidField(
    "to",
    "is required, because the customer has no email address; give one here or add it to the customer",
  );

export type DocumentMail = {
  kind: DocumentMailKind;
  /** Of the record, as `about` names it: invoice/1042, and customer/12 for a statement. */
  id: number;
  letter: Letter;
  language: Language;
  sender: Sender;
  attachment: MailAttachment | null;
};

/** Documents that are not records: what they are about. */
const aboutOf: Partial<Record<DocumentMailKind, string>> = { receipt: "payment", statement: "customer" };

/** Stores the mail in the transaction of the change, if the company may send another one. */
export async function queueDocumentMail(
  change: Change,
  context: Context,
  { to: [to, ...others], cc }: Recipients,
  { kind, id, letter, language, sender, attachment }: DocumentMail,
): Promise<SentMail> {
  await requireWithinLimits(change, context, [to, ...others, ...cc]);
  const { config, mail: outbox } = context;
  const { look, attachments } = await mailLookOf(change.tx, config, change.company.id);
  await outbox.queue(
    change.tx,
    {
      ...writeMail(to, language, config.siteUrl, letter, look),
      kind,
      cc: [...others, ...cc],
      fromName: sender.name,
      replyTo: sender.email ?? undefined,
      attachments: [...(attachment === null ? [] : [attachment]), ...attachments],
    },
    {
      companyId: change.company.id,
      about: `${aboutOf[kind] ?? kind}/${id}`,
      at: momentOfMail(context, change),
    },
  );
  return { to: [to, ...others], cc, subject: letter.subject, url: letter.actions[0]?.url ?? null };
}

async function requireWithinLimits(
  change: Change,
  context: Context,
  recipients: readonly string[],
): Promise<void> {
  const limit = mailsMax.ofCompany;
  const asked = { kinds: documentMailKinds, recipients, limit };
  const lately = await countMailsLately(change.tx, momentOfMail(context, change), change.company.id, asked);
  if (lately.of_company < limit && lately.to_recipient < mailsMax.toRecipient) return;
  throw tooMany(
    "rate_limited",
    lately.of_company >= limit
      ? `This company has sent ${limit} documents by mail in the last 24 hours. Try again later.`
      : `This company has sent ${mailsMax.toRecipient} mails, copies and reminders included, to one of these addresses in the last 24 hours. Try again later.`,
    3600,
  );
}
