import { type Queryable, statement } from "../../foundation/database.ts";

/**
 * The body's beginning, in SQL because only the database knows the sequence. An id made of company and
 * sequence is unique without an index of its own, and finds its row by the primary key.
 */
export const eventHeadSql = (company: string, sequence: string, type: string) =>
  `'{"id":"evt_' || ${company} || '_' || ${sequence} || '","type":"' || ${type} || '","sequence":' || ${sequence}`;

const insert = statement(
  "event_insert",
  `with counter as (
     update company_counters set event_sequence = event_sequence + 1
     where company_id = $1 returning event_sequence as sequence
   )
   insert into events (company_id, sequence, type, created_at, body)
   select $1, sequence, $2, $3, ${eventHeadSql("$1::bigint", "sequence", "$2::text")} || $4::text from counter
   returning sequence`,
);

export async function insertEvent(
  tx: Queryable,
  companyId: number,
  event: { type: string; now: Date; tail: string },
): Promise<void> {
  const rows = await tx.query(insert, [companyId, event.type, event.now, event.tail]);
  if (rows.length !== 1) throw new Error(`company ${companyId} has no counters row`);
}
