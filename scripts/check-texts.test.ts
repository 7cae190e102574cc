import { expect, test } from "vitest";
import {
  faultsInComments,
  faultsInFrench,
  faultsInMarkdown,
  faultsInProgram,
  faultsOf,
} from "./check-texts.ts";

test.each([
  ["Mend it, then look again.", ["Mend", "look again"]],
  ["The key lacks the scope.", ["lacks"]],
  ["The count starts anew.", ["anew"]],
  ["Whoever has the link can pay.", ["Whoever"]],
  ["The owner is told by mail.", ["told"]],
  ["How it stands", ["stands", "How it stands"]],
  ["name: must be a text", ["must be a text"]],
])("%s offends against plain terms", (text, words) => {
  expect(faultsOf(text).map(({ word }) => word)).toEqual(words);
});

test("ordinary words are free, also where one of the others is a part of them", () => {
  for (const text of [
    "Slack",
    "recommended",
    "the desktop",
    "a standard rate",
    "IRN stands for a number",
    "outstanding",
  ])
    expect(faultsOf(text)).toEqual([]);
});

test("a document is read without its code", () => {
  const text = "It lacks a key.\n\n```sh\necho lacks\n```\n\nThe field `lacks` is fine.\n";
  expect(faultsInMarkdown("a.md", text)).toMatchObject([{ file: "a.md", line: 1, word: "lacks" }]);
});

test("a program is read by its strings; names and single words are not texts", () => {
  const text = [
    'const lacks = "lacks";',
    "// it lacks a comment",
    `throw new Error(\`The key \${id} lacks it\`);`,
    'const help = "Mend it first";',
  ].join("\n");
  expect(faultsInProgram("a.ts", text)).toMatchObject([
    { line: 3, word: "lacks" },
    { line: 4, word: "Mend" },
  ]);
});

test("comments are read as a whole, without the names in them", () => {
  const text = [
    "/**",
    " * The key that nobody",
    " * knows, and `lacks`.",
    " */",
    "const lacks = (each: string) => {",
    "  // Its count starts anew",
    '  // each time, as "lacks" says.',
    "  return each;",
    "};",
  ].join("\n");
  expect(faultsInComments("a.ts", text)).toMatchObject([
    { line: 1, word: "nobody knows" },
    { line: 6, word: "anew" },
    { line: 6, word: "lacks" },
  ]);
});

test("a French text has no straight apostrophe, also beside a value; quotes of the code are none", () => {
  const text = [
    "import type { a } from './a.ts';",
    'export const texts = { one: "L’envoi", two: "L\'envoi",',
    `  three: (name: string) => \`Facture d'\${name}\`, four: 'aujourd’hui' };`,
  ].join("\n");
  expect(faultsInFrench("fr.ts", text)).toEqual([
    { file: "fr.ts", line: 2, word: "L'envoi", instead: "L’envoi" },
    { file: "fr.ts", line: 3, word: "Facture d'", instead: "Facture d’" },
  ]);
});
