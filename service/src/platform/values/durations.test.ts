import { expect, test } from "vitest";
import { addDuration, parseDuration } from "./durations.ts";

const from = new Date("2026-01-31T10:00:00.000Z");
const after = (text: string) => addDuration(from, parseDuration(text)!).toISOString();

test.each([
  ["P45D", "2026-03-17T10:00:00.000Z"],
  ["P2W", "2026-02-14T10:00:00.000Z"],
  ["PT36H", "2026-02-01T22:00:00.000Z"],
  ["P1DT2H3M4S", "2026-02-01T12:03:04.000Z"],
  // A month that is too short ends at its last day.
  ["P1M", "2026-02-28T10:00:00.000Z"],
  ["P1Y1M", "2027-02-28T10:00:00.000Z"],
  ["P12M", "2027-01-31T10:00:00.000Z"],
  ["P0D", "2026-01-31T10:00:00.000Z"],
])("%s after 31 January 2026 at ten is %s", (text, expected) => {
  expect(after(text)).toBe(expected);
});

test.each(["", "P", "PT", "P1DT", "45D", "P-1D", "P1.5D", "p1d", "P1H", "1 day", "P1D ", "P9999999D"])(
  "'%s' is no duration",
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
