import type { Logger } from "../ops/log.ts";
import type { Clock } from "../values/clock.ts";

/** The database's clock as it was read, between two readings of this process's monotonic clock, in milliseconds. */
export type DatabaseTime = { time: number; sentAt: number; receivedAt: number };

export type DatabaseClock = Clock & { observe(read: DatabaseTime): void };

// Clocks of machines that are kept right differ by less than this.
const toleranceMs = 10;
// From here on an operator should know, although nothing depends on this machine's clock.
const reportedMs = 2000;
const reportEveryMs = 10 * 60_000;

/**
 * The time of the database, which all nodes share, so that leases, schedules and records are right on a machine whose
 * clock is wrong or is being set. Between two readings it goes forward by the monotonic clock.
 */
export function createDatabaseClock(
  log: Pick<Logger, "warn">,
  machine: { now(): number; elapsed(): number } = { now: Date.now, elapsed: () => performance.now() },
): DatabaseClock {
  // Until the first reading it is this machine's time.
  let offset = machine.now() - machine.elapsed();
  let reportedAt = Number.NEGATIVE_INFINITY;

  const report = (aheadMs: number) => {
    if (Math.abs(aheadMs) < reportedMs || machine.elapsed() - reportedAt < reportEveryMs) return;
    reportedAt = machine.elapsed();
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    log.warn(
      { seconds: aheadMs < 0 ? -seconds : seconds },
      `this machine's clock is ${seconds} s ${aheadMs < 0 ? "behind" : "ahead of"} the database's clock, which is used instead; set this machine's clock`,
    );
  };

  return {
    now: () => new Date(offset + machine.elapsed()),
    observe: ({ time, sentAt, receivedAt }) => {
      const middle = (sentAt + receivedAt) / 2;
      const uncertainMs = (receivedAt - sentAt) / 2 + toleranceMs;
      // A slow answer says little: the time is corrected only where it is certainly wrong, so that it does not jitter.
      if (Math.abs(offset + middle - time) > uncertainMs) offset = time - middle;
      report(machine.now() - (offset + machine.elapsed()));
    },
  };
}
