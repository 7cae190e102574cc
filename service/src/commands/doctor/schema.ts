import type { Database } from "../../platform/db/database.ts";
import { readSchemaState, type SchemaState, stopWarning } from "../../platform/db/migrate.ts";
import { counted, type Finding, note, ok, problem } from "./finding.ts";

/** Checks that the schema is the one that this version expects. */
export async function checkSchema(db: Database): Promise<{ findings: Finding[]; isOurs: boolean }> {
  const state = await readSchemaState(db);
  return { findings: [findingOf(state)], isOurs: state.applied > 0 && isCurrent(state) };
}

const isCurrent = ({ pending, changed, unknown }: SchemaState) =>
  pending.length + changed.length + unknown.length === 0;

function findingOf({ applied, pending, requiresStop, changed, unknown }: SchemaState): Finding {
  if (unknown.length > 0) {
    const says = `the database is newer than this program: it holds ${unknown.join(", ")}`;
    return problem(
      "migrations",
      says,
      "Start the version that wrote it, or restore a backup from before the upgrade.",
    );
  }
  if (changed.length > 0) {
    const says = `${changed.join(", ")} was changed after this database applied it`;
    return problem(
      "migrations",
      says,
      "Bring back the file as it was released; a change belongs into a new migration.",
    );
  }
  if (applied === 0) {
    return note(
      "migrations",
      "the database is empty",
      "The first start, or 'billfold migrate', makes the tables.",
    );
  }
  if (pending.length > 0) {
    const says = `${counted(pending.length, "migration")} not applied yet, from ${pending[0]} on`;
    const stop = requiresStop.length > 0 ? `${stopWarning(requiresStop)} ` : "";
    return problem(
      "migrations",
      says,
      `${stop}Make a backup, then run 'billfold migrate' or start this version. What depends on the tables was not looked at.`,
    );
  }
  return ok("migrations", `all ${applied} applied`);
}
