import { eventCounts, eventGaps } from "./events.fixture.ts";

const allocated = "coalesce(sum(p.amount - p.unallocated_amount), 0)";

/** Each record of the table has exactly one event of this type, and each such event its record. */
const oneEventEach = (table: string, type: string, condition = "true") => `
  select r.company_id, r.id, t.company_id as event_company, t.id as event_object, t.times
  from (select * from ${table} where ${condition}) r
  full join ${eventCounts(type)} t on t.company_id = r.company_id and t.id = r.id
  where r.id is null or t.times is distinct from 1`;

/** The numbers of a table are 1, 2, 3 … up to the last one that was drawn. */
const numberGaps = (table: string, series: string) => `
  select s.company_id, s.series, s.last_number, count(r.n) as numbers, count(distinct r.n) as different, max(r.n) as highest
  from number_series s left join (
    select company_id, substring(number from '(\\d+)$')::int8 as n from ${table} where number is not null) r
    on r.company_id = s.company_id
  where s.series ${series} group by s.company_id, s.series, s.last_number
  having count(r.n) <> s.last_number or count(distinct r.n) <> s.last_number or max(r.n) <> s.last_number`;

const lineSums = (table: string, lines: string, id: string) => `
  select r.company_id, r.id, r.subtotal, r.tax_total, r.total, sum(l.net_amount) as net, sum(l.tax_amount) as tax
  from ${table} r left join ${lines} l on l.company_id = r.company_id and l.${id} = r.id
  group by r.company_id, r.id
  having r.subtotal is distinct from sum(l.net_amount) or r.tax_total is distinct from sum(l.tax_amount)
    or r.total is distinct from sum(l.total_amount)`;

/** Rows that must never exist, whatever happened. */
export const contradictions: Record<string, string> = {
  "invoices whose lines do not add up": lineSums("invoices", "invoice_lines", "invoice_id"),
  "credit notes whose lines do not add up": lineSums("credit_notes", "credit_note_lines", "credit_note_id"),
  "sales whose lines do not add up": lineSums("sales", "sale_lines", "sale_id"),
  "invoices that disagree with their payments": `
    select i.company_id, i.id, i.amount_paid, ${allocated} as allocated
    from invoices i left join payments p on p.company_id = i.company_id and p.invoice_id = i.id
      and p.reversed_at is null
    group by i.company_id, i.id having i.amount_paid <> ${allocated}`,
  "invoices that disagree with their credit notes": `
    select i.company_id, i.id, i.amount_credited, sum(c.total) as credited
    from invoices i left join credit_notes c on c.company_id = i.company_id and c.invoice_id = i.id
    group by i.company_id, i.id having i.amount_credited <> coalesce(sum(c.total), 0)`,
  "invoices whose status is not what was paid": `
    select company_id, id, status, number, total, amount_paid, amount_credited from invoices
    where status not in ('draft', 'void') and status <> case when amount_paid + amount_credited + credit_applied >= total + credit_applied_elsewhere then 'paid'
      when amount_paid + credit_applied > 0 then 'partially_paid' else 'open' end
      or status in ('draft', 'void') and amount_paid > 0 or status = 'draft' and amount_credited > 0`,
  "payments that disagree with their refunds": `
    select p.company_id, p.id, p.amount, p.amount_refunded from payments p where p.amount_refunded <> (
      select coalesce(sum(r.amount), 0) from refunds r
      where r.company_id = p.company_id and r.payment_id = p.id and r.status = 'done')`,
  "links that disagree with their payments": `
    select l.company_id, l.id, l.status from payment_links l where (l.status = 'paid') <> exists (
      select 1 from payments p where p.company_id = l.company_id and p.payment_link_id = l.id)`,
  "invoices that disagree with their fiscal document": `
    select i.company_id, i.id, i.fiscal_status, i.irn, f.state, f.irn as theirs from invoices i
    left join fiscal_documents f on f.company_id = i.company_id and f.invoice_id = i.id
    where i.irn is distinct from f.irn or i.irn is distinct from i.fiscal ->> 'irn'`,
  "invoice numbers with gaps": numberGaps("invoices", "not in ('CN', 'SO')"),
  "credit note numbers with gaps": numberGaps("credit_notes", "= 'CN'"),
  "sale numbers with gaps": numberGaps("sales", "= 'SO'"),
  "companies whose events have gaps": eventGaps,
  "customers without exactly one event": oneEventEach("customers", "customer.created"),
  "products without exactly one event": oneEventEach("products", "product.created"),
  "invoices without exactly one event": oneEventEach("invoices", "invoice.created"),
  "issued invoices without exactly one event": oneEventEach(
    "invoices",
    "invoice.issued",
    "number is not null",
  ),
  "voided invoices without exactly one event": oneEventEach("invoices", "invoice.voided", "status = 'void'"),
  "registrations without exactly one event": oneEventEach(
    "invoices",
    "invoice.registered",
    "irn is not null",
  ),
  "payments without exactly one event": oneEventEach("payments", "payment.recorded"),
  "credit notes without exactly one event": oneEventEach("credit_notes", "credit_note.issued"),
  "sales without exactly one event": oneEventEach("sales", "sale.created"),
  "links without exactly one event": `
    select l.company_id, count(*) as links, (
      select count(*) from events e where e.company_id = l.company_id and e.type = 'payment_link.created') as events
    from payment_links l group by l.company_id having count(*) <> (
      select count(*) from events e where e.company_id = l.company_id and e.type = 'payment_link.created')`,
  "refunds without exactly one event": `
    select r.payment_id, r.done, t.times from (
      select company_id, payment_id, count(*) as done from refunds where status = 'done' group by 1, 2) r
    full join ${eventCounts("payment.refunded")} t on t.company_id = r.company_id and t.id = r.payment_id
    where r.done is distinct from t.times`,
};

/** Work that is not finished. After faults have ended, there is soon none of it. */
export const unfinishedWork: Record<string, string> = {
  "deliveries that are pending": `
    select d.company_id, d.id, d.endpoint_id, d.event_sequence, d.status, d.step, d.next_attempt_at, d.attempt_lease, d.last_error
    from webhook_deliveries d where d.status = 'pending'`,
  "endpoints that are behind": `
    select e.company_id, e.id, e.status, e.delivered_sequence, n.event_sequence, e.leased_by, e.leased_until
    from webhook_endpoints e join company_counters n on n.company_id = e.company_id
    where e.delivered_sequence <> n.event_sequence`,
  "endpoints that are leased": `
    select company_id, id, leased_by, leased_until from webhook_endpoints where leased_by is not null`,
  "registrations that wait": `
    select company_id, invoice_id, state, lease_until, next_action_at, failures from fiscal_documents
    where lease_until is not null or next_action_at is not null`,
  "invoices whose registration is pending": `
    select company_id, id, fiscal_status from invoices where fiscal_status = 'pending'`,
  "refunds that are pending": `
    select company_id, id, status, next_attempt_at, failure from refunds where status = 'pending'`,
  "payment attempts that nobody will look at": `
    select company_id, id, status, next_poll_at from payment_attempts
    where status in ('starting', 'open', 'processing') and next_poll_at is null`,
  "transactions that are left open": `
    select pid, application_name, state, query from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%' and state_change < now() - interval '5 seconds'`,
};

/** Makes due what waits for its next attempt, so that a run need not wait for hours. Nothing with a live lease changes. */
export const hurrying = [
  "update webhook_deliveries set next_attempt_at = now() where status = 'pending' and next_attempt_at > now()",
  "update fiscal_documents set next_action_at = now() where lease_until is null and next_action_at > now()",
  "update payment_attempts set next_poll_at = now() where next_poll_at > now()",
  "update refunds set next_attempt_at = now() where next_attempt_at > now() and gateway_reference is not null",
];
