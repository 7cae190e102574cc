import { fragment } from "../../../platform/db/fragments.ts";

// The lease, the position and the failures of an endpoint's queue are columns of the endpoint `e`. They change in the
// statements that take, record and replay deliveries, which are made of these parts.

/**
 * Leases endpoints to the worker $1 for $3 milliseconds. `leases` begins with the leases `l` (`company_id`, `endpoint_id`,
 * `lease_number`), and may join more; the position is where the queue continues afterwards.
 */
export const takeLeasesSql = (
  leases: string,
  position: { delivered: string; replayed: string; replayUntil: string },
) =>
  fragment(`update webhook_endpoints e set leased_by = $1, leased_until = now() + $3 * interval '1 ms',
       lease_number = l.lease_number, delivered_sequence = ${position.delivered},
       replayed_sequence = ${position.replayed}, replay_until = ${position.replayUntil}
     from ${leases} where e.company_id = l.company_id and e.id = l.endpoint_id`);

const leasedAmong = `e.leased_by = $1
     and (e.company_id, e.id) in (select * from unnest($2::int8[], $3::int8[]) x(company_id, endpoint_id))`;

/** Of the endpoints $2 and $3, those that the worker $1 still has. */
export const renewLeasesSql = (until: string) =>
  fragment(`update webhook_endpoints e set leased_until = ${until} where ${leasedAmong}
   returning e.company_id, e.id as endpoint_id`);

export const releaseLeasesSql =
  fragment(`update webhook_endpoints e set leased_by = null, leased_until = null where ${leasedAmong}
     returning e.company_id, e.id as endpoint_id, e.lease_number`);

/**
 * Results of attempts, `x` (`company_id`, `endpoint_id`, `lease_number`, `succeeded`, `attempted_at`), begin, continue or
 * end a series of failures; after `silence` without an attempt a new one begins. They count only under the current lease.
 */
export const recordHealthSql = (results: string, silence: string) =>
  fragment(`update webhook_endpoints e set failed_at = case when not x.succeeded then x.attempted_at end,
       failing_since = case when not x.succeeded then
         case when e.failed_at > x.attempted_at - ${silence} then e.failing_since else x.attempted_at end end
     from (${results}) x
     where e.company_id = x.company_id and e.id = x.endpoint_id and e.lease_number = x.lease_number
       and (not x.succeeded or e.failing_since is not null)
     returning e.company_id, e.id as endpoint_id, e.failing_since`);

/** Endpoints of the company $1 go back to the sequence of the row `start`, as far as they were beyond it. */
export const replayFromSql = (start: string, condition: string) =>
  fragment(`update webhook_endpoints e set replayed_sequence = least(e.replayed_sequence, ${start}.sequence),
     replay_until = e.delivered_sequence
   from ${start} where e.company_id = $1 and ${condition} and ${start}.sequence < e.delivered_sequence
   returning e.id as endpoint_id, e.delivered_sequence - ${start}.sequence as count`);
