import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { Mutant } from "./mutants.ts";
import type { Runner } from "./trial.ts";

/** What the tests of one file reach, as reach-setup.ts records it: places by the name of the test, "" for none. */
export type Recorded = { file: string; tests: Record<string, { places: string[]; ms: number }> };

/**
 * Which tests of a file can notice a mutant. Without names it is all of them. Cheaper ones run first: `cost` is in
 * milliseconds where that was recorded, and else the size of the file.
 */
export type Reaching = { file: string; names?: string[]; cost: number };

/**
 * Which tests reach a mutant: those that enter its block or send its statement. It is recorded in a copy of the tree whose
 * files report this; only what runs in the process of the tests is seen.
 */
export type Reach = {
  /** Undefined if that is not known, because the mutant is outside of any function. */
  of(mutant: Mutant): Reaching[] | undefined;
  /** Test files that reached nothing at all: they start processes of their own, or never ran. */
  isUnknown(file: string): boolean;
};

const placeOf = ({ id, kind }: Mutant, block: string | undefined) => (kind === "sql" ? id : block);

type Insertion = { at: number; text: string };

/** The text with reports of the blocks and statements in which the mutants are. */
export function withReports(text: string, mutants: readonly Mutant[]): string {
  const insertions = new Map<string, Insertion[]>();
  const blocks = blocksOf(text);
  for (const mutant of mutants) {
    if (mutant.kind === "sql") {
      const space = Math.max(mutant.original.search(/\s/), 0);
      insertions.set(mutant.id, [{ at: mutant.start + space, text: `/*reached ${mutant.id}*/` }]);
      continue;
    }
    const block = innermost(blocks, mutant);
    if (block) insertions.set(placeName(mutant, block), reportOf(block, placeName(mutant, block)));
  }
  let reporting = text;
  for (const { at, text } of [...insertions.values()].flat().toSorted((a, b) => b.at - a.at))
    reporting = reporting.slice(0, at) + text + reporting.slice(at);
  return reporting;
}

type Block = { start: number; end: number; isExpression: boolean };

/** Everything between braces that runs as a whole, and the arrow functions that are one expression. */
function blocksOf(text: string): Block[] {
  const found: Block[] = [];
  const visit = (node: ts.Node) => {
    const isExpression = ts.isArrowFunction(node) && !ts.isBlock(node.body);
    const block = isExpression ? (node as ts.ArrowFunction).body : ts.isBlock(node) ? node : undefined;
    if (block) found.push({ start: block.getStart(), end: block.getEnd(), isExpression });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("mutated.ts", text, ts.ScriptTarget.Latest, true));
  return found;
}

function innermost(blocks: readonly Block[], { start, end }: Mutant): Block | undefined {
  return blocks
    .filter((block) => block.start <= start && end <= block.end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

const placeName = ({ file }: Mutant, { start }: Block) => `${file}:${start}`;

function reportOf({ start, end, isExpression }: Block, place: string): Insertion[] {
  const report = `globalThis.reachedMutants?.add(${JSON.stringify(place)})`;
  if (!isExpression) return [{ at: start + 1, text: ` ${report};` }];
  return [
    { at: start, text: `(${report}, ` },
    { at: end, text: ")" },
  ];
}

const filesPerRun = 20;

/** A copy of the tree, and a runner in it that records to a file. */
export type Recorder = { folder: string; runner: Runner; recording: string };

/** Runs the test files in the copies and keeps what they reached, for as long as the tree stays the same. */
export async function recordReach(
  recorders: readonly Recorder[],
  mutants: readonly Mutant[],
  { files, tree, kept }: { files: readonly string[]; tree: string; kept: string },
): Promise<Reach> {
  const { folder } = recorders[0]!;
  const key = createHash("sha256")
    .update([tree, ...files, ...mutants.map(({ id }) => id)].join("\n"))
    .digest("hex");
  const known = existsSync(kept) ? (JSON.parse(readFileSync(kept, "utf8")) as Kept) : undefined;
  if (known?.key === key) return reachOf(known.recorded, folder);
  const left = Array.from({ length: Math.ceil(files.length / filesPerRun) }, (_, index) =>
    files.slice(index * filesPerRun, (index + 1) * filesPerRun),
  );
  const mutated = [...Map.groupBy(mutants, ({ file }) => file)];
  const recorded = await Promise.all(
    recorders.map(async ({ folder, runner, recording }) => {
      const originals = mutated.map(([file]) => readFileSync(path.join(folder, file), "utf8"));
      for (const [index, [file, inside]] of mutated.entries())
        writeFileSync(path.join(folder, file), withReports(originals[index]!, inside));
      for (let next = left.shift(); next; next = left.shift())
        await runner.run({ tests: next.map((file) => ({ file })), changed: [] }, recordingMaxMs);
      runner.stop();
      for (const [index, [file]] of mutated.entries())
        writeFileSync(path.join(folder, file), originals[index]!);
      const lines = existsSync(recording) ? readFileSync(recording, "utf8").split("\n").filter(Boolean) : [];
      return lines.map((line) => JSON.parse(line) as Recorded);
    }),
  );
  writeFileSync(kept, JSON.stringify({ key, recorded: recorded.flat() } satisfies Kept));
  return reachOf(recorded.flat(), folder);
}

type Kept = { key: string; recorded: Recorded[] };
const recordingMaxMs = 1_800_000;

export function reachOf(recorded: readonly Recorded[], folder: string): Reach {
  const blocks = new Map<string, Block[]>();
  const blockOf = (mutant: Mutant) => {
    const { file } = mutant;
    if (!blocks.has(file)) blocks.set(file, blocksOf(readFileSync(path.join(folder, file), "utf8")));
    const block = innermost(blocks.get(file)!, mutant);
    return block && placeName(mutant, block);
  };
  const byFile = new Map(recorded.map((each) => [each.file, each]));
  const testsOf = (file: string) => Object.values(byFile.get(file)?.tests ?? {});
  return {
    isUnknown: (file) => testsOf(file).every(({ places }) => places.length === 0),
    of: (mutant) => {
      const place = placeOf(mutant, mutant.kind === "code" ? blockOf(mutant) : undefined);
      if (place === undefined) return undefined;
      return recorded.flatMap(({ file, tests }): Reaching[] => {
        const reaching = Object.entries(tests).filter(([, { places }]) => places.includes(place));
        if (reaching.length === 0) return [];
        const sum = (of: [string, { ms: number }][]) => of.reduce((total, [, { ms }]) => total + ms, 0);
        // What is done before the tests can be noticed by any of them.
        if (reaching.some(([name]) => name === "")) return [{ file, cost: sum(Object.entries(tests)) }];
        return [{ file, names: reaching.map(([name]) => name), cost: sum(reaching) }];
      });
    },
  };
}
