/** Which module owns each table: its folder under service/src. Only the owner's SQL writes the table. */
export const tableOwners: Readonly<Record<string, string>> = {
  schema_migration_progress: "platform/db",
  schema_migrations: "platform/db",
  installation: "platform/ops",
  idempotency_keys: "http/idempotency",
  throttle_buckets: "http",

  companies: "domains/tenancy/companies",
  company_counters: "domains/tenancy/companies",
  subscriptions: "domains/tenancy/companies",
  sandbox_faults: "domains/tenancy/sandbox-faults",
  api_keys: "domains/tenancy/keys",
  audit_entries: "domains/tenancy/audit",
  users: "domains/tenancy/users",
  user_credentials: "domains/tenancy/users",
  user_sessions: "domains/tenancy/users",
  user_second_factors: "domains/tenancy/users",
  user_verifications: "domains/tenancy/users",
  user_rate_limits: "domains/tenancy/users",
  user_confirmations: "domains/tenancy/users",
  user_email_changes: "domains/tenancy/users",
  memberships: "domains/tenancy/users",
  invitations: "domains/tenancy/users",

  events: "domains/webhooks/events",
  webhook_endpoints: "domains/webhooks/endpoints",
  webhook_deliveries: "domains/webhooks/deliveries",
  webhook_attempts: "domains/webhooks/deliveries",
  webhook_inbox: "domains/webhooks/inbox",

  customers: "domains/catalog/customers",
  products: "domains/catalog/products",

  number_series: "domains/billing/numbering",
  sales: "domains/billing/sales",
  sale_lines: "domains/billing/lines",
  quotes: "domains/billing/quotes",
  quote_lines: "domains/billing/lines",
  exchange_rates: "domains/billing/exchange-rates",
  invoices: "domains/billing/invoices",
  invoice_lines: "domains/billing/lines",
  invoice_write_offs: "domains/billing/invoices",
  credit_notes: "domains/billing/credit-notes",
  credit_note_lines: "domains/billing/lines",
  credit_applications: "domains/billing/credit-notes",

  recurring_invoices: "domains/billing/recurring-invoices",

  gateway_accounts: "domains/payments/gateways",
  payments: "domains/payments/payments",
  refunds: "domains/payments/payments",
  payment_allocations: "domains/payments/payments",
  payment_links: "domains/payments/links",
  payment_attempts: "domains/payments/payment-attempts",

  fiscal_integrations: "domains/fiscal/registration",
  fiscal_documents: "domains/fiscal/registration",
  fiscal_calls: "domains/fiscal/registration",

  document_hashes: "domains/sending/documents",
  document_seals: "domains/sending/documents",
  document_logos: "domains/sending/document-settings",
  document_settings: "domains/sending/document-settings",
  mails: "domains/sending/mails",
  reminder_settings: "domains/sending/reminders",
  invoice_reminders: "domains/sending/reminders",

  portal_settings: "domains/portal",

  notification_settings: "domains/backoffice/notifications",
  notification_mails: "domains/backoffice/notifications",
  finished_imports: "domains/backoffice/notifications",
  imports: "domains/backoffice/imports-exports",
  journal_accounts: "domains/backoffice/reports",
  books_checks: "domains/backoffice/books",
  checkpoint_mails: "domains/backoffice/books",
  checkpoint_keys: "domains/backoffice/books",
  checkpoints: "domains/backoffice/books",
  record_totals: "domains/backoffice/overview",
};

/**
 * Modules whose SQL names a table of another one without a fragment of its owner, with the tables and the reason.
 * Nothing may be added: new code uses an exported function or a `fragment`.
 */
type Exception = { tables: readonly string[]; because: string };

export const foreignWrites: Readonly<Record<string, Exception>> = {};

export const foreignReads: Readonly<Record<string, Exception>> = {
  "http/idempotency": {
    tables: ["events"],
    because:
      "a stored response refers to the event that holds its object, instead of writing it twice; http may not use a domain",
  },
};
