import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import ts from "typescript";

/** Metaphors that once named things here. Each hides what an ordinary term would say. */
const bannedWords = new Set([
  "acquaintance",
  "belongings",
  "clerk",
  "desk",
  "door",
  "house",
  "lane",
  "patient",
  "recall",
  "room",
  "stranger",
  "teller",
  "told",
  "turnstile",
  "twin",
  "unwatched",
  "ward",
  "weather",
]);

/** Whole names in which a banned word has its literal meaning. */
const allowedNames: ReadonlySet<string> = new Set([]);

export type Fault = { file: string; line: number; name: string; word: string };

/** The words of a name: `keptAnswers`, `kept-answers` and `KEPT_ANSWERS` have the same two. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");

/** The banned word in a name, in singular or plural; "forward" and "plane" contain none. */
export function bannedWordIn(name: string): string | undefined {
  if (allowedNames.has(name)) return undefined;
  const words = wordsOf(name);
  if (words.some((word, index) => word === "kept" && /^answers?$/.test(words[index + 1] ?? "")))
    return "kept answer";
  return words.flatMap((word) => [word, word.replace(/s$/, "")]).find((word) => bannedWords.has(word));
}

/** Banned words in the path of a file and in the identifiers that it declares or uses. */
export function faultsIn(file: string, text: string): Fault[] {
  const faults: Fault[] = [];
  const check = (name: string, line: number) => {
    const word = bannedWordIn(name);
    if (word !== undefined) faults.push({ file, line, name, word });
  };
  check(file, 0);
  if (!/\.(ts|tsx|mjs|cjs)$/.test(file)) return faults;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      check(node.text, source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** All faults in the files that git tracks, except those generated from the contract. */
export function faultsOfRepository(): Fault[] {
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
  return files
    .filter((file) => file !== "" && file !== "sdk/src/api-types.ts")
    .flatMap((file) => faultsIn(file, /\.(ts|tsx|mjs|cjs)$/.test(file) ? readFileSync(file, "utf8") : ""));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const faults = faultsOfRepository();
  for (const { file, line, name, word } of faults)
    console.log(line === 0 ? `${file}: "${word}" in the path` : `${file}:${line}: "${word}" in ${name}`);
  if (faults.length > 0) {
    console.log("\nUse the ordinary term. If the word is meant literally, add the name to allowedNames.");
    process.exitCode = 1;
  }
}
