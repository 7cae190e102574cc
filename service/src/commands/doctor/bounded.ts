import { setTimeout as sleep } from "node:timers/promises";
import { transactionPoolerCure, transactionPoolerSays } from "../../platform/db/connections/pooler.ts";
import { maskCredentials } from "../../platform/security/mask-credentials.ts";
import { type Finding, problem } from "./finding.ts";

type Check = () => Promise<Finding[]> | Finding[];

/** Runs a check under the name that its findings carry, within the time left for all checks. */
export type Bounded = (check: string, run: Check) => Promise<Finding[]>;

/** A check that fails or times out becomes a finding, and does not affect the others. */
export function boundedBy(totalMs: number): Bounded {
  const endsAt = performance.now() + totalMs;
  return async (check, run) => {
    try {
      const left = Math.max(endsAt - performance.now(), 1_000);
      return await within(left, Promise.resolve().then(run));
    } catch (error) {
      const { message } = error as Error;
      if (/^prepared statement .* (?:already exists|does not exist)/.test(message))
        return [withinPooler(check)];
      const says = `this could not be checked: ${maskCredentials(message)}`;
      return [
        problem(
          check,
          says,
          "Try again. If the problem persists, check the logs of the database and the service.",
        ),
      ];
    }
  };
}

/** A pooler in transaction mode breaks prepared statements and LISTEN. */
export const withinPooler = (check: string) => problem(check, transactionPoolerSays, transactionPoolerCure);

/** Rejects after the time limit; the work itself is not cancelled. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`no response within ${Math.round(ms / 1000)} s`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => over.abort());
}
