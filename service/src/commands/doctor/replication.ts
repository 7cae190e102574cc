import { type Replication, readReplication, readServer } from "../../platform/db/server-report.ts";
import type { DatabaseDoctorContext } from "./doctor-context.ts";
import { counted, type Finding, listed, note, ok, problem, size } from "./finding.ts";

const behindBytes = 100_000_000;

/** Checks that nothing confirmed can be lost in a failover, if there is something to fail over to. */
export async function checkReplication({ db, config }: DatabaseDoctorContext): Promise<Finding[]> {
  const { is_replica, synchronous_commit } = await readServer(db);
  if (is_replica) return [];
  const replication = await readReplication(db);
  return replicationFindings({ ...replication, synchronous_commit }, config.environment);
}

type Settings = Replication & { synchronous_commit: string };

export function replicationFindings(settings: Settings, environment: string): Finding[] {
  const { standbys, synchronous_standby_names: names } = settings;
  const found = [...slotFindings(settings), ...standbyFindings(settings)];
  if (standbys.length === 0 && names.trim() === "") return found;
  const losses = lossFindings(settings);
  // Off production, replication that may lose the last changes is a choice.
  const lenient = environment === "production" ? losses : losses.filter(({ level }) => level === "problem");
  found.push(...lenient);
  if (found.length > 0) return found;
  const replicas = counted(standbys.length, "standby", "standbys");
  if (losses.length > 0) return [ok("replication", `${replicas}; ${losses[0]!.says}`)];
  const { count } = parseSynchronousStandbys(names)!;
  return [ok("replication", `${replicas}; a commit waits for ${count} of them (${names})`)];
}

function slotFindings({ idle_slots, standbys, synchronous_standby_names: names }: Settings): Finding[] {
  const found = idle_slots.map(({ name, retained_bytes }) =>
    note(
      "replication",
      `the replication slot ${name} is unused and retains ${size(retained_bytes)} of log`,
      "Bring that standby back, or drop the slot: select pg_drop_replication_slot(…). Otherwise the disk fills up.",
    ),
  );
  if (found.length > 0 && standbys.length === 0 && names.trim() === "")
    found.push(
      note(
        "replication",
        "no standby is connected, and commits do not wait for one: what is confirmed now exists only on this server",
        "Bring a standby back. With Patroni, set synchronous_mode_strict: true, so that commits wait instead.",
      ),
    );
  return found;
}

function standbyFindings({ standbys }: Settings): Finding[] {
  const found: Finding[] = [];
  for (const { name, state, behind_bytes } of standbys) {
    if (state !== null && state !== "streaming")
      found.push(
        note(
          "replication",
          `${name} is in state ${state} instead of streaming`,
          "Wait until it has caught up. If it does not, check its log.",
        ),
      );
    if ((behind_bytes ?? 0) > behindBytes)
      found.push(
        note(
          "replication",
          `${name} is ${size(behind_bytes!)} behind`,
          "Check its disk and network. If it is promoted, or if commits wait for it, this much has to be replayed first.",
        ),
      );
  }
  return found;
}

const waitsForDisk = ["on", "remote_apply"];

/** What could lose confirmed changes, or keep them from being confirmed. */
function lossFindings(settings: Settings): Finding[] {
  const { standbys, synchronous_commit: commit, synchronous_standby_names: names } = settings;
  const wanted = parseSynchronousStandbys(names);
  if (!wanted)
    return [
      note(
        "replication",
        "commits do not wait for a standby: the last confirmed payments may be lost in a failover",
        "Set synchronous_standby_names, such as 'ANY 1 (standby1, standby2)'. With Patroni, set synchronous_mode: true and synchronous_mode_strict: true instead (patronictl edit-config).",
      ),
    ];
  const found: Finding[] = [];
  if (!waitsForDisk.includes(commit))
    found.push(
      note(
        "replication",
        `synchronous_commit is ${commit}, so a commit is confirmed before the standby has it on disk`,
        "Set synchronous_commit to on, for the server or for this role: alter role … reset synchronous_commit.",
      ),
    );
  const eligible = standbys.filter(({ name }) => wanted.includes(name));
  if (eligible.length < wanted.count)
    found.push(
      problem(
        "replication",
        `every change waits: a commit needs ${counted(wanted.count, "standby", "standbys")} of '${names}', and ${eligible.length === 0 ? "none is" : `only ${listed(eligible.map(({ name }) => name))} ${eligible.length === 1 ? "is" : "are"}`} connected`,
        "Bring the standby back. If it is gone for good, replace it, or change synchronous_standby_names; Patroni does so by itself while another standby is connected.",
      ),
    );
  else if (standbys.length === wanted.count)
    found.push(
      note(
        "replication",
        `there is no spare standby: when ${listed(standbys.map(({ name }) => name))} fails, every change waits`,
        "Add another standby. Do not make replication asynchronous instead, if nothing confirmed may be lost.",
      ),
    );
  return found;
}

export type SynchronousStandbys = { count: number; includes(name: string): boolean };

/** Reads `synchronous_standby_names` as PostgreSQL does; undefined if a commit waits for no standby. */
export function parseSynchronousStandbys(text: string): SynchronousStandbys | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const [, count, list] = /^(?:(?:any|first)\s+)?(\d+)\s*\((.*)\)$/i.exec(trimmed) ?? [];
  const names = (list ?? trimmed).split(",").map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
  const known = new Set(names.map((name) => name.toLowerCase()));
  return {
    count: Number(count ?? 1),
    includes: (name) => known.has("*") || known.has(name.toLowerCase()),
  };
}
