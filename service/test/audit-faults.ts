import { eventTypes } from "../src/contract/event-types.ts";
import { moneyEntry } from "../src/domains/tenancy/audit/service.ts";
import type { Queryable } from "../src/platform/db/database.ts";

const audited = eventTypes.filter((type) => moneyEntry(type, { id: 1, reference: "x" }));

type EmittedEvent = { company_id: number; action: string; record: Record<string, unknown> };
type Entry = { company_id: number; action: string; subject: string | null };

/**
 * Differences between events about money and the audit log, and entries that name no record, in the whole database,
 * for every company and however they were written. One statement reads both, since other tests are writing.
 */
export async function auditFaults(db: Queryable): Promise<string[]> {
  const [found] = await db.query<{ reported: string; entries: string }>(
    `select
       (select coalesce(json_agg(json_build_object('company_id', company_id, 'action', type,
          'record', body::jsonb #> '{data,object}')), '[]')
        from events where type = any($1) and body::jsonb #> '{data,object}' is not null) as reported,
       (select coalesce(json_agg(json_build_object('company_id', company_id, 'action', action, 'subject', subject)), '[]')
        from audit_entries) as entries`,
    [audited],
  );
  const reported = JSON.parse(found!.reported) as EmittedEvent[];
  const entries = JSON.parse(found!.entries) as Entry[];
  const nameOf = (entry: Entry) => `company ${entry.company_id}: ${entry.action} of ${entry.subject}`;
  const wanted = reported.map(({ company_id, action, record }) =>
    nameOf({ company_id, action, subject: moneyEntry(action, record)!.subject }),
  );
  const about = entries.filter(({ action }) => (audited as readonly string[]).includes(action)).map(nameOf);
  const nameless = entries.filter(
    ({ subject }) => !/^[a-z_]+\/\S+$/.test(subject ?? "") || /(undefined|null|NaN)$/.test(subject ?? ""),
  );
  return [
    ...missing(wanted, about).map((name) => `not in the audit log: ${name}`),
    ...missing(about, wanted).map((name) => `in the audit log without an event: ${name}`),
    ...nameless.map((entry) => `names no record: ${nameOf(entry)}`),
  ];
}

/** The entries that one list contains more often than the other. */
function missing(wanted: readonly string[], had: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const name of had) left.set(name, (left.get(name) ?? 0) + 1);
  return wanted.filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}
