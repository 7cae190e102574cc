import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../src/platform/db/database.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";
import { programStatements } from "./program-statements.ts";

// A column that can hold a text is erased with the customer who may be named in it, or stands here with the reason.
let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await migratedDatabase();
  db = openDatabase({
    connectionString: database.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Tables in which the text of nobody's customer stands. */
const withoutCustomers = {
  "the company itself, its settings and its goods":
    "companies document_logos document_settings journal_accounts number_series portal_settings products reminder_settings subscriptions",
  "the people of the company, and their settings":
    "checkpoint_mails invitations memberships notification_mails notification_settings user_confirmations user_credentials user_email_changes user_rate_limits user_second_factors user_sessions user_verifications users",
  "what the company connects with":
    "api_keys exchange_rates fiscal_integrations gateway_accounts webhook_endpoints",
  "hashes, totals and states that the service computes":
    "checkpoint_keys checkpoints company_counters document_hashes document_seals record_totals throttle_buckets",
  "the installation": "installation sandbox_faults schema_migration_progress schema_migrations",
};

/** Columns that have, in every table, a word of a list, a code, a number or a random text. */
const withoutNames = {
  "a word of the contract":
    "accounting_currency action actor_type attempt_cause cause currency dispute_status environment event_type fiscal_status gateway interval kind language missed operation source state status tax_category type adapter account",
  "a number, a code or a secret that the service made":
    "attempt_worker document_key hash irn message_id number portal_secret receipt_secret request_hash request_id secret worker",
  "a code of a public list": "hs_code service_code unit_code",
  "an identifier of the gateway or the authority": "gateway_reference handle session",
};

/** One column each. */
const alone: Readonly<Record<string, string>> = {
  "audit_entries.actor_id": "somebody of the company",
  "audit_entries.address": "the address from which somebody of the company came",
  "books_checks.found": "replaced by the next check, which reads what the erasure left",
  "credit_notes.taxes": "amounts by tax category",
  "events.body_hash": "a hash",
  "fiscal_calls.code": "a code of the authority",
  "idempotency_keys.key": "deleted a day after the request",
  "invoice_reminders.outcome": "a word of the contract",
  "invoices.supplier_snapshot": "the company itself",
  "invoices.taxes": "amounts by tax category",
  "payments.method": "a word that says how somebody paid",
  "payment_attempts.reference": "a number that the service made",
  "quotes.taxes": "amounts by tax category",
  "refunds.key": "a key that the service made",
  "sales.taxes": "amounts by tax category",
  "webhook_attempts.failure": "a word of the contract",
  "webhook_attempts.url": "an endpoint of the company",
  "webhook_deliveries.attempt_url": "an endpoint of the company",
};

const words = (lists: Readonly<Record<string, string>>) =>
  new Set(Object.values(lists).flatMap((list) => list.split(" ")));

test("every column that can hold the text of a customer is erased with it, or is listed with the reason", async () => {
  const changed = (await programStatements())
    .filter(({ file }) => file.endsWith("/erasure.ts") || file.endsWith("catalog/customers/queries.ts"))
    .map(({ text }) => text);
  const isErased = (table: string, column: string) =>
    changed.some(
      (text) => new RegExp(`\\bupdate ${table}\\b`).test(text) && new RegExp(`[\\s,]${column} = `).test(text),
    );
  const columns = await db.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and c.data_type in ('text', 'jsonb', 'json', 'bytea', 'character varying', 'ARRAY', 'inet', 'cidr')
     order by 1, 2`,
  );
  const [tables, names] = [words(withoutCustomers), words(withoutNames)];
  const open = columns.filter(({ table, column }) => !tables.has(table) && !names.has(column));
  const missing = open
    .filter(({ table, column }) => !isErased(table, column) && alone[`${table}.${column}`] === undefined)
    .map(({ table, column }) => `${table}.${column}`);
  expect(missing).toEqual([]);

  const known = new Set(columns.flatMap(({ table, column }) => [table, column, `${table}.${column}`]));
  const listed = [...tables, ...names, ...Object.keys(alone)];
  expect(listed.filter((name) => !known.has(name))).toEqual([]);
  const superfluous = columns.filter(
    ({ table, column }) => alone[`${table}.${column}`] !== undefined && isErased(table, column),
  );
  expect(superfluous).toEqual([]);
});
