import type { Database } from "../../platform/db/database.ts";
import {
  readSchemaState,
  type SchemaState,
  stopWarning,
} from "../../platform/db/migrations/migration-state.ts";
import { counted, type Finding, note, ok, problem } from "./finding.ts";

/** Checks that the schema is the one that this version expects. */
export async function checkSchema(db: Database): Promise<{ findings: Finding[]; isOurs: boolean }> {
  const state = await readSchemaState(db);
  return { findings: [findingOf(state)], isOurs: state.applied > 0 && isCurrent(state) };
}

const isCurrent = ({ pending, changed, breaking }: SchemaState) =>
  pending.length + changed.length + breaking.length === 0;

function findingOf({
  applied,
  pending,
  requiresStop,
  changed,
  unknown,
  breaking,
  interrupted,
}: SchemaState): Finding {
  if (breaking.length > 0 || (unknown.length > 0 && pending.length > 0)) {
    const says = `the database is newer than this program: it has ${unknown.join(", ")}`;
    return problem(
      "migrations",
      says,
      "Start the newer version, or restore a backup from before the upgrade.",
    );
  }
  if (changed.length > 0) {
    const says = `${changed.join(", ")} was changed after this database applied it`;
    return problem("migrations", says, "Restore the released file, and make changes in a new migration.");
  }
  if (unknown.length > 0) {
    return note(
      "migrations",
      `the database is newer than this program, which can run with it: it has ${unknown.join(", ")}`,
      "Upgrade this node next.",
    );
  }
  if (applied === 0) {
    return note(
      "migrations",
      "the database is empty",
      "The first start or 'billfold migrate' creates the tables.",
    );
  }
  if (pending.length > 0) {
    const says = `${counted(pending.length, "migration")} not applied yet, starting with ${pending[0]}${
      interrupted ? `, which was interrupted after ${counted(interrupted.stepsDone, "step")}` : ""
    }`;
    const stop = requiresStop.length > 0 ? `${stopWarning(requiresStop)} ` : "";
    return problem(
      "migrations",
      says,
      `${stop}Make a backup, then run 'billfold migrate' or start this version. Checks that need the tables were skipped.`,
    );
  }
  return ok("migrations", `all ${applied} applied`);
}
