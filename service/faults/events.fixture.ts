/** How many events of a type each record has. */
export const eventCounts = (
  type: string,
) => `(select company_id, (body::json #>> '{data,object,id}')::int8 as id, count(*) as times
  from events where type = '${type}' group by 1, 2)`;

/** Companies whose event sequence has a gap. */
export const eventGaps = `
  select n.company_id, n.event_sequence, count(e.sequence) as events, max(e.sequence) as last
  from company_counters n left join events e on e.company_id = n.company_id
  group by n.company_id, n.event_sequence
  having count(e.sequence) <> n.event_sequence or coalesce(max(e.sequence), 0) <> n.event_sequence`;
