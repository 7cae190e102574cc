import { availableParallelism } from "node:os";
import { check } from "recheck";

/** The result for a pattern; `attack` is a text on which it takes more than linear time. */
export type Verdict =
  | { status: "safe" }
  | { status: "vulnerable" | "unknown"; says: string; attack?: string };

export type Pattern = { source: string; flags: string };

/** Results by pattern, cached between runs, because examining one may take seconds. */
export type Kept = Record<string, Verdict>;

// The work is limited by steps and not by time, so that a busy machine gets the same result.
const bySteps = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null };
// A proof is faster than fuzzing and more reliable; the default limit would rule it out for `{1,255}`.
const proving = { ...bySteps, maxRepeatCount: 400 };
const proofMs = 10_000;
const fuzzingMs = 120_000;

export const nameOf = ({ source, flags }: Pattern) => `/${source}/${flags}`;

/** Examines the patterns that are not cached, several at a time, and adds them to the cache. */
export async function examineAll(patterns: readonly Pattern[], kept: Kept): Promise<void> {
  const waiting = new Map(patterns.map((pattern) => [nameOf(pattern), pattern]));
  for (const name of Object.keys(kept)) waiting.delete(name);
  const queue = [...waiting];
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) kept[next[0]] = await examine(next[1]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function examine({ source, flags }: Pattern): Promise<Verdict> {
  // These flags do not affect how matching works.
  const known = flags.replaceAll("d", "").replaceAll("v", "u");
  const proved = await check(source, known, { ...proving, timeout: proofMs });
  const found =
    proved.status === "unknown"
      ? await check(source, known, { ...bySteps, timeout: fuzzingMs, checker: "fuzz" })
      : proved;
  if (found.status === "safe") return { status: "safe" };
  if (found.status === "unknown") return { status: "unknown", says: `not decided: ${found.error.kind}` };
  return { status: "vulnerable", says: found.complexity.summary, attack: found.attack.pattern };
}
