import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { routePatterns } from "../service/scripts/route-patterns.ts";
import { examineAll, type Kept, nameOf } from "./patterns/examine.ts";
import { exemptions, isMeant } from "./patterns/exemptions.ts";
import { type FoundPattern, findPatterns } from "./patterns/find.ts";

/**
 * Fails for a regular expression that takes more than linear time on some text. Anyone may send us text, and one that
 * takes seconds to match would block the service for all.
 */
const sources = [
  "service/{src,dev,bin}/**/*.{ts,mjs}",
  "service/assets/docs/*.js",
  "{sdk,consumer,embed,site,sandbox}/src/**/*.{ts,tsx}",
  "examples/*/**/*.{ts,js,mjs}",
];
const isTest = /\.(?:test|fixture)\.tsx?$|\/node_modules\/|\/api-types\.ts$/;

const cacheFile = "node_modules/.cache/billfold/patterns.json";

export function patternsOfSources(): FoundPattern[] {
  const files = globSync(sources)
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !isTest.test(file));
  const schemas = routePatterns().map(({ route, pattern }) => ({
    file: route,
    line: 0,
    code: pattern,
    source: pattern,
    flags: "u",
  }));
  return [...files.flatMap((file) => findPatterns(file)), ...schemas];
}

/** The faults of the patterns, one sentence for each location. */
export async function faultsOf(found: readonly FoundPattern[], kept: Kept): Promise<string[]> {
  const faults: string[] = [];
  const examined: (FoundPattern & { source: string })[] = [];
  for (const pattern of found) {
    const exemption = exemptions.find((one) => isMeant(one, pattern));
    if (exemption?.like) {
      examined.push(...exemption.like.map(({ source, flags }) => ({ ...pattern, source, flags })));
    } else if (pattern.source !== undefined && !exemption) {
      examined.push({ ...pattern, source: pattern.source });
    } else if (!exemption) {
      faults.push(
        `${placeOf(pattern)}: the pattern is built while the program runs: ${pattern.code}\n  Write it out, build it from constants, or say in scripts/patterns/exemptions.ts what it looks like.`,
      );
    }
  }
  await examineAll(examined, kept);
  for (const pattern of examined) {
    const verdict = kept[nameOf(pattern)]!;
    if (verdict.status === "safe") continue;
    const attack = verdict.attack ? `\n  Slow on: ${verdict.attack.slice(0, 200)}` : "";
    faults.push(
      `${placeOf(pattern)}: ${nameOf(pattern)} is not linear (${verdict.says}).${attack}\n  Anchor it, exclude from each repetition what follows it, or use indexOf and slice; where no text from outside can reach it, give the reason in scripts/patterns/exemptions.ts.`,
    );
  }
  return [...new Set(faults)];
}

const placeOf = ({ file, line }: FoundPattern) => (line === 0 ? file : `${file}:${line}`);

function staleExemptions(found: readonly FoundPattern[]): string[] {
  return exemptions
    .filter((one) => !found.some((pattern) => isMeant(one, pattern)))
    .map(({ file, start }) => `scripts/patterns/exemptions.ts: ${file} no longer has ${start}… Remove it.`);
}

function readKept(): Kept {
  try {
    return JSON.parse(readFileSync(cacheFile, "utf8")) as Kept;
  } catch {
    return {};
  }
}

if (import.meta.main) {
  const found = patternsOfSources();
  const kept = readKept();
  const faults = [...(await faultsOf(found, kept)), ...staleExemptions(found)];
  mkdirSync(cacheFile.slice(0, cacheFile.lastIndexOf("/")), { recursive: true });
  // Only safe patterns are cached; all others are examined again each time.
  const safe = Object.entries(kept).filter(([, { status }]) => status === "safe");
  writeFileSync(cacheFile, JSON.stringify(Object.fromEntries(safe)));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
