import { setTimeout as sleep } from "node:timers/promises";
import { maskCredentials } from "../../platform/security/mask-credentials.ts";
import { type Finding, problem } from "./finding.ts";

type Check = () => Promise<Finding[]> | Finding[];

/** Runs a check by the name that its findings have, and within the time that is left for all. */
export type Bounded = (check: string, run: Check) => Promise<Finding[]>;

/** A check that fails or takes too long is a finding too: the others are none the worse for it. */
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
      const says = `this could not be looked at: ${maskCredentials(message)}`;
      return [
        problem(check, says, "Try again; if it stays so, look at the database's and the service's logs."),
      ];
    }
  };
}

/** One that hands every transaction to another connection mixes up what was prepared, and hears no announcements. */
const withinPooler = (check: string) =>
  problem(
    check,
    "a pooler in transaction mode stands before the database",
    "Give this user pool_mode = session, or point DATABASE_URL at the database itself: statements are prepared, and announcements listened for, on a connection of one's own.",
  );

/** Rejects when it takes longer; what it waits for is not stopped by that. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`no answer within ${Math.round(ms / 1000)} s`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => over.abort());
}
