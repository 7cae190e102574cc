import { compareClocks } from "../../platform/db/server-report.ts";
import type { DatabaseDoctorContext, DoctorContext } from "./doctor-context.ts";
import { type Finding, note, ok, problem, span } from "./finding.ts";

const toleratedMs = 3_000;
const slowMs = 25;
const cure =
  "Synchronise both machines with a time server (chrony, systemd-timesyncd). Signatures, Idempotency-Keys, leases and due dates depend on the time.";

export async function checkDatabaseClock({ db, clock }: DatabaseDoctorContext): Promise<Finding[]> {
  const { aheadMs, roundTripMs } = await compareClocks(db, clock.now);
  const trip = `${roundTripMs.toFixed(roundTripMs < 10 ? 1 : 0)} ms`;
  const latency =
    roundTripMs > slowMs
      ? note(
          "latency",
          `the database takes ${trip} to respond`,
          "Move the service closer to it: each request makes several round trips.",
        )
      : ok("latency", `the database responds in ${trip}`);
  return [latency, differenceOf("the database's", aheadMs)];
}

/** Runs after the calls to gateways and authorities, because it compares the `Date` of their responses. */
export function checkOutsideClock({ outsideClock }: DoctorContext): Finding[] {
  return outsideClock.read().flatMap(({ origin, aheadMs }) => {
    const finding = differenceOf(`that of ${origin}`, aheadMs);
    return finding.level === "ok" ? [] : [finding];
  });
}

function differenceOf(whose: string, aheadMs: number): Finding {
  const distance = Math.abs(aheadMs);
  if (distance <= toleratedMs)
    return ok("clock", `same as ${whose}, within ${Math.max(1, Math.ceil(distance / 1000))} s`);
  const says = `this machine's clock is ${span(distance / 1000)} ${aheadMs > 0 ? "behind" : "ahead of"} ${whose}`;
  return problem("clock", says, cure);
}
