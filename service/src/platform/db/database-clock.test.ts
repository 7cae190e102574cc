import { expect, test } from "vitest";
import { createDatabaseClock } from "./database-clock.ts";

const hour = 3_600_000;
const noon = Date.parse("2026-11-15T11:00:00.000Z");

/** A machine whose clock is set by the test, and its clock that follows the database. */
function newMachine() {
  const machine = { clock: noon, elapsed: 5000 };
  const warnings: unknown[][] = [];
  const clock = createDatabaseClock(
    { warn: (...warning: unknown[]) => void warnings.push(warning) },
    { now: () => machine.clock, elapsed: () => machine.elapsed },
  );
  const pass = (ms: number) => {
    machine.clock += ms;
    machine.elapsed += ms;
  };
  /** The database answers with its time after half of the round trip. */
  const read = (time: number, roundTripMs: number) => {
    const sentAt = machine.elapsed;
    pass(roundTripMs);
    clock.observe({ time, sentAt, receivedAt: machine.elapsed });
  };
  return { machine, clock, pass, read, warnings, now: () => clock.now().getTime() };
}

test("the time is the database's, also while this machine's clock is two hours wrong or is being set", () => {
  const { machine, read, pass, now } = newMachine();
  read(noon - 2 * hour, 0);
  expect(now()).toBe(noon - 2 * hour);
  machine.clock += 5 * hour;
  pass(100);
  expect(now()).toBe(noon - 2 * hour + 100);
});

test("a round trip's time is halved, and a reading that agrees with the time changes nothing", () => {
  const { read, now } = newMachine();
  read(noon + hour, 200);
  expect(now()).toBe(noon + hour + 100);
  read(now() + 4, 8);
  expect(now()).toBe(noon + hour + 108);
  // Within half of the round trip either may be right.
  read(now() + 390, 400);
  expect(now()).toBe(noon + hour + 508);
});

test("a machine whose clock differs by two seconds or more is reported, and not again for ten minutes", () => {
  const { machine, read, pass, warnings } = newMachine();
  read(noon, 0);
  pass(1999);
  read(machine.clock - 1999, 0);
  expect(warnings).toEqual([]);
  machine.clock += 2 * hour;
  read(machine.clock - 2 * hour, 0);
  read(machine.clock - 2 * hour, 0);
  expect(warnings).toEqual([
    [
      { seconds: 7200 },
      "this machine's clock is 7200 s ahead of the database's clock, which is used instead; set this machine's clock",
    ],
  ]);
  pass(10 * 60_000);
  read(machine.clock + 3 * hour, 0);
  expect(warnings.at(-1)).toEqual([
    { seconds: -10800 },
    "this machine's clock is 10800 s behind the database's clock, which is used instead; set this machine's clock",
  ]);
});
