import type { Authority } from "billfold-sandbox/authority";
import { leaseMs } from "../src/domains/fiscal/registration/registrar.ts";
import type { Database } from "../src/platform/db/database.ts";
import type { RegistrationRun } from "./registrations-run.fixture.ts";

/** Makes time pass for what waits, and for nobody else: a lease is ended when whoever could hold it is dead. */
export type Accelerator = {
  /** Ends one with SIGKILL, in the midst of whatever it does. */
  kill(index: number): Promise<void>;
  /** What waits for a pause may be due now; what a dead one had in hand may be taken by others. */
  pass(): Promise<void>;
  /** How many registrations were at which step when they lost their process. */
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
      // Whoever took a lease before every one of them was killed is dead, whichever it was.
      for (const orphan of await endLeases(db, Math.min(...killedAt))) {
        const step = stepOf(authority, orphan);
        steps[step] = (steps[step] ?? 0) + 1;
      }
    },
  };
}

/** Makes due what nobody has in hand. */
export async function endDelays(db: Database, share = 1): Promise<void> {
  await db.query(
    `update fiscal_documents set next_action_at = now()
     where lease_until is null and next_action_at > now() and random() < $1`,
    [share],
  );
}

/** Ends leases under those who hold them, as if they had been slower than any lease is long. */
export async function stealLeases(db: Database, share: number): Promise<void> {
  await db.query(
    `update fiscal_documents set lease_until = now(), next_action_at = now()
     where lease_until > now() and random() < $1`,
    [share],
  );
}

type Orphan = { state: string; document_key: string; business_id: string };

/** Of leases that were taken before a moment, in milliseconds: their end tells when that was. */
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
