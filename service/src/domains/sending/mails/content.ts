import type { Mail } from "../../../platform/ops/mail.ts";
import { encryptedColumn } from "../../../platform/security/encrypted-columns.ts";
import { decrypt, type EncryptionKeys, encrypt, purposeNamed } from "../../../platform/security/secrets.ts";

const purpose = purposeNamed("mail");

/** The body of a mail, and the headers that nothing searches. Its links set passwords, so it is stored encrypted. */
export type MailContent = Pick<Mail, "text" | "html" | "cc" | "replyTo" | "fromName" | "unsubscribeUrl">;

export const encryptContent = (
  keys: EncryptionKeys,
  messageId: string,
  { text, html, cc, replyTo, fromName, unsubscribeUrl }: MailContent,
) => encrypt(keys, purpose(messageId), JSON.stringify({ text, html, cc, replyTo, fromName, unsubscribeUrl }));

export const decryptContent = (keys: EncryptionKeys, messageId: string, stored: string) =>
  JSON.parse(decrypt(keys, purpose(messageId), stored)) as MailContent;

/** The mails that wait, or that are kept to be shown. */
export const encryptedMailColumns = [
  encryptedColumn({
    name: "mails",
    table: "mails",
    column: "content",
    // A mail need not concern a company.
    owner: "id",
    record: { column: "id", type: "bigint" },
    detail: "message_id",
    kind: () => "mail",
    purpose: (_owner, _record, messageId) => purpose(messageId),
    isShortLived: true,
  }),
];
