import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./folder.ts";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Code that knows of quotes, the example of the recipe. */
const mentionsQuotes = /"quotes?"|\/quotes?[/"$`]|^\s+quotes?:|\w*Quotes?([A-Z]\w*)?\b|\bquote_id\b|"QUO/m;

/** What is the noun's own, is generated, or is a test or a translation, for which the recipe has rules of their own. */
const isLeftOut = (file: string) =>
  /quotes?[/.-]|\.test\.tsx?$|\/fr(\/|\.ts$)|\/migrations\/|api-types\.ts$|db\/tables\.ts$|^bench\/|^scripts\/(?!mutation)|^service\/(faults|cluster|packed)\//.test(
    file,
  );

/** Files that name quotes for a reason that a new noun does not have. */
const others: Readonly<Record<string, string>> = {
  "service/src/platform/db/sql-statements.ts": "the quotes of SQL",
};

test("the recipe of CONTRIBUTING names every file that a noun such as quotes is in", () => {
  const [, recipe] = /^## Adding a noun\n([\s\S]+?)^## /m.exec(read("CONTRIBUTING.md"))!;
  const files = globSync(
    ["{service,site,sdk,sandbox,embed,consumer,scripts}/**/*.{ts,tsx}", ".dependency-cruiser.cjs"],
    {
      cwd: root,
      exclude: (name) => name.includes("node_modules"),
    },
  ).map((file) => file.split(path.sep).join("/"));
  const endsIn = (name: string) => (file: string) => `/${file}`.endsWith(`/${name}`);
  // A name such as `service.ts`, which many modules have, stands for that of the noun.
  const named = [...recipe!.matchAll(/`([\w./-]+)`/g)]
    .map(([, name]) => name!)
    .filter((name) => name.includes("/") || files.filter(endsIn(name)).length === 1);
  const isNamed = (file: string) =>
    named.some((name) => (name.endsWith("/") ? `/${file}`.includes(`/${name}`) : endsIn(name)(file)));
  const mentioning = files.filter((file) => !isLeftOut(file) && mentionsQuotes.test(read(file)));
  expect(mentioning.length).toBeGreaterThan(40);
  expect(mentioning.filter((file) => !isNamed(file) && others[file] === undefined)).toEqual([]);
  expect(Object.keys(others).filter((file) => !mentioning.includes(file) || isNamed(file))).toEqual([]);
});
