import { fragment } from "../../../platform/db/fragments.ts";

// How statements of earlier modules read payment attempts.

/** The latest attempts to pay by the link `r`. */
export const latestAttemptsSql = (count: number) =>
  fragment(`select * from payment_attempts t where t.company_id = r.company_id and t.payment_link_id = r.id
    order by t.id desc limit ${count}`);

/** The attempt `a` that made the payment `p`. */
export const joinAttemptOfPaymentSql = fragment(
  "join payment_attempts a on a.company_id = p.company_id and a.payment_id = p.id",
);
