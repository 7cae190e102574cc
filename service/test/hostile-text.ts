import { globSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { findPatterns } from "../../scripts/patterns/find.ts";

/** A text that makes a pattern slow: a prefix that reaches a repetition, a repeated unit, and an unexpected suffix. */
export type Attack = { prefix: string; unit: string; suffix: string };

/** The text of an attack with this many characters. */
export function pumped({ prefix, unit, suffix }: Attack, length: number): string {
  const left = Math.max(0, length - prefix.length - suffix.length);
  return prefix + unit.repeat(Math.ceil(left / unit.length)).slice(0, left) + suffix;
}

/** Attacks on commonly written patterns, whether or not the service contains them. */
const usual: readonly Attack[] = [
  "secret-",
  "a-",
  "a.",
  '\\\\"',
  "0",
  "a@",
  "://",
  "Bearer ",
  " ",
  "%70",
  ",",
  ";",
  "=",
].map((unit) => ({ prefix: "", unit, suffix: "!" }));

/** For each repetition in each pattern of the service, a text that reaches it and repeats what it matches. */
export function attacks(): Attack[] {
  const folder = fileURLToPath(new URL("../src/", import.meta.url));
  const files = globSync("**/*.ts", { cwd: folder }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  const found = files
    .flatMap((file) => findPatterns(path.join(folder, file)))
    .flatMap(({ source, flags }) => (source === undefined ? [] : attacksOn(source, flags)));
  // The prefix matters only to anchored patterns, which are the minority: a few for each unit are enough.
  const byUnit = Map.groupBy([...usual, ...found], ({ unit }) => unit);
  return [...byUnit.values()].flatMap((same) => distinct(same).slice(0, prefixesMax));
}

const prefixesMax = 8;

const distinct = (list: readonly Attack[]) => [...new Map(list.map((one) => [one.prefix, one])).values()];

type Token = { sample: string; isRepeated: boolean };

function attacksOn(source: string, flags: string): Attack[] {
  const tokens = tokensOf(source, flags);
  if (!tokens.some(({ isRepeated }) => isRepeated)) return [];
  const samples = tokens.map(({ sample }) => sample);
  const whole = samples.join("").slice(0, 40);
  return tokens
    .flatMap(({ sample, isRepeated }, at) => {
      const prefix = samples.slice(0, at).join("").slice(-40);
      return isRepeated ? [{ prefix, unit: sample, suffix: "\u00ff" }] : [];
    })
    .concat({ prefix: "", unit: whole, suffix: "\u00ff" });
}

const candidates = [..."a0-_. @:/\\\"=+,;#%&'()<>[]{}|~!?*$^`Zé\t\n"];

/** Approximately: one example of each character or class, in order, and whether it may repeat without limit. */
function tokensOf(source: string, flags: string): Token[] {
  const parts = source.matchAll(
    /(\[(?:\\.|[^\]\\])+\]|\\[pP]\{[^}]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|[^\\])([*+]|\{\d+,\})?/gsu,
  );
  return [...parts].flatMap(([, part = "", quantifier]) => {
    const isRepeated = quantifier !== undefined;
    if (/^(?:[()^$|?*+{},]|\\[bBpP1-9k])$/.test(part)) return [];
    const pattern = new RegExp(`^${part}$`, flags.includes("u") || part.includes("p{") ? "u" : "");
    const sample = candidates.find((sign) => pattern.test(sign)) ?? (part.length === 1 ? part : "a");
    return [{ sample, isRepeated }];
  });
}

const ratioMax = 10;
// A shorter time is noise: serializing a text with an escape for each character takes as long.
const leastMs = 3;
const triesMax = 6;

/** The CPU time of this thread, so that other processes on this machine do not count. */
export async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Every text takes at most ten times as long as a harmless one of the same length. Only a text that seems slower is
 * measured again, because the best of several measurements counts.
 */
export async function expectLinear(
  texts: readonly string[],
  harmless: string,
  send: (text: string) => Promise<unknown>,
): Promise<void> {
  let usual = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < triesMax; tries += 1)
    usual = Math.min(usual, await cpuMs(() => send(harmless)));
  const most = Math.max(usual, leastMs) * ratioMax;
  for (const text of texts) {
    let best = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < triesMax && best > most; tries += 1) {
      best = Math.min(best, await cpuMs(() => send(text)));
      // Twice such a long time is not noise, and measuring it again would only take longer.
      if (best > most * 20 && tries > 0) break;
    }
    const shown = `${JSON.stringify(text.slice(0, 60))}… of ${text.length} characters took ${best.toFixed(1)} ms of CPU`;
    expect(best, `${shown}, and a harmless text ${usual.toFixed(1)} ms`).toBeLessThanOrEqual(most);
  }
}
