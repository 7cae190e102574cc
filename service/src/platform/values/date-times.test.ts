import { describe, expect, test } from "vitest";
import { createdRange, startOfNextMonth } from "./date-times.ts";

const range = (zone: string, from?: string, to?: string) => {
  const { created_from, created_to } = createdRange(zone, { created_from: from, created_to: to });
  return [created_from?.toISOString(), created_to?.toISOString()];
};

describe("createdRange", () => {
  test("leaves an end that was not given open", () => {
    expect(range("Africa/Lagos")).toEqual([undefined, undefined]);
    expect(range("Africa/Lagos", "2026-11-15")).toEqual(["2026-11-14T23:00:00.000Z", undefined]);
    expect(range("Africa/Lagos", undefined, "2026-11-15")).toEqual([undefined, "2026-11-15T23:00:00.000Z"]);
  });

  test("reads a date as the whole day in the company's time zone, including both ends", () => {
    expect(range("Africa/Lagos", "2026-11-15", "2026-11-15")).toEqual([
      "2026-11-14T23:00:00.000Z",
      "2026-11-15T23:00:00.000Z",
    ]);
    expect(range("America/New_York", "2026-11-15", "2026-11-15")).toEqual([
      "2026-11-15T05:00:00.000Z",
      "2026-11-16T05:00:00.000Z",
    ]);
  });

  test("reads a timestamp as that moment, to the millisecond and inclusive", () => {
    const moments = range("Africa/Lagos", "2026-11-15T09:30:00Z", "2026-11-15T10:30:00.250+01:00");
    expect(moments).toEqual(["2026-11-15T09:30:00.000Z", "2026-11-15T09:30:00.251Z"]);
  });

  describe("where summer time begins or ends", () => {
    test("a day of 23 and a day of 25 hours are whole days", () => {
      expect(range("Europe/Berlin", "2026-03-29", "2026-03-29")).toEqual([
        "2026-03-28T23:00:00.000Z",
        "2026-03-29T22:00:00.000Z",
      ]);
      expect(range("Europe/Berlin", "2026-10-25", "2026-10-25")).toEqual([
        "2026-10-24T22:00:00.000Z",
        "2026-10-25T23:00:00.000Z",
      ]);
    });

    // In these zones the clock jumps from 00:00 to 01:00: the day begins at the jump, not an hour before it.
    test.each([
      ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
      ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z"],
      ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"],
      ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z"],
      ["Atlantic/Azores", "2026-03-29", "2026-03-29T01:00:00.000Z"],
    ])("a day without a midnight in %s begins at its first moment", (zone, day, begin) => {
      expect(range(zone, day)[0]).toBe(begin);
    });

    // In these zones 00:00 occurs twice: the day begins at the first.
    test.each([
      ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"],
      ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00.000Z"],
      ["Asia/Amman", "2021-10-29", "2021-10-28T21:00:00.000Z"],
      ["Antarctica/Casey", "2023-03-09", "2023-03-08T13:00:00.000Z"],
    ])("a day with two midnights in %s begins at the first", (zone, day, begin) => {
      expect(range(zone, day)[0]).toBe(begin);
    });
  });
});

describe("startOfNextMonth", () => {
  test.each([
    ["Africa/Lagos", "2026-11-15T11:00:00.000Z", "2026-11-30T23:00:00.000Z"],
    ["Africa/Lagos", "2026-11-30T22:59:59.999Z", "2026-11-30T23:00:00.000Z"],
    ["Africa/Lagos", "2026-11-30T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
    ["America/New_York", "2026-12-31T23:00:00.000Z", "2027-01-01T05:00:00.000Z"],
    ["UTC", "2027-01-31T12:00:00.000Z", "2027-02-01T00:00:00.000Z"],
    ["UTC", "2028-02-29T12:00:00.000Z", "2028-03-01T00:00:00.000Z"],
  ])("in %s after %s it is %s", (zone, now, start) => {
    expect(startOfNextMonth(zone, new Date(now)).toISOString()).toBe(start);
  });
});
