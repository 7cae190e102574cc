import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "./harness.ts";
import { makeRecords } from "./records.ts";

let service: TestService;
let ours: TestCompany;
let theirs: TestCompany;
beforeAll(async () => {
  service = await startService();
  const company = () => service.company({ primaryEndpoint: true });
  [ours, theirs] = [await company(), await company()];
  await makeRecords(ours, "ours");
  await makeRecords(theirs, "theirs");
  // The worker writes these, and none runs here.
  await query(
    `insert into webhook_attempts (company_id, delivery_id, number, attempted_at, duration_ms, url, status_code)
     select company_id, id, 1, created_at, 5, 'https://hooks.example/', 200 from webhook_deliveries
     where company_id = any($1)`,
    [[ours.id, theirs.id]],
  );
  await query(
    `insert into invoices (company_id, status, customer_id, invoice_date, due_date, currency, subtotal, tax_total, total,
       taxes, source, portal_secret, metadata, created_at, updated_at, recurring_invoice_id, period_start, period_end)
     select distinct on (company_id) company_id, 'draft', customer_id, start_date, start_date, currency, 0, 0, 0, '[]', 'api',
       'secret', '{}', created_at, updated_at, id, start_date, start_date
     from recurring_invoices where company_id = any($1)`,
    [[ours.id, theirs.id]],
  );
  await query(
    `insert into invoice_reminders (company_id, invoice_id, days, outcome, created_at)
     select distinct on (company_id) company_id, id, 1, 'no_address', now() from invoices where company_id = any($1)`,
    [[ours.id, theirs.id]],
  );
  await query(
    `insert into fiscal_documents (company_id, credit_note_id, environment, adapter, document_key, document, hash, state,
       created_at, updated_at)
     select distinct on (company_id) company_id, id, 'sandbox', 'sandbox', 'note-' || id, '{}', '', 'queued', now(), now()
     from credit_notes where company_id = any($1)`,
    [[ours.id, theirs.id]],
  );
  await query(
    `with document as (
       insert into fiscal_documents (company_id, invoice_id, environment, adapter, document_key, document, hash, state,
         created_at, updated_at)
       select distinct on (company_id) company_id, id, 'sandbox', 'sandbox', 'key-' || id, '{}', '', 'queued', now(), now()
       from invoices where company_id = any($1) returning company_id, id
     )
     insert into fiscal_calls (company_id, fiscal_document_id, operation, called_at, duration_ms, request, response)
     select company_id, id, 'submit', now(), 5, '', '' from document`,
    [[ours.id, theirs.id]],
  );
  await query(
    `insert into invoice_write_offs (company_id, invoice_id, amount, created_at)
     select distinct on (company_id) company_id, id, 1, now() from invoices where company_id = any($1)`,
    [[ours.id, theirs.id]],
  );
  // A payment as a gateway would create it.
  await query(
    `with account as (
       insert into gateway_accounts (company_id, gateway, credentials, created_at)
       select unnest($1::int8[]), 'sandbox', '', now() returning company_id, id
     ), money as (insert into payments (company_id, amount, currency, unallocated_amount, source, payment_link_id, gateway,
       gateway_reference, paid_at, created_at)
       select company_id, amount, currency, amount, 'gateway', id, 'sandbox', secret, created_at, created_at
       from payment_links where company_id = any($1) returning *)
     insert into payment_attempts (company_id, payment_link_id, gateway, gateway_account_id, reference, amount, currency,
       status, payment_id, created_at, updated_at)
     select m.company_id, m.payment_link_id, m.gateway, a.id, m.gateway_reference, m.amount, m.currency, 'paid', m.id,
       m.created_at, m.created_at
     from money m join account a on a.company_id = m.company_id`,
    [[ours.id, theirs.id]],
  );
});
afterAll(() => service.close());

/** A person may belong to several companies; each membership belongs to one company. */
const aboutNoCompany = [
  "checkpoint_keys",
  "companies",
  "installation",
  "schema_migration_progress",
  "schema_migrations",
  "throttle_buckets",
  "user_confirmations",
  "user_credentials",
  "user_email_changes",
  "user_rate_limits",
  "user_second_factors",
  "user_sessions",
  "user_verifications",
  "users",
];

/** A mail about a person's own account concerns no company; the others name theirs. */
const mayConcernNoCompany = ["mails"];

type ForeignKey = { name: string; table: string; target: string; columns: string[]; targetColumns: string[] };

const query = <R>(sql: string, values: unknown[] = []) => service.context.db.query<R>(sql, values);

const foreignKeys = () =>
  query<ForeignKey>(`
    select c.conname as name, c.conrelid::regclass::text as table, c.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.place) from unnest(c.conkey) with ordinality k(number, place)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
      (select array_agg(a.attname::text order by k.place) from unnest(c.confkey) with ordinality k(number, place)
       join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as "targetColumns"
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1`);

const columnsOf = async (table: string) =>
  (
    await query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
  ).map(({ name }) => name);

/** Values that a copied row must change so that it violates only the tested constraint. */
const issued = { status: "open", customer_snapshot: {}, supplier_snapshot: {} };
const alone: Record<string, object> = {
  invoices: { ...issued, number: "INV-999999", external_id: null, sale_id: null, period_start: "2099-01-01" },
  recurring_invoices: { external_id: null },
  sales: { number: "SO-999999", external_id: null },
  quotes: { number: "QUO-999999", external_id: null },
  credit_notes: { number: "CN-999999" },
  payments: { reference: null, gateway: null, gateway_reference: null },
  payment_attempts: { reference: "another" },
  fiscal_documents: { document_key: "another" },
};

describe("the database itself keeps companies apart", () => {
  test("every table belongs to a company, except for the listed ones", async () => {
    const tables = await query<{ name: string }>(`
      select table_name as name from information_schema.tables t
      where table_schema = 'public' and table_type = 'BASE TABLE' and not exists (
        select from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'company_id')
      order by 1`);
    expect(tables.map(({ name }) => name)).toEqual(aboutNoCompany);
  });

  test("every reference between records stays within a company", async () => {
    const keys = await foreignKeys();
    expect(keys.length).toBeGreaterThan(5);
    for (const { name, target, columns, targetColumns } of keys) {
      if (aboutNoCompany.includes(target)) continue;
      const place = columns.indexOf("company_id");
      expect({ [name]: targetColumns[place] }).toEqual({ [name]: "company_id" });
    }
  });

  test("every primary key begins with the company", async () => {
    const keys = await query<{ table: string; first: string }>(
      `select c.conrelid::regclass::text as table, a.attname as first from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'p' and c.connamespace = 'public'::regnamespace
        and c.conrelid::regclass::text <> all ($1)`,
      [[...aboutNoCompany, ...mayConcernNoCompany]],
    );
    expect(keys.filter(({ first }) => first !== "company_id")).toEqual([]);
  });

  test("a row that refers to another company's record is refused", async () => {
    const tried: string[] = [];
    for (const { name, table, target, columns } of await foreignKeys()) {
      const reference = columns.find((column) => column !== "company_id");
      if (!reference || aboutNoCompany.includes(target)) continue;
      const [theirRow] = await query<{ id: number }>(
        `select id from ${target} where company_id = $1 limit 1`,
        [theirs.id],
      );
      const names = (await columnsOf(table)).join(", ");
      const copy = (extra: object) =>
        query(
          `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table},
             (select to_jsonb(r) || $2::jsonb from ${table} r where company_id = $1 and ${reference} is not null limit 1))`,
          [ours.id, JSON.stringify(extra)],
        );
      // Our own row again, under a new id and with their reference; nothing else about it is wrong.
      const own = { id: 1_000_000_000 + tried.length, ...alone[table] };
      await expect(copy({ ...own, [reference]: theirRow!.id })).rejects.toMatchObject({
        code: "23503",
        constraint: name,
      });
      tried.push(`${table}.${reference}`);
    }
    expect(tried.sort()).toEqual([
      "credit_applications.credit_note_id",
      "credit_applications.invoice_id",
      "credit_note_lines.credit_note_id",
      "credit_note_lines.product_id",
      "credit_notes.invoice_id",
      "fiscal_calls.fiscal_document_id",
      "fiscal_documents.credit_note_id",
      "fiscal_documents.invoice_id",
      "invoice_lines.invoice_id",
      "invoice_lines.product_id",
      "invoice_reminders.invoice_id",
      "invoice_write_offs.invoice_id",
      "invoices.customer_id",
      "invoices.recurring_invoice_id",
      "invoices.sale_id",
      "payment_allocations.invoice_id",
      "payment_allocations.payment_id",
      "payment_attempts.gateway_account_id",
      "payment_attempts.payment_id",
      "payment_attempts.payment_link_id",
      "payment_links.invoice_id",
      "payments.invoice_id",
      "payments.payment_link_id",
      "quote_lines.product_id",
      "quote_lines.quote_id",
      "quotes.customer_id",
      "quotes.invoice_id",
      "quotes.sale_id",
      "recurring_invoices.customer_id",
      "refunds.payment_id",
      "sale_lines.product_id",
      "sale_lines.sale_id",
      "sales.customer_id",
      "webhook_attempts.delivery_id",
      "webhook_deliveries.endpoint_id",
    ]);
  });
});
