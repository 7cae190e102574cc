import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";

/** A company has one hot row, with its usage and the number of its last event: a batch locks and updates it once. */

/**
 * Locks the counters of every company that has rows (`company_id`, `month`) in a batch, in the order of the ids so that
 * two batches can't deadlock. A row that comes late from the month before counts in the month that has begun. A single
 * row needs neither.
 */
export const lockCountersSql = (rows: string, { isSingle = false } = {}) =>
  fragment(`select n.company_id, n.event_sequence, n.chained_sequence, n.chain_hash, s.quota_invoices, s.quota_payment_links, greatest(n.usage_month, m.month) as month,
       case when n.usage_month >= m.month then n.invoices_used else 0 end as invoices_used,
       case when n.usage_month >= m.month then n.payment_links_used else 0 end as payment_links_used
     from (${isSingle ? `select company_id, month from ${rows}` : `select company_id, max(month) as month from ${rows} group by company_id`}) m
     join company_counters n using (company_id) join subscriptions s using (company_id)
     ${isSingle ? "" : "order by n.company_id "}for no key update of n`);

/** Whether the quota has room for the row at this place of its company's rows; `n` are the locked counters. */
export const withinInvoiceQuotaSql = (place: string) =>
  `(n.quota_invoices is null or n.invoices_used + ${place} <= n.quota_invoices)`;
export const withinPaymentLinkQuotaSql = (place: string) =>
  `(n.quota_payment_links is null or n.payment_links_used + ${place} <= n.quota_payment_links)`;

/**
 * The end of the chain, after events `e` were stored: that of the last of them, or where it was if they were not chained.
 */
const chainEndSql = `chained_sequence = case when e.hash is null then n.chained_sequence else e.sequence end,
       chain_hash = coalesce(e.hash, n.chain_hash)`;

/** The last of the stored events `e` of each company, from the rows `i` with how many there are. */
const lastStoredSql = (stored: string) =>
  `left join ${stored} e on e.company_id = i.company_id and e.sequence = c.event_sequence + i.events`;

/**
 * Adds what a batch made, by company: the columns `events`, `invoices` and `payment_links` of the rows `used`. The events
 * that it stored are rows with `company_id`, `sequence` and `hash`.
 */
export const updateCountersSql = (used: string, counters: string, stored: string) =>
  fragment(`update company_counters n set event_sequence = n.event_sequence + i.events, usage_month = c.month,
       invoices_used = c.invoices_used + i.invoices, payment_links_used = c.payment_links_used + i.payment_links,
       ${chainEndSql}
     from ${used} i join ${counters} c using (company_id) ${lastStoredSql(stored)} where n.company_id = i.company_id`);

const lock = statement(
  "company_counters_lock",
  "select from company_counters where company_id = $1 for no key update",
);

/** Before a row that a batch writes while it has the counters locked. */
export async function lockCounters(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(lock, [companyId]);
}

/** The number of the last event of the company `$1`. */
export const lastSequenceSql = fragment(
  "select event_sequence as sequence from company_counters where company_id = $1",
);

/** Locks the counters of these companies, in the order of their ids, for a batch of events that counts no usage. */
export const lockSequencesSql = (companies: string) =>
  fragment(`select company_id, event_sequence, chained_sequence, chain_hash from company_counters
     where company_id = any(${companies}) order by company_id for no key update`);

/** Adds the `events` of each company to the counters that are locked. */
export const countEventsSql = (counted: string, counters: string, stored: string) =>
  fragment(`update company_counters n set event_sequence = n.event_sequence + i.events, ${chainEndSql}
     from ${counted} i join ${counters} c using (company_id) ${lastStoredSql(stored)} where n.company_id = i.company_id`);

/**
 * The companies with an id after `$1` up to `$2` whose events are not all chained. An index of these would make every new
 * event write to it.
 */
export const unchainedSql = fragment(
  `select company_id from company_counters
   where company_id > $1 and company_id <= $2 and chained_sequence < event_sequence order by company_id`,
);

export const lastCompanySql = fragment(
  "select company_id as last from company_counters order by company_id desc limit 1",
);

/** Where the chain of the company `$1` ends. */
export const chainEndOfSql = fragment(
  "select company_id, chained_sequence, chain_hash from company_counters where company_id = $1",
);

/** How many events the company `$1` has, and where its chain ends. */
export const countersOfSql = fragment(
  "select event_sequence, chained_sequence, chain_hash, checkpoint_sequence from company_counters where company_id = $1",
);

/** Companies with an id after `$1` up to `$2` that have events: `company_id` and `event_sequence`. */
export const companiesWithEventsSql = fragment(
  `select company_id, event_sequence from company_counters
   where company_id > $1 and company_id <= $2 and event_sequence > 0`,
);

/** Moves the end of the chain of the company `$1` to the last of the rows `chained` (`sequence`, `hash`). */
export const moveChainEndSql = (end: string, chained: string) =>
  fragment(`update company_counters n set chained_sequence = x.sequence, chain_hash = x.hash
     from ${end} c cross join (select sequence, hash from ${chained} order by sequence desc limit 1) x
     where n.company_id = $1 and n.chained_sequence = c.chained_sequence`);

/**
 * The companies with an id after `$1` up to `$2` whose chain has `$4` events since its last checkpoint, or any if that is
 * of an earlier day in UTC than `$3`.
 */
export const dueCheckpointsSql = fragment(
  `select company_id, chained_sequence, chain_hash from company_counters
   where company_id > $1 and company_id <= $2 and chained_sequence > checkpoint_sequence
     and (chained_sequence >= checkpoint_sequence + $4
       or date_trunc('day', checkpoint_at, 'UTC') < date_trunc('day', $3::timestamptz, 'UTC'))
   order by company_id`,
);

/** Notes a checkpoint of the company `$1` at the event `$2` and the time `$3`, unless there is one already. */
export const moveCheckpointSql = fragment(
  `update company_counters set checkpoint_sequence = $2, checkpoint_at = $3
   where company_id = $1 and checkpoint_sequence < $2 returning company_id`,
);
