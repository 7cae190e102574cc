import { afterAll, beforeAll, expect, test } from "vitest";
import "../src/app.ts";
import "../src/worker.ts";
import { type Database, openDatabase, registeredStatements } from "../src/platform/db/database.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";

/**
 * The passes that run every few seconds or minutes read what is due and not what is not, however much that is: each
 * is run over tables full of records that are not due, and the pages that it reads are counted.
 */
const rows = 50_000;
/** The indexes by range of pages (brin) do not know the last 128 pages of a table, which are read therefore. */
const pagesMax = 180;
const now = new Date("2030-01-01T12:00:00Z");
const later = "timestamptz '2030-01-02' + i * interval '1 second'";
const lately = "timestamptz '2029-12-31' + i * interval '1 second'";
const retentionStart = new Date("2029-11-01T00:00:00Z");

/** What each column of a record that is not due has; the others get any value. */
const filled: Record<string, Record<string, string>> = {
  company_counters: { company_id: "i", event_sequence: "i", chained_sequence: "i", checkpoint_sequence: "i" },
  companies: { id: "i", time_zone: "'Africa/Lagos'" },
  invoices: { status: "'open'", due_date: "date '2030-02-01' + i % 300", overdue_at: "null" },
  quotes: { status: "'sent'", valid_until: "date '2030-02-01' + i % 300" },
  recurring_invoices: { status: "'active'", document: `'{"lines":[]}'`, next_run_at: later },
  books_checks: { company_id: "i", started_at: lately },
  reminder_settings: { company_id: "i", next_run_at: later, steps: `'[]'` },
  notification_mails: { company_id: "1", user_id: "i", kinds: `'{payment_received}'`, next_run_at: later },
  payment_links: { status: "'active'", expires_at: later },
  payment_attempts: { status: "'open'", next_poll_at: later },
  gateway_accounts: { gateway: "'paystack'", next_dispute_poll_at: later },
  refunds: { status: "'pending'", next_attempt_at: later },
  fiscal_documents: { environment: "'sandbox'", state: "'accepted'", next_action_at: later, invoice_id: "i" },
  fiscal_calls: { fiscal_document_id: "i", called_at: lately },
  idempotency_keys: { created_at: lately },
  webhook_deliveries: { status: "'succeeded'", created_at: lately, completed_at: lately },
  webhook_inbox: { created_at: lately },
  imports: { updated_at: lately },
  record_totals: { kind: "'owed'", is_sum: "true" },
  mails: {
    status: "case when i % 2 = 0 then 'queued' else 'sent' end",
    created_at: lately,
    next_attempt_at: later,
    expires_at: later,
  },
  user_sessions: { expires_at: later },
  user_confirmations: { expires_at: later },
  user_email_changes: { expires_at: later },
  user_verifications: { expires_at: later },
  user_rate_limits: { ends_at: later },
};

/** Every statement by which a pass finds its work, and its parameters. */
const passes: Record<string, unknown[]> = {
  invoice_mark_overdue: [now, 200],
  recurring_due: [now, 100],
  reminder_due: [now, 100],
  notification_mail_due: [now, 100],
  link_expire: [now, 200],
  quote_expire: [now, 200],
  checkpoint_due: [20_000, 21_000, now, 10_000],
  event_find_unchained: [20_000, 21_000],
  document_seals_due: [100],
  books_check_due: [20_000, 21_000, retentionStart, retentionStart],
  attempt_claim_due: [now, now, 50],
  gateway_account_claim_disputes: [now, now, 50],
  refund_claim_due: [now, now, 50],
  fiscal_claim_due: [now, now, 50, "sandbox"],
  fiscal_claim_unreported: [now, now, 50, "sandbox"],
  fiscal_purge_calls: [retentionStart, 1000],
  idempotency_purge: [retentionStart, 1000],
  delivery_purge: [retentionStart, 1000],
  inbox_purge: [retentionStart, 1000],
  import_purge: [retentionStart, 1000],
  totals_add_up: [10_000],
  mail_claim: [now, 50, 60],
  mail_expire: [now],
  mail_purge: [now, 30, 30, 1000],
  session_purge: [now],
  confirmation_purge: [now],
  email_change_purge: [now],
  verification_purge: [now],
  account_limit_purge: [now],
};

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await migratedDatabase();
  db = openDatabase({
    connectionString: database.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
  await dropRules();
  for (const [table, values] of Object.entries(filled)) await fill(table, values);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("every table has more pages than a pass may read", async () => {
  const small = await db.query(
    "select relname, relpages from pg_class where relname = any($1) and relpages <= $2",
    [Object.keys(filled), pagesMax],
  );
  expect(small).toEqual([]);
});

test.each(Object.entries(passes))("%s reads nothing that is not due", async (name, values) => {
  const text = registeredStatements().get(name);
  expect(text).toBeDefined();
  const [row] = await db.query<{ "QUERY PLAN": string }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    values,
  );
  const [{ Plan: plan }] = JSON.parse(row!["QUERY PLAN"]) as [{ Plan: Record<string, number> }];
  expect(plan["Actual Rows"]).toBe(0);
  expect(plan["Shared Hit Blocks"]! + plan["Shared Read Blocks"]!).toBeLessThan(pagesMax);
});

/** References and checks would need records that are whole, and the plans do not depend on them. */
async function dropRules(): Promise<void> {
  await db.query(`do $$ declare r record; begin
    for r in select conrelid::regclass as owner, quote_ident(conname) as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('f', 'c') order by contype = 'c'
    loop execute format('alter table %s drop constraint %s', r.owner, r.name); end loop;
  end $$`);
  await db.query(`do $$ declare r record; begin
    for r in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    loop execute format('alter table %I disable trigger user', r.relname); end loop;
  end $$`);
}

const anyValue: Record<string, string> = {
  bigint: "i",
  integer: "i",
  smallint: "1",
  numeric: "1",
  text: "'x' || i",
  boolean: "false",
  date: "date '2029-12-31'",
  uuid: "gen_random_uuid()",
  bytea: "convert_to(i::text, 'UTF8')",
  json: "'{}'",
  jsonb: "'{}'",
  inet: "'127.0.0.1'",
  "text[]": "'{}'",
  "timestamp with time zone": lately,
};

async function fill(table: string, values: Record<string, string>): Promise<void> {
  const columns = await db.query<{ name: string; type: string; needed: boolean }>(
    `select attname as name, format_type(atttypid, null) as type,
       attnotnull and not atthasdef and attidentity = '' as needed
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const given = columns.filter(({ name, needed }) => needed || Object.hasOwn(values, name));
  const contentOf = ({ name, type }: { name: string; type: string }) =>
    values[name] ?? anyValue[type] ?? "null";
  const names = given.map(({ name }) => name).join(", ");
  await db.query(
    `insert into ${table} (${names}) overriding system value
     select ${given.map(contentOf).join(", ")} from generate_series(1, ${rows}) i`,
  );
  await db.query(`vacuum analyze ${table}`);
}
