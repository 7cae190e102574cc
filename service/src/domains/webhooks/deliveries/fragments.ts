import { fragment } from "../../../platform/db/fragments.ts";

// What statements of earlier modules do with deliveries.

/** The types of the events that the endpoint `$2` of the company `$1` did not get, or not yet. */
export const undeliveredTypesSql = fragment(`select distinct event_type as type from webhook_deliveries
   where company_id = $1 and endpoint_id = $2 and status <> 'succeeded'`);

/** Ends what is pending for the endpoint `$2` of the company `$1` at the time `$3`, with an error that says why. */
export const endPendingSql = (error: string) =>
  fragment(`update webhook_deliveries set status = 'failed', next_attempt_at = null, completed_at = $3,
     last_error = '${error}'
   where company_id = $1 and endpoint_id = $2 and status = 'pending'`);

/** What is pending in all companies, and for how long, as JSON. */
export const pendingDeliveriesSql = (now: string) =>
  fragment(`(select json_build_object('pending', count(*),
         'oldest_seconds', floor(extract(epoch from ${now} - min(created_at))))
       from webhook_deliveries where status = 'pending')`);
