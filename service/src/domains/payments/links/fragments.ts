import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read payment links, mostly as `l`.

export const fromLinks = (alias: string) => fragment(`from payment_links ${alias}`);

/** Finds out whether a link asks for the invoice `$2` of the company `$1`. */
export const activeLinkSql = fragment(
  "select 1 from payment_links where company_id = $1 and invoice_id = $2 and status = 'active' limit 1",
);

/** The newest link by which the invoice `i` can be paid at a moment: its `reference` and `label`. */
export const usableLinkSql = (moment: string) =>
  fragment(`select 'pl_' || l.id || '_' || l.secret as reference, l.label from payment_links l
       where l.company_id = i.company_id and l.invoice_id = i.id and l.status = 'active' and l.expires_at > ${moment}
         and l.currency = i.currency
       order by l.created_at desc, l.id desc limit 1`);

/** The reference of the link by which the payment `r` came. */
export const linkReferenceSql = fragment(`(select 'pl_' || l.id || '_' || l.secret from payment_links l
    where l.company_id = r.company_id and l.id = r.payment_link_id)`);

/** The link by which the payment `r` came. */
export const joinLinkOfPaymentSql = fragment(
  "join payment_links l on l.company_id = r.company_id and l.id = r.payment_link_id",
);
