import { describe, expect, test } from "vitest";
import { bannedWordIn, faultsIn, wordsOf } from "./check-words.ts";

test("a name is split into words, however it is written", () => {
  expect(wordsOf("keptAnswers")).toEqual(["kept", "answers"]);
  expect(wordsOf("KEPT_ANSWERS")).toEqual(["kept", "answers"]);
  expect(wordsOf("service/src/kept-answers.ts")).toEqual(["service", "src", "kept", "answers", "ts"]);
  expect(wordsOf("openHTTPDoor")).toEqual(["open", "http", "door"]);
});

describe("a banned word is found", () => {
  test.each([
    ["createTurnstile", "turnstile"],
    ["waitForTwin", "twin"],
    ["twins", "twin"],
    ["OpenPatient", "patient"],
    ["payments-weather", "weather"],
    ["WARD_MAX", "ward"],
    ["purgeKeptAnswers", "kept answer"],
  ])("in %s", (name, word) => {
    expect(bannedWordIn(name)).toBe(word);
  });

  test("in an identifier, with its place, and in a path", () => {
    expect(faultsIn("service/src/a.ts", "const a = 1;\nfunction f(lane: string) { return lane; }")).toEqual([
      { file: "service/src/a.ts", line: 2, name: "lane", word: "lane" },
      { file: "service/src/a.ts", line: 2, name: "lane", word: "lane" },
    ]);
    expect(faultsIn("docs/house.md", "")).toMatchObject([{ file: "docs/house.md", word: "house" }]);
  });
});

test("longer words that contain one, strings and comments are not meant", () => {
  for (const name of ["forwardOrders", "toward", "plane", "inpatient", "storedAnswer"])
    expect(bannedWordIn(name)).toBeUndefined();
  expect(faultsIn("service/src/a.ts", 'const text = "the house"; // a lane')).toEqual([]);
});
