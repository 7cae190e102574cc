import { fragment } from "../../../platform/db/fragments.ts";

// How statements of other modules read events `v`.

export const fromEventsOf = (company: string) => fragment(`from events v where v.company_id = ${company}`);

export const fromEventAt = (company: string, sequence: string) =>
  fragment(`from events v where v.company_id = ${company} and v.sequence = ${sequence}`);

export const joinEventAt = (company: string, sequence: string) =>
  fragment(`join events v on v.company_id = ${company} and v.sequence = ${sequence}`);

/**
 * The `sequence` before the first event of the company `$1` since a moment, as the rows `start`. The feed is in commit
 * order, and an event's time is when its request began, so the two orders differ slightly: the search goes from the newest
 * event back to well before the moment, and from there to the first event since it.
 */
export const startSinceSql = (moment: string) =>
  fragment(`before as (
     select coalesce((select v.sequence from events v where v.company_id = $1
       and v.created_at < ${moment}::timestamptz - interval '10 minutes' order by v.sequence desc limit 1), 0) as sequence
   ), start as (
     select v.sequence - 1 as sequence from before b cross join events v
     where v.company_id = $1 and v.sequence > b.sequence and v.created_at >= ${moment} order by v.sequence limit 1
   )`);

/** The bodies of events of all companies since a moment that contain a text. */
export const bodiesContainingSql = (text: string, since: string) =>
  fragment(
    `select body from events where created_at > ${since} and strpos(body, ${text}) > 0 order by created_at, company_id, sequence`,
  );
