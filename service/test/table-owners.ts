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
 * Modules whose SQL names a table of another module without a fragment of its owner. Nothing may be added: new code
 * uses an exported function or `fragment`, and a fixed exception is removed here.
 */
type Exception = { tables: readonly string[]; because: string };

export const foreignWrites: Readonly<Record<string, Exception>> = {
  "domains/webhooks/endpoints": {
    tables: ["webhook_deliveries"],
    because:
      "disabling an endpoint ends its pending deliveries in the same transaction, and deliveries come after endpoints in the order of modules",
  },
};

export const foreignReads: Readonly<Record<string, Exception>> = {
  "http/idempotency": {
    tables: ["events"],
    because: "a stored response refers to the event that holds its object; http may not use a domain",
  },
  "domains/tenancy/audit": {
    tables: ["api_keys", "users"],
    because:
      "an entry shows the name of the person or key, and both come after audit in the order of modules",
  },
  "domains/tenancy/keys": {
    tables: ["companies", "subscriptions"],
    because: "a key is authenticated together with its company by one statement, the hottest read of all",
  },
  "domains/tenancy/users": {
    tables: ["api_keys", "companies", "subscriptions"],
    because: "a session is authenticated together with its company by one statement",
  },
  "domains/tenancy/signup": {
    tables: ["api_keys", "companies", "fiscal_integrations", "webhook_endpoints"],
    because: "the progress of a new company is one statement over whatever it may have set up already",
  },
  "domains/tenancy/operators": {
    tables: [
      "companies",
      "company_counters",
      "events",
      "fiscal_documents",
      "memberships",
      "refunds",
      "subscriptions",
      "users",
      "webhook_deliveries",
      "webhook_endpoints",
    ],
    because: "an operator sees figures of all companies, which no module shows to a company",
  },
  "domains/webhooks/events": {
    tables: ["company_counters"],
    because: "the doctor compares the counters of all companies with their last events",
  },
  "domains/webhooks/endpoints": {
    tables: ["companies", "company_counters", "webhook_deliveries"],
    because: "an endpoint begins at the company's last event, and is shown with the company's address",
  },
  "domains/webhooks/deliveries": {
    tables: ["companies", "company_counters", "events", "subscriptions", "webhook_endpoints"],
    because: "one statement finds and takes what is due for the endpoints of active companies",
  },
  "domains/billing/sales": {
    tables: ["invoices"],
    because: "a sale shows its invoice, and invoices come after sales in the order of modules",
  },
  "domains/billing/quotes": {
    tables: ["companies"],
    because: "the pass over the quotes of all companies needs the date where each company is",
  },
  "domains/billing/invoices": {
    tables: ["companies", "customers", "payment_links"],
    because:
      "issuing copies customer and company in the update itself; the currency is fixed while a payment link asks for the invoice, and links come later",
  },
  "domains/payments/gateways": {
    tables: ["companies"],
    because: "the doctor checks the accounts of all active companies",
  },
  "domains/payments/payments": {
    tables: ["payment_attempts", "payment_links"],
    because: "a payment shows its link and a refund its attempt, and both come after payments",
  },
  "domains/payments/links": {
    tables: ["payment_attempts"],
    because: "a link shows its latest attempts, and attempts come after links",
  },
  "domains/payments/payment-attempts": {
    tables: ["invoice_lines", "invoices", "payment_links", "payments", "subscriptions"],
    because: "the checkout page is read by one statement, from the link to the lines of its invoice",
  },
  "domains/webhooks/inbox": {
    tables: ["events"],
    because: "an entry shows the event that it received, and a list of them is one statement",
  },
  "domains/fiscal/registration": {
    tables: ["companies", "invoices"],
    because:
      "payments to report are found by an index over the invoices that have one; the doctor checks the credentials of all companies",
  },
  "domains/portal": {
    tables: ["api_keys", "companies", "invoices", "payment_links", "products", "sales", "subscriptions"],
    because: "what a page of the portal may see is not what the API shows, and is read by one statement each",
  },
  "domains/backoffice/overview": {
    tables: ["companies", "invoices", "payments", "refunds"],
    because: "sums over the records of several modules, which are checked for one company after another",
  },
  "domains/backoffice/lists": {
    tables: [
      "customers",
      "invoices",
      "payment_links",
      "payments",
      "products",
      "quotes",
      "recurring_invoices",
      "refunds",
      "sales",
    ],
    because: "the rows of a list show, sort and add up the records of several modules",
  },
};
