/** What mails are about. */
export const mailKinds = [
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
  "invoice",
] as const;

export type MailKind = (typeof mailKinds)[number];
