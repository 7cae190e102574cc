import { findInstallation, findPlace, type Installation, quietOf } from "../../platform/ops/installation.ts";
import type { DatabaseDoctorContext } from "./doctor-context.ts";
import { type Finding, note, ok, problem } from "./finding.ts";

const dayMs = 24 * 60 * 60 * 1000;
const remindedDays = 30;

/** Whether the service may act on this database, and whether the database went back in time. */
export async function checkInstallation(doctorContext: DatabaseDoctorContext): Promise<Finding[]> {
  const { db, config, clock } = doctorContext;
  const place = await findPlace(db, config.databaseUrl === undefined ? config.dataDir : undefined);
  const installation = await findInstallation(db);
  const quiet = quietOf(installation, place);
  if (quiet) {
    return [problem("installation", `${quiet.says} It sends nothing and refuses changes.`, quiet.cure)];
  }
  const found = [
    ...restoredLately(installation, clock.now()),
    ...promoted(installation?.timeline ?? null, place.timeline),
  ];
  return found.length > 0 ? found : [ok("installation", "active")];
}

const whatToDo =
  "Compare with the gateway's and the authority's own lists, and tell the companies that their systems must read the feed again: see 'After going back in time' in the self-hosting guide.";

function restoredLately(installation: Installation | undefined, now: Date): Finding[] {
  const { restored_at, backup_taken_at } = installation ?? {};
  if (!restored_at || now.getTime() - restored_at.getTime() > remindedDays * dayMs) return [];
  const taken = backup_taken_at ? ` from a backup of ${backup_taken_at.toISOString()}` : "";
  const says = `the database was restored on ${restored_at.toISOString()}${taken}: what happened after the backup is gone, and its invoice and event numbers are assigned again`;
  return [note("installation", says, whatToDo)];
}

/** A promotion or recovery loses nothing if replication was synchronous; PostgreSQL cannot tell afterwards. */
function promoted(recorded: number | null, timeline: number | null): Finding[] {
  if (recorded === null || timeline === null || timeline === recorded) return [];
  const says = `PostgreSQL was promoted or recovered since the service was last activated (timeline ${recorded}, now ${timeline})`;
  const cure = `If writes may have been lost: ${whatToDo.charAt(0).toLowerCase()}${whatToDo.slice(1)} Then run 'billfold activate', which also ends this note.`;
  return [note("installation", says, cure)];
}
