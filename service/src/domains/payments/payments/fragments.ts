import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read payments `p` and refunds.

/** What is pending in all companies, and for how long, as JSON. */
export const pendingRefundsSql = (now: string) =>
  fragment(`(select json_build_object('pending', count(*),
         'oldest_seconds', floor(extract(epoch from ${now} - min(created_at)))) from refunds where status = 'pending')`);

/** A reversed payment has nothing to allocate. Its column keeps what was unallocated, for the reports of earlier days. */
export const unallocatedSql = (row: string) =>
  fragment(`case when ${row}.reversed_at is null then ${row}.unallocated_amount else 0 end`);

export const fromPayments = (alias: string) => fragment(`from payments ${alias}`);

/** The payments that came by the link `r`. */
export const fromPaymentsByLinkSql = fragment(
  "from payments p where p.company_id = r.company_id and p.payment_link_id = r.id",
);

/** The payments that pay the invoice, as their ids: those that are of it, and those that paid it after another one. */
export const idsOfPaymentsSql = (invoiceId: string) =>
  fragment(`select p.id from payments p where p.company_id = $1 and p.invoice_id = ${invoiceId}
    union all
    select a.payment_id from payment_allocations a where a.company_id = $1 and a.invoice_id = ${invoiceId}`);

/** How much came by the link `r`, in its currency. */
export const receivedByLinkSql = fragment(`(select coalesce(sum(p.amount), 0) from payments p
  where p.company_id = r.company_id and p.payment_link_id = r.id and p.currency = r.currency and p.reversed_at is null)`);

/** The payment of a refund, an attempt or another row with a `payment_id`. */
export const joinPaymentOf = (row: string) =>
  fragment(`join payments p on p.company_id = ${row}.company_id and p.id = ${row}.payment_id`);

/** The payments of the company `$1` that were not reversed. */
export const keptPaymentsSql = fragment("from payments where company_id = $1 and reversed_at is null");

export const fromRefunds = (alias: string) => fragment(`from refunds ${alias}`);
