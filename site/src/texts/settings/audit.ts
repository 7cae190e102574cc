import type { AuditAction, AuditedRecord } from "../../../../service/src/contract/audit-actions.ts";

/** What the sentence of an entry says: who did it, to which record, for how much, and further details as text. */
export type EntryParts = {
  who: string;
  record: string;
  amount: string | undefined;
  detail: (name: string) => string | undefined;
};

const amountOf = ({ amount }: EntryParts) => (amount ? ` for ${amount}` : "");
const toOf = (value: string | undefined) => (value ? ` to ${value}` : "");
const reasonOf = ({ detail }: EntryParts) => (detail("reason") ? `: ${detail("reason")}` : "");

const actions = {
  "company.registered": (parts: EntryParts) =>
    `${parts.who} signed up ${parts.detail("name") ?? "the company"}`,
  "company.approved": ({ who }: EntryParts) => `${who} approved the company`,
  "company.refused": (parts: EntryParts) => `${parts.who} rejected the company${reasonOf(parts)}`,
  "company.suspended": (parts: EntryParts) => `${parts.who} suspended the company${reasonOf(parts)}`,
  "company.changed": ({ who, record }: EntryParts) => `${who} changed the ${record}`,
  "plan.set": ({ who }: EntryParts) => `${who} changed the plan`,
  "gateway.set": ({ who, record }: EntryParts) => `${who} set the payment gateway to ${record}`,
  "portal.set": ({ who }: EntryParts) => `${who} changed the portal settings`,
  "document_settings.changed": ({ who }: EntryParts) => `${who} changed the look of documents`,
  "checkpoint_mails.changed": ({ who }: EntryParts) =>
    `${who} changed to whom checkpoints of the books are mailed`,
  "logo.set": ({ who }: EntryParts) => `${who} changed the logo on documents`,
  "logo.removed": ({ who }: EntryParts) => `${who} removed the logo from documents`,
  "bank_accounts.set": ({ who }: EntryParts) => `${who} changed the bank accounts on documents`,
  "einvoicing.set": ({ who, record }: EntryParts) => `${who} set up e-invoicing with ${record}`,
  "einvoicing.removed": ({ who, record }: EntryParts) => `${who} removed e-invoicing with ${record}`,
  "user.confirmed": ({ who }: EntryParts) => `${who} confirmed their email address`,
  "user.invited": ({ who, record, detail }: EntryParts) => `${who} invited ${record} as ${detail("role")}`,
  "user.invitation_withdrawn": ({ who, record }: EntryParts) => `${who} withdrew the invitation to ${record}`,
  "user.joined": ({ record, detail }: EntryParts) => `${record} joined as ${detail("role")}`,
  "user.role_set": ({ who, record, detail }: EntryParts) =>
    `${who} changed the role of ${record} from ${detail("from")} to ${detail("to")}`,
  "user.removed": ({ who, record }: EntryParts) => `${who} removed ${record} from the company`,
  "user.name_changed": ({ detail }: EntryParts) =>
    `${detail("from")} changed their name${toOf(detail("to"))}`,
  "user.email_changed": ({ who, detail }: EntryParts) =>
    `${who} changed their email address from ${detail("from")}${toOf(detail("to"))}`,
  "user.password_changed": ({ who }: EntryParts) => `${who} changed their password`,
  "user.password_reset": ({ who }: EntryParts) => `${who} reset their password`,
  "user.second_factor_set": ({ who }: EntryParts) => `${who} turned on two-step verification`,
  "user.second_factor_removed": ({ who }: EntryParts) => `${who} turned off two-step verification`,
  "user.backup_codes_made": ({ who }: EntryParts) => `${who} created new recovery codes`,
  "key.created": ({ who, record }: EntryParts) => `${who} created API key ${record}`,
  "key.renamed": ({ who, record, detail }: EntryParts) =>
    `${who} renamed API key ${record}${toOf(detail("to"))}`,
  "key.limits_set": ({ who, record }: EntryParts) => `${who} changed the limits of API key ${record}`,
  "key.scopes_set": ({ who, record }: EntryParts) => `${who} changed the scopes of API key ${record}`,
  "key.rotated": ({ who, record }: EntryParts) => `${who} created a new secret for API key ${record}`,
  "key.revoked": ({ who, record }: EntryParts) => `${who} revoked API key ${record}`,
  "webhook.created": ({ who, record, detail }: EntryParts) =>
    `${who} added webhook endpoint ${record}${detail("url") ? ` (${detail("url")})` : ""}`,
  "webhook.changed": ({ who, record }: EntryParts) => `${who} changed webhook endpoint ${record}`,
  "webhook.secret_rotated": ({ who, record }: EntryParts) =>
    `${who} created a new secret for webhook endpoint ${record}`,
  "webhook.deleted": ({ who, record }: EntryParts) => `${who} deleted webhook endpoint ${record}`,
  "delivery.replayed": ({ who, record }: EntryParts) => `${who} resent webhook delivery ${record}`,
  "deliveries.replayed": ({ who, detail }: EntryParts) =>
    `${who} resent ${detail("count") ?? "several"} webhook deliveries`,
  "invoice.issued": (parts: EntryParts) => `${parts.who} issued invoice ${parts.record}${amountOf(parts)}`,
  "invoice.voided": (parts: EntryParts) => `${parts.who} voided invoice ${parts.record}${amountOf(parts)}`,
  "invoice.written_off": (parts: EntryParts) =>
    `${parts.who} wrote off invoice ${parts.record}${amountOf(parts)}`,
  "invoice.parties_refreshed": ({ who, record }: EntryParts) =>
    `${who} updated the customer and company details on invoice ${record}`,
  "invoice.sent": ({ who, record }: EntryParts) => `${who} sent invoice ${record} by email`,
  "credit_note.issued": (parts: EntryParts) =>
    `${parts.who} issued credit note ${parts.record}${amountOf(parts)}`,
  "credit_note.applied": (parts: EntryParts) =>
    `${parts.who} applied credit note ${parts.record} to another invoice`,
  "payment.recorded": (parts: EntryParts) =>
    `${parts.who} recorded payment ${parts.record}${amountOf(parts)}`,
  "payment.failed": (parts: EntryParts) => `Payment attempt ${parts.record}${amountOf(parts)} failed`,
  "payment.refunded": (parts: EntryParts) =>
    `${parts.who} refunded payment ${parts.record}${amountOf(parts)}`,
  "customer.erased": ({ who, record }: EntryParts) => `${who} erased the personal data of customer ${record}`,
  "payment.allocated": (parts: EntryParts) =>
    `${parts.who} allocated payment ${parts.record}${amountOf(parts)} to an invoice`,
  "payment.updated": (parts: EntryParts) =>
    `${parts.who} changed the certificate number of payment ${parts.record}${amountOf(parts)}`,
  "payment.disputed": (parts: EntryParts) => `Payment ${parts.record}${amountOf(parts)} is disputed`,
  "payment.reversed": (parts: EntryParts) =>
    `${parts.who} reversed payment ${parts.record}${amountOf(parts)}${parts.detail("reason") ? `: ${parts.detail("reason")}` : ""}`,
  "payment_link.created": (parts: EntryParts) =>
    `${parts.who} created payment link ${parts.record}${amountOf(parts)}`,
  "payment_link.cancelled": (parts: EntryParts) =>
    `${parts.who} cancelled payment link ${parts.record}${amountOf(parts)}`,
  "reminders.set": ({ who }: EntryParts) => `${who} changed the payment reminders`,
  "journal_accounts.set": ({ who }: EntryParts) => `${who} changed the accounts of the journal`,
  "exchange_rate.set": ({ who, record }: EntryParts) => `${who} set the exchange rate ${record}`,
  "exchange_rate.deleted": ({ who, record }: EntryParts) => `${who} deleted the exchange rate ${record}`,
} as const satisfies Record<AuditAction, (parts: EntryParts) => string>;

/** The names of the actions in the filter. */
const actionNames = {
  "company.registered": "Company signed up",
  "company.approved": "Company approved",
  "company.refused": "Company rejected",
  "company.suspended": "Company suspended",
  "company.changed": "Company settings changed",
  "plan.set": "Plan changed",
  "gateway.set": "Payment gateway set",
  "portal.set": "Portal settings changed",
  "document_settings.changed": "Look of documents changed",
  "checkpoint_mails.changed": "Emails with checkpoints changed",
  "logo.set": "Logo changed",
  "logo.removed": "Logo removed",
  "bank_accounts.set": "Bank accounts changed",
  "einvoicing.set": "E-invoicing set up",
  "einvoicing.removed": "E-invoicing removed",
  "user.confirmed": "Email address confirmed",
  "user.invited": "User invited",
  "user.invitation_withdrawn": "Invitation withdrawn",
  "user.joined": "User joined",
  "user.role_set": "Role changed",
  "user.removed": "User removed",
  "user.name_changed": "Name changed",
  "user.email_changed": "Email address changed",
  "user.password_changed": "Password changed",
  "user.password_reset": "Password reset",
  "user.second_factor_set": "Two-step verification turned on",
  "user.second_factor_removed": "Two-step verification turned off",
  "user.backup_codes_made": "Recovery codes created",
  "key.created": "API key created",
  "key.renamed": "API key renamed",
  "key.limits_set": "API key limits changed",
  "key.scopes_set": "API key scopes changed",
  "key.rotated": "API key secret rotated",
  "key.revoked": "API key revoked",
  "webhook.created": "Webhook endpoint added",
  "webhook.changed": "Webhook endpoint changed",
  "webhook.secret_rotated": "Webhook secret rotated",
  "webhook.deleted": "Webhook endpoint deleted",
  "delivery.replayed": "Webhook delivery resent",
  "deliveries.replayed": "Webhook deliveries resent",
  "invoice.issued": "Invoice issued",
  "invoice.voided": "Invoice voided",
  "invoice.written_off": "Invoice written off",
  "invoice.parties_refreshed": "Invoice details updated",
  "invoice.sent": "Invoice sent",
  "credit_note.issued": "Credit note issued",
  "credit_note.applied": "Credit note applied",
  "payment.recorded": "Payment recorded",
  "payment.failed": "Payment failed",
  "payment.refunded": "Payment refunded",
  "customer.erased": "Customer erased",
  "payment.allocated": "Payment allocated",
  "payment.updated": "Payment changed",
  "payment.disputed": "Payment disputed",
  "payment.reversed": "Payment reversed",
  "payment_link.created": "Payment link created",
  "payment_link.cancelled": "Payment link cancelled",
  "reminders.set": "Reminders changed",
  "journal_accounts.set": "Accounts of the journal changed",
  "exchange_rate.set": "Exchange rate set",
  "exchange_rate.deleted": "Exchange rate deleted",
} as const satisfies Record<AuditAction, string>;

export const texts = {
  title: "Audit log",
  intro:
    "Every change to keys, settings, users and payments: who made it, when, and from where. Entries cannot be changed or deleted.",
  caption: "Audit log, newest first",
  actions,
  actionNames,
  /** An action that this version of the page does not know. */
  unknown: (who: string, action: string, record: string) => `${who}: ${action} (${record})`,
  records: {
    company: "Company",
    gateway: "Payment gateway",
    einvoicing: "E-invoicing",
    user: "User",
    invitation: "Invitation",
    key: "API key",
    webhook: "Webhook endpoint",
    delivery: "Webhook delivery",
    invoice: "Invoice",
    credit_note: "Credit note",
    customer: "Customer",
    payment: "Payment",
    payment_attempt: "Payment attempt",
    payment_link: "Payment link",
    exchange_rate: "Exchange rate",
  } as const satisfies Record<AuditedRecord, string>,
  companySettings: "company settings",
  rate: (currency: string, rate: string, accountingCurrency: string, date: string) =>
    `1 ${currency} = ${rate} ${accountingCurrency} of ${date}`,
  /** Entries from before a correction name no record. */
  unnamed: "(reference not recorded)",
  actors: {
    user: "User",
    key: "API key",
    operator: "Operator",
    system: "Billfold",
    command_line: "Command line",
  },
  formerUser: "A former user",
  byKey: (name: string) => `API key ${name}`,
  byOperator: (name: string) => `${name} (operator)`,
  byCommandLine: "An operator on the command line",
  filters: {
    person: "Person or key",
    action: "Action",
    record: "Record type",
  },
  time: "Time",
  who: "By",
  record: "Record",
  address: "IP address",
  details: "Details",
  detailsOf: (sentence: string) => `Details: ${sentence}`,
  requestId: "Request ID",
  from: (address: string) => `from ${address}`,
  export: "Export CSV",
  empty: "No entries yet",
  emptyBody: "Changes to keys, settings, users and payments appear here.",
} as const;
