import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read payments `p` and refunds.

/** What is pending in all companies, and for how long, as JSON. */
export const pendingRefundsSql = (now: string) =>
  fragment(`(select json_build_object('pending', count(*),
         'oldest_seconds', floor(extract(epoch from ${now} - min(created_at)))) from refunds where status = 'pending')`);

export const fromPayments = (alias: string) => fragment(`from payments ${alias}`);

/** The payments that came by the link `r`. */
export const fromPaymentsByLinkSql = fragment(
  "from payments p where p.company_id = r.company_id and p.payment_link_id = r.id",
);

/** How much came by the link `r`, in its currency. */
export const receivedByLinkSql = fragment(`(select coalesce(sum(p.amount), 0) from payments p
  where p.company_id = r.company_id and p.payment_link_id = r.id and p.currency = r.currency and p.reversed_at is null)`);

/** The payment of a refund, an attempt or another row with a `payment_id`. */
export const joinPaymentOf = (row: string) =>
  fragment(`join payments p on p.company_id = ${row}.company_id and p.id = ${row}.payment_id`);

/** The payments of the company `$1` that were not reversed. */
export const keptPaymentsSql = fragment("from payments where company_id = $1 and reversed_at is null");

export const fromRefunds = (alias: string) => fragment(`from refunds ${alias}`);
