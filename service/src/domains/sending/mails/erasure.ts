import { isBuyersMail } from "../../../contract/mail-kinds.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedRows, identifiedSql } from "../../../platform/db/erasure.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { EncryptionKeys } from "../../../platform/security/secrets.ts";
import { erasedText, eraseInDocument } from "../../../platform/values/erased-text.ts";
import { decryptContent, encryptContent, type MailContent } from "./content.ts";

const columns = { texts: ["recipient", "copies", "subject", "about", "content", "last_error"] };

// A mail that waits is not sent any more: its recipient is erased.
const cancelSql = (
  moment: string,
) => `update mails r set status = 'cancelled', content = null, attachments = '[]',
     next_attempt_at = null, leased_until = null, ended_at = ${moment}`;
const isWaiting = "r.company_id = $1 and r.status in ('queued', 'kept')";
const cancel = statement(
  "mail_erase_queued",
  `${cancelSql("$2")} where ${isWaiting} and ${identifiedSql(columns)} and $3::text is not null`,
);
const cancelAbout = statement(
  "mail_erase_about",
  `${cancelSql("$2")} where ${isWaiting} and r.about = any($3::text[])`,
);
const cancelOne = statement("mail_erase_one", `${cancelSql("$2")} where ${isWaiting} and r.id = $3`);
const erase = eraseIdentifiedRows("mail", "mails", columns);

/** Few, because each is decrypted, and may be as long as a letter about a hundred events. */
const pageMax = 100;
const waiting = statement(
  "mail_erase_waiting",
  `select r.id, r.kind, r.message_id, r.content from mails r where ${isWaiting} and r.id > $2
   order by r.id limit ${pageMax} for update`,
);
const rewrite = statement(
  "mail_erase_content",
  "update mails set content = $3 where company_id = $1 and id = $2 and content is not null",
);

type Waiting = Pick<Tables["mails"], "id" | "kind" | "message_id"> & {
  content: NonNullable<Tables["mails"]["content"]>;
};

/**
 * Mails to a person or about one, and those that wait to be sent about its documents (`invoice/12`). What waits is searched
 * in its encrypted text as well: a mail to a buyer is not sent any more, and a mail to somebody of the company is sent
 * without the values.
 */
export async function eraseMails(
  tx: Queryable,
  companyId: number,
  now: Date,
  erased: ErasedValues,
  { keys, about }: { keys: EncryptionKeys; about: readonly string[] },
): Promise<void> {
  await tx.query(cancelAbout, [companyId, now, about]);
  await tx.query(cancel, [companyId, now, erased.json, erased.identifyingText, erased.identifyingJson]);
  await erase(tx, companyId, erased);
  const { identifying } = erased;
  if (identifying === undefined) return;
  for (let after = 0; ; ) {
    const page = await tx.query<Waiting>(waiting, [companyId, after]);
    for (const mail of page) {
      const content = readable(keys, mail);
      if (content === undefined || !textsOf(content).some((text) => text.search(identifying) !== -1))
        continue;
      if (isBuyersMail(mail.kind)) await tx.query(cancelOne, [companyId, now, mail.id]);
      else {
        const becomes = encryptContent(keys, mail.message_id, withoutValues(content, erased.anyValue!));
        await tx.query(rewrite, [companyId, mail.id, becomes]);
      }
    }
    if (page.length < pageMax) return;
    after = page.at(-1)!.id;
  }
}

/** What no key decrypts any more, nobody can read; the worker gives it up. */
function readable(keys: EncryptionKeys, { message_id, content }: Waiting): MailContent | undefined {
  try {
    return decryptContent(keys, message_id, content);
  } catch {
    return undefined;
  }
}

const textsOf = ({ text, html, cc = [], replyTo = "", fromName = "" }: MailContent) => [
  text,
  html,
  ...cc,
  replyTo,
  fromName,
];

const withoutValues = (content: MailContent, values: RegExp): MailContent => ({
  ...content,
  text: content.text.replace(values, erasedText),
  html: eraseInDocument(content.html, values),
});
