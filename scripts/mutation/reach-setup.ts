import { appendFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach } from "vitest";
import type { Recorded } from "./reach.ts";

declare global {
  var reachedMutants: Set<string> | undefined;
}

/** Records which places each test reaches, if scripts/mutation/reach.ts asks for it; see withReports there. */
const recording = process.env.BILLFOLD_MUTATION_RECORDING;
if (recording) record(recording);

function record(to: string): void {
  globalThis.reachedMutants ??= watchStatements(new Set());
  const reached = globalThis.reachedMutants;
  const tests: Recorded["tests"] = {};
  let file = "";
  let began = performance.now();
  const take = (name: string) => {
    const { places, ms } = tests[name] ?? { places: [], ms: 0 };
    tests[name] = {
      places: [...new Set([...places, ...reached])],
      ms: Math.round(ms + performance.now() - began),
    };
    began = performance.now();
    reached.clear();
  };
  reached.clear();
  beforeEach(({ task }) => {
    file = path.relative(process.cwd(), task.file.filepath);
    take("");
  });
  afterEach(({ task }) => take(task.fullTestName ?? task.name));
  afterAll(() => {
    take("");
    if (file) appendFileSync(to, `${JSON.stringify({ file, tests } satisfies Recorded)}\n`);
  });
}

/** A statement reports itself by a comment in its text. */
function watchStatements(reached: Set<string>): Set<string> {
  const { prototype } = pg.Client as unknown as { prototype: { query(...given: unknown[]): unknown } };
  const query = prototype.query;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [asked] = given as [string | { text?: string }];
    const text = typeof asked === "string" ? asked : asked?.text;
    for (const [, place] of text?.matchAll(/\/\*reached (\w+)\*\//g) ?? []) reached.add(place!);
    return query.apply(this, given);
  };
  return reached;
}
