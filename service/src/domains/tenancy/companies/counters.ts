import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";

/** A company has one hot row, with its usage and the number of its last event: a batch locks and updates it once. */

/**
 * Locks the counters of every company that has rows (`company_id`, `month`) in a batch, in the order of the ids so that
 * two batches can't deadlock. A row that comes late from the month before counts in the month that has begun.
 */
export const lockCountersSql = (rows: string) =>
  fragment(`select n.company_id, n.event_sequence, s.quota_invoices, s.quota_payment_links, greatest(n.usage_month, m.month) as month,
       case when n.usage_month >= m.month then n.invoices_used else 0 end as invoices_used,
       case when n.usage_month >= m.month then n.payment_links_used else 0 end as payment_links_used
     from (select company_id, max(month) as month from ${rows} group by company_id) m
     join company_counters n using (company_id) join subscriptions s using (company_id)
     order by n.company_id for no key update of n`);

/** Whether the quota has room for the row at this place of its company's rows; `n` are the locked counters. */
export const withinInvoiceQuotaSql = (place: string) =>
  `(n.quota_invoices is null or n.invoices_used + ${place} <= n.quota_invoices)`;
export const withinPaymentLinkQuotaSql = (place: string) =>
  `(n.quota_payment_links is null or n.payment_links_used + ${place} <= n.quota_payment_links)`;

/** Adds what a batch made, by company: the columns `events`, `invoices` and `payment_links` of the rows `used`. */
export const updateCountersSql = (used: string, counters: string) =>
  fragment(`update company_counters n set event_sequence = n.event_sequence + u.events, usage_month = c.month,
       invoices_used = c.invoices_used + u.invoices, payment_links_used = c.payment_links_used + u.payment_links
     from ${used} u join ${counters} c using (company_id) where n.company_id = u.company_id`);

const lock = statement(
  "company_counters_lock",
  "select from company_counters where company_id = $1 for no key update",
);

/** Before a row that a batch writes while it has the counters locked. */
export async function lockCounters(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(lock, [companyId]);
}

/** Takes the number of one more event of the company `$1`; the row stays locked until the commit. */
export const nextSequenceSql = fragment(
  "update company_counters set event_sequence = event_sequence + 1 where company_id = $1 returning event_sequence as sequence",
);

/** The number of the last event of the company `$1`. */
export const lastSequenceSql = fragment(
  "select event_sequence as sequence from company_counters where company_id = $1",
);

/** Locks the counters of these companies, in the order of their ids, for a batch of events that counts no usage. */
export const lockSequencesSql = (companies: string) =>
  fragment(`select company_id, event_sequence from company_counters where company_id = any(${companies})
     order by company_id for no key update`);

/** Adds the `events` of each company to the counters that are locked. */
export const countEventsSql = (counted: string, counters: string) =>
  fragment(`update company_counters n set event_sequence = n.event_sequence + i.events
     from ${counted} i join ${counters} using (company_id) where n.company_id = i.company_id`);
