import { recomputeTotals } from "../../service/src/domains/backoffice/overview/totals.ts";
import { type Database, inTransaction } from "../../service/src/platform/db/database.ts";

/**
 * Fills one company with invoices of every status, directly in the tables, because only reading them and adding to
 * them is measured. Foreign keys are not checked meanwhile, because that takes most of the time; nor are totals kept,
 * which are computed at the end instead.
 */
export async function seedInvoices(db: Database, companyId: number, count: number): Promise<void> {
  await db.query(customersText, [companyId, Math.ceil(count / 40)]);
  const chunk = 50_000;
  for (let from = 0; from < count; from += chunk) {
    await inTransaction(db, async (tx) => {
      await tx.query("set local session_replication_role = replica");
      await tx.query("set local synchronous_commit = off");
      await tx.query(seedText, [companyId, from, Math.min(chunk, count - from)]);
    });
  }
  await recomputeTotals(db, companyId);
  await db.query("vacuum analyze");
  await db.query("checkpoint");
}

// A tenth of them have each name, as many as that may be.
const customersText = `
  insert into customers (company_id, name, kind, metadata, created_at, updated_at)
  select $1, (array['Amaka', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Femi', 'Grace', 'Hassan', 'Ife', 'Joy'])[1 + n % 10]
    || ' Stores ' || n, 'business', '{}', now(), now() from generate_series(1, $2::int) n`;

const seedText = `
  with customer as (
    select array_agg(id order by id) as ids from customers where company_id = $1
  ), made as (
    select nextval('invoices_id_seq') as id, $2::int + g as n,
      (array['draft', 'open', 'paid', 'partially_paid', 'void', 'uncollectible'])[1 + ($2::int + g) % 6] as status
    from generate_series(1, $3::int) g
  ), stored as (
    insert into invoices (company_id, id, number, status, customer_id, customer_snapshot, supplier_snapshot,
      invoice_date, due_date, currency, subtotal, tax_total, total, taxes, fiscal_status, source, portal_secret,
      external_id, metadata, created_at, updated_at, overdue_at)
    select $1, m.id, case when m.status <> 'draft' then 'SEED-' || lpad(m.n::text, 7, '0') end, m.status, c.ids[1 + m.n % cardinality(c.ids)],
      case when m.status <> 'draft' then '{"name":"Seeded","email":null,"phone":null,"kind":"business","tax_id":null,"registration_number":null,"address":null}'::jsonb end,
      case when m.status <> 'draft' then '{"name":"Seeded","tax_id":null,"registration_number":null,"email":null,"phone":null,"address":null}'::jsonb end,
      date '2024-01-01' + m.n % 700, date '2024-02-01' + m.n % 700, (array['NGN', 'USD', 'EUR', 'GHS'])[1 + m.n % 4],
      100, 7.5, 107.5, '[{"category":"S","rate":7.5,"taxable_amount":100,"tax_amount":7.5}]',
      case when m.status = 'draft' or m.n % 10 = 0 then 'none' else 'registered' end, 'api', 'x7Qm0wz9Lr3TnVbY2cKd5A',
      'seed-' || m.n, '{}', timestamptz '2024-01-01' + m.n * interval '1 minute', now(),
      case when m.status in ('open', 'partially_paid') then now() end
    from made m cross join customer c
    returning company_id, id
  )
  insert into invoice_lines (company_id, invoice_id, description, quantity, unit_price, tax_rate, tax_category,
    unit_code, net_amount, tax_amount, total_amount)
  select company_id, id, 'Seeded work', 1, 100, 7.5, 'S', 'C62', 100, 7.5, 107.5 from stored`;
