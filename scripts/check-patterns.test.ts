import { describe, expect, test } from "vitest";
import { faultsOf, patternsOfSources } from "./check-patterns.ts";
import { findPatterns } from "./patterns/find.ts";

const sourcesIn = (text: string, file = "service/src/made-up.ts") =>
  findPatterns(file, text).map(({ line, source, flags }) => [line, source, flags]);

describe("patterns are found", () => {
  test("as literals, wherever they stand", () => {
    expect(sourcesIn("const a = /x+$/gi;\nf(t.replace(/[/]y/, 'z'), { b: /w/u.test(a) });")).toEqual([
      [1, "x+$", "gi"],
      [2, "[/]y", ""],
      [2, "w", "u"],
    ]);
  });

  test("as RegExp, with what constants say", () => {
    const text = `const max = 3;\nconst word = "a\\\\w";\nnew RegExp(\`^\${word}{\${max + 1}}$\`, "g");\nRegExp(word + "b");\nnew RegExp(["x", "y"].join("|"));\nnew RegExp(/q/.source);`;
    expect(sourcesIn(text)).toEqual([
      [3, "^a\\w{4}$", "g"],
      [4, "a\\wb", ""],
      [5, "x|y", ""],
      [6, "q", ""],
      [6, "q", ""],
    ]);
  });

  test("with constants of another file", () => {
    const text =
      'import { maxDigits } from "../platform/values/money.ts";\nnew RegExp("\\\\d{" + maxDigits + "}");';
    expect(sourcesIn(text, "service/src/http/made-up.ts")).toEqual([[2, "\\d{15}", ""]]);
  });

  test("in schemas, in forms, and where a text is taken for a pattern", () => {
    const text =
      'const s = { pattern: "^a+$" };\nconst i = <input pattern="[0-9]+" />;\nt.match("b+");\nt.matchAll(/c/g);';
    expect(sourcesIn(text, "site/src/made-up.tsx")).toEqual([
      [1, "^a+$", "u"],
      [2, "[0-9]+", "u"],
      [3, "b+", "u"],
      [4, "c", "g"],
    ]);
  });

  test("though what they are is known only while the program runs", () => {
    expect(sourcesIn("new RegExp(given);\nconst s = { pattern: makePattern() };")).toEqual([
      [1, undefined, ""],
      [2, undefined, "u"],
    ]);
  });

  test("in all our sources, and in the schemas of the routes", () => {
    const places = new Set(patternsOfSources().map(({ file }) => file));
    for (const place of [
      "service/src/http/formats.ts",
      "service/src/platform/security/mask-credentials.ts",
      "sdk/src/transport.ts",
      "consumer/src/config.ts",
      "embed/src/tag.ts",
      "sandbox/src/gateway/schemas.ts",
      "POST /customers",
      "GET /payments/links/{reference}",
    ])
      expect(places, place).toContain(place);
    expect([...places].filter((place) => /\.(test|fixture)\./.test(place))).toEqual([]);
  });
});

describe("a pattern that takes more than linear time is refused", () => {
  const faultsIn = (text: string) => faultsOf(findPatterns("service/src/made-up.ts", text), {});

  test.each([
    ["an email address, quadratic", "/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/"],
    ["zeros at the end, quadratic", "/^0+|0+$/g"],
    ["names of secrets, cubic", "/[\\w-]*secret[\\w-]*=/gi"],
    ["nested repetition, exponential", "/^(a+)+$/"],
    ["one from constants", 'new RegExp("(x|x)*y")'],
    ["one in a schema", '({ pattern: "^(\\\\w+\\\\s?)*$" })'],
  ])("%s", async (_what, code) => {
    const [fault, ...more] = await faultsIn(`\n${code};`);
    expect(more).toEqual([]);
    expect(fault).toMatch(
      /^service\/src\/made-up\.ts:2: .* is not linear \(.*\)\.\n {2}Slow on: .*\n {2}Anchor it/,
    );
  });

  test("one that can't be read from the source is too, unless it is said what it looks like", async () => {
    expect(await faultsIn("new RegExp(given);")).toEqual([
      expect.stringContaining("service/src/made-up.ts:1: the pattern is built while the program runs"),
    ]);
  });

  test("a linear one is not", async () => {
    expect(
      await faultsIn("/^[^\\s@]+@[^\\s@][^\\s@.]*\\.[^\\s@]+$/; /(?:^|[^0])0+$/; /^\\d{1,16}$/;"),
    ).toEqual([]);
  });
});
