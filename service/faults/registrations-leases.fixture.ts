import type { Authority } from "billfold-sandbox/authority";
import { leaseMs } from "../src/domains/fiscal/registration/registrar.ts";
import type { Database } from "../src/platform/db/database.ts";
import type { RegistrationRun } from "./registrations-run.fixture.ts";

/** Moves time forward only for what waits: a lease is ended only when every process that could hold it is dead. */
export type Accelerator = {
  /** Kills a service with SIGKILL, whatever it is doing. */
  kill(index: number): Promise<void>;
  /** Makes delayed work due, and frees the leases of killed services. */
  pass(): Promise<void>;
  /** How many registrations were at which step when their service was killed. */
  steps: Partial<Record<Step, number>>;
};

export const everyStep = [
  "nothing handed in",
  "handed in",
  "registered there",
  "waiting for another try",
  "in doubt",
  "pending",
] as const;
type Step = (typeof everyStep)[number];

export function startAccelerator({ context: { db }, services, authority }: RegistrationRun): Accelerator {
  const killedAt = Array.from({ length: services.count }, () => 0);
  const steps: Accelerator["steps"] = {};
  return {
    steps,
    kill: async (index) => {
      const at = Date.now();
      await services.kill(index);
      killedAt[index] = at;
    },
    pass: async () => {
      await endDelays(db, 0.5);
      // A lease that is older than the latest kill of every service belongs to a dead process.
      for (const orphan of await endLeases(db, Math.min(...killedAt))) {
        const step = stepOf(authority, orphan);
        steps[step] = (steps[step] ?? 0) + 1;
      }
    },
  };
}

/** Makes due the work that has no lease. */
export async function endDelays(db: Database, share = 1): Promise<void> {
  await db.query(
    `update fiscal_documents set next_action_at = now()
     where lease_until is null and next_action_at > now() and random() < $1`,
    [share],
  );
}

/** Ends leases while they are held, as if their holders had been slower than the longest lease. */
export async function stealLeases(db: Database, share: number): Promise<void> {
  await db.query(
    `update fiscal_documents set lease_until = now(), next_action_at = now()
     where lease_until > now() and random() < $1`,
    [share],
  );
}

type Orphan = { state: string; document_key: string; business_id: string };

/** Ends the leases that were taken before a moment in milliseconds, which follows from their end. */
export function endLeases(db: Database, takenBefore: number): Promise<Orphan[]> {
  return db.query<Orphan>(
    `update fiscal_documents f set lease_until = now(), next_action_at = now() from fiscal_integrations i
     where f.lease_until > now() and f.lease_until < $1 and i.company_id = f.company_id
     returning f.state, f.document_key, i.business_id`,
    [new Date(takenBefore + leaseMs)],
  );
}

function stepOf(authority: Authority, { state, document_key, business_id }: Orphan): Step {
  if (state === "pending") return "pending";
  if (state === "unknown") return "in doubt";
  if (state === "queued") return "waiting for another try";
  if (authority.documents({ irn: document_key }).length > 0) return "registered there";
  return authority.timesSubmitted(business_id, document_key) > 0 ? "handed in" : "nothing handed in";
}
