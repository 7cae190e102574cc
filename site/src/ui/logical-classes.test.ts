import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const sources = path.join(import.meta.dirname, "..");

/** Classes that mean a side of the screen; each has a counterpart that follows the direction of the text. */
const physical =
  /(?<![\w-])-?(?:(?:[mp][lr]|left|right|(?:border|rounded)-[lr]|scroll-[mp][lr])-[\w[(./-]+|text-(?:left|right)|float-(?:left|right)|(?:border|rounded)-[lr])(?![\w-])/g;

test("layout follows the direction of the text: no class means left or right", () => {
  const found = globSync("**/*.tsx", { cwd: sources }).flatMap((file) => {
    const strings = readFileSync(path.join(sources, file), "utf8").match(/"[^"\n]*"|`[^`]*`/g) ?? [];
    return strings.flatMap((text) => [...text.matchAll(physical)].map(([name]) => `${file}: ${name}`));
  });
  expect(found).toEqual([]);
});
