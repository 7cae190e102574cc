import { expect, test } from "vitest";
import { addMonths, parseDate, weeksOf } from "./dates.ts";

const today = "2026-11-16";

test.each([
  ["2026-02-03", "en-NG", "2026-02-03"],
  ["2026/2/3", "en-NG", "2026-02-03"],
  ["3/2/2026", "en-NG", "2026-02-03"],
  ["3/2/2026", "en-US", "2026-03-02"],
  ["03.02.26", "en-NG", "2026-02-03"],
  ["3-2", "en-NG", "2026-02-03"],
  ["16 Nov 2026", "en-NG", "2026-11-16"],
  ["16 November", "en-NG", "2026-11-16"],
  ["November 16, 2027", "en-US", "2027-11-16"],
  ["2027 Nov 16", "en-NG", "2027-11-16"],
  ["16 févr. 2026", "fr-CI", "2026-02-16"],
  ["16 fevrier 2026", "fr-CI", "2026-02-16"],
  ["16 feb 2026", "fr-CI", "2026-02-16"],
  ["1 août", "fr-SN", "2026-08-01"],
  [" 16  NOV  26 ", "en-GB", "2026-11-16"],
  ["today", "en-NG", "2026-11-16"],
  ["Tomorrow", "en-NG", "2026-11-17"],
  ["yesterday", "en-NG", "2026-11-15"],
])("%j in %s is %s", (typed, locale, date) => {
  expect(parseDate(typed, locale, today)).toBe(date);
});

test.each(["", "soon", "30 Feb 2026", "2026-13-01", "16 Nov Dec", "16", "1 2 3 4", "99/99/2026"])(
  "%j is not a date",
  (typed) => {
    expect(parseDate(typed, "en-NG", today)).toBeUndefined();
  },
);

test.each(["en-NG", "en-US", "en-GB", "en-ZA", "fr-CI", "fr-FR"])(
  "every date that %s writes is read back",
  (locale) => {
    const written = new Intl.DateTimeFormat(locale, {
      timeZone: "UTC",
      day: "numeric",
      month: "short",
      year: "numeric",
    });
    for (let month = 0; month < 12; month++) {
      const date = addMonths("2026-01-29", month);
      expect(parseDate(written.format(new Date(`${date}T00:00:00Z`)), locale, today)).toBe(date);
    }
  },
);

test("a month later is the same day, or the last one", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
  expect(addMonths("2026-11-16", 12)).toBe("2027-11-16");
});

test("a month is shown in whole weeks that begin on the first weekday", () => {
  const weeks = weeksOf("2026-11-16", 1);
  expect(weeks[0]![0]).toBe("2026-10-26");
  expect(weeks.at(-1)!.at(-1)).toBe("2026-12-06");
  expect(weeksOf("2026-11-16", 7)[0]![0]).toBe("2026-11-01");
  expect(weeksOf("2026-12-05", 1).every((week) => week.length === 7)).toBe(true);
});
