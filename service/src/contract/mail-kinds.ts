/** Mails that a company sends to its buyers: what the document is. */
export const documentMailKinds = ["invoice", "quote", "credit_note", "receipt", "statement"] as const;
export type DocumentMailKind = (typeof documentMailKinds)[number];
/** The same without the statement, which is not a record but a report of a customer's records. */
export type RecordMailKind = Exclude<DocumentMailKind, "statement">;

/** The same, and reminders of what is left to pay. */
export const buyerMailKinds = [...documentMailKinds, "reminder"] as const;
export const isBuyersMail = (kind: string) => (buyerMailKinds as readonly string[]).includes(kind);

/** Mails to the people who use the service for a company. */
export const userMailKinds = [
  "confirmation",
  "known_address",
  "password_reset",
  "password_changed",
  "email_change",
  "email_changed",
  "owner_notice",
  "invitation",
  "company_approved",
  "company_refused",
  "company_suspended",
  "notifications",
  "checkpoint",
] as const;

/** What mails are about. */
export const mailKinds = [...userMailKinds, ...buyerMailKinds] as const;

export type MailKind = (typeof mailKinds)[number];
