import { findCountersOff, findIncompleteFeeds } from "../domains/webhooks/events/queries.ts";
import type { Queryable } from "../platform/db/database.ts";

/** What is wrong in the books of a restored database, by company; it was wrong when the backup was taken. */
export async function auditBooks(db: Queryable): Promise<"ok" | Record<string, number[]>> {
  const found = {
    companies_with_gaps_in_their_events: await findIncompleteFeeds(db),
    companies_with_a_wrong_event_counter: await findCountersOff(db),
  };
  const wrong = Object.entries(found).filter(([, companies]) => companies.length > 0);
  return wrong.length === 0 ? "ok" : Object.fromEntries(wrong);
}
