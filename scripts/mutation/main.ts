import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openEmbeddedCluster } from "../../service/dev/embedded-postgres/embedded-postgres.ts";
import { openDatabase } from "../../service/src/platform/db/database.ts";
import { migrate } from "../../service/src/platform/db/migrations/migrate.ts";
import { areas, type Source } from "./areas.ts";
import { type Copy, copyTree, hashOfTree } from "./copy.ts";
import { choose, type Mutant, mutate } from "./mutants.ts";
import { type Reach, type Reaching, recordReach } from "./reach.ts";
import { type Result, reportOf, score, tally } from "./report.ts";
import { sqlMutants } from "./sql.ts";
import { codeMutants, runStryker } from "./stryker.ts";
import { createRunner, type Runner, type TestFailure, type Tests, type Trial, testFiles } from "./trial.ts";

const usage = `npm run test:mutation -- [options]
  --only pure|sampled   one half; both without it
  --area NAME           one of ${areas.join(", ")}; can be given several times
  --file PATH           only mutants of this file; can be given several times
  --count N             how many of those that need a database; 300 without it
  --seed N              which of them; 20261115 without it
  --minutes N           begin no further mutant after so long; the same command goes on where it stopped
  --jobs N              how many at once; as many as there are cores, at most 2, without it
  --survivors           only those that survived, were undecided, or were not tried yet, although the tests changed
  --folder PATH         where results are kept; mutation without it
  --sources PATH        what is mutated and tested by what; scripts/mutation/areas.ts without it`;

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    area: { type: "string", multiple: true },
    file: { type: "string", multiple: true },
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "20261115" },
    minutes: { type: "string", default: "600" },
    jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
    survivors: { type: "boolean", default: false },
    folder: { type: "string", default: "mutation" },
    sources: { type: "string", default: "scripts/mutation/areas.ts" },
    help: { type: "boolean", default: false },
  },
});
const seed = Number(options.seed);
let deadline = Date.now() + Number(options.minutes) * 60_000;
const folder = path.resolve(root, options.folder);
const resultsFile = path.join(folder, "results.jsonl");

const { pure, sampled } = (await import(path.resolve(root, options.sources))) as typeof import("./areas.ts");

type Kept = Result & { tree: string; part: "pure" | "sampled" };

async function main(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      console.log("ends after the mutant under way; what was tried is kept");
      deadline = 0;
    });
  }
  mkdirSync(folder, { recursive: true });
  const tree = hashOfTree(root);
  const copies: Copy[] = [];
  const newCopy = () => {
    const copy = copyTree(root);
    copies.push(copy);
    return copy.folder;
  };
  try {
    if (options.only !== "sampled") await tryPure(tree, newCopy);
    if (options.only !== "pure") await trySampled(tree, newCopy);
  } finally {
    for (const copy of copies) copy.remove();
  }
}

const isWanted = ({ area }: Source) => !options.area || options.area.includes(area);
const wantedFiles = (source: Source): Source => ({
  ...source,
  files: source.files.filter((file) => !options.file || options.file.includes(file)),
});

async function tryPure(tree: string, newCopy: () => string): Promise<void> {
  const copy = newCopy();
  for (const source of pure.filter(isWanted).map(wantedFiles)) {
    if (source.files.length === 0 || Date.now() > deadline) continue;
    const began = Date.now();
    const incremental = path.join(folder, `stryker-${source.area}.json`);
    const found = await runStryker(copy, source, { seed, incremental, jobs: Number(options.jobs) });
    const seconds = (Date.now() - began) / 1000 / Math.max(found.length, 1);
    keep(found.map((each) => ({ ...each, seconds, tree, part: "pure" })));
    console.log(`${source.area}, pure: ${score(tally(found.map((each) => ({ ...each, seconds }))))}`);
    writeReport();
  }
}

async function trySampled(tree: string, newCopy: () => string): Promise<void> {
  const cluster = await startCluster();
  try {
    const first = newCopy();
    const sources = sampled.filter(
      ({ files }) => !options.file || files.some((file) => options.file!.includes(file)),
    );
    const chosen = await chooseMutants(first, cluster.url, sources.map(wantedFiles));
    const known = new Map(read().map((each) => [each.mutant.id, each]));
    const isOpen = ({ id }: Mutant) => {
      const result = known.get(id);
      if (options.survivors) return !result || (result.verdict !== "killed" && result.tree !== tree);
      return !result;
    };
    const open = chosen.filter(isOpen);
    console.log(`${chosen.length} mutants chosen, ${open.length} of them to be tried`);
    if (open.length === 0) return writeReport();
    const folders = Array.from({ length: Number(options.jobs) }, (_, job) => (job === 0 ? first : newCopy()));
    const reach =
      open.length < recordedFrom
        ? nothingKnown
        : await record(folders, chosen, { cluster: cluster.url, tree });
    await Promise.all(
      folders.map(async (copy) => {
        const runner = createRunner(copy, { cluster: cluster.url, seed });
        const workplace = { copy, runner, reach, faults: new Map<string, string | undefined>() };
        try {
          for (let mutant = open.shift(); mutant && Date.now() < deadline; mutant = open.shift()) {
            const result = await tryMutant(workplace, mutant);
            keep([{ ...result, tree, part: "sampled" }]);
            console.log(
              `${result.verdict} ${mutant.file}:${mutant.line} ${mutant.mutator} (${Math.round(result.seconds)} s)`,
            );
            writeReport();
          }
        } finally {
          runner.stop();
        }
      }),
    );
  } finally {
    await cluster.stop();
  }
}

/** Recording takes as long as some ten mutants take with all files of their areas. */
const recordedFrom = 10;
const nothingKnown: Reach = { of: () => undefined, isUnknown: () => true };

function record(
  folders: readonly string[],
  chosen: readonly Mutant[],
  { cluster, tree }: { cluster: string; tree: string },
): Promise<Reach> {
  const recorders = folders.map((folder) => {
    const recording = path.join(folder, "reached.jsonl");
    return { folder, recording, runner: createRunner(folder, { cluster, seed, recording }) };
  });
  const [first = ""] = folders;
  const files = [
    ...new Set([...chosen.flatMap((mutant) => stagesOf(first, mutant).flat()), ...testsIn(first)]),
  ];
  return recordReach(recorders, chosen, { files, tree, kept: path.join(folder, "reach.json") });
}

async function chooseMutants(copy: string, url: string, sources: readonly Source[]): Promise<Mutant[]> {
  const code = await codeMutants(copy, sources);
  const sql = sources.flatMap(({ area, files }) =>
    files.flatMap((file) => sqlMutants(file, readFileSync(path.join(copy, file), "utf8"), area)),
  );
  const valid = validOf(copy, url, sql);
  const isOfArea = ({ area }: Mutant) => !options.area || options.area.includes(area);
  return choose([...code, ...valid].filter(isOfArea), Number(options.count), seed);
}

/** The mutants whose statements the database can prepare. */
function validOf(copy: string, url: string, mutants: Mutant[]): Mutant[] {
  const list = path.join(copy, ".mutants.json");
  writeFileSync(list, JSON.stringify(mutants));
  const words = ["scripts/mutation/check-statements.ts", list, url];
  const printed = execFileSync(process.execPath, words, { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 26 });
  const valid = new Set(JSON.parse(printed) as string[]);
  return mutants.filter(({ id }) => valid.has(id));
}

const sourceOf = (mutant: Mutant) => sampled.find(({ files }) => files.includes(mutant.file))!;

/** The test files of the service, which the sampled files belong to. */
const testsIn = (copy: string) =>
  options.sources === "scripts/mutation/areas.ts"
    ? globSync(["service/src/**/*.test.ts", "service/test/*.test.ts"], { cwd: copy }).toSorted()
    : [];

/** The closest tests and the wider ones. */
const stagesOf = (copy: string, mutant: Mutant): [string[], string[]] => {
  const { tests, wider = [] } = sourceOf(mutant);
  return [[...new Set(testFiles(copy, tests))], [...new Set(testFiles(copy, wider))]];
};

/** A copy of the tree with its runner, and what is wrong with tests without a mutant, as far as that is known. */
type Workplace = { copy: string; runner: Runner; reach: Reach; faults: Map<string, string | undefined> };

/** How many mutants of each file were killed by which test file: the next is tried with those first. */
const kills = new Map<string, number>();
const killsOf = (mutant: Mutant, test: string) => kills.get(`${mutant.file} ${test}`) ?? 0;

const limitMs = 900_000;

/** Of the other files whose tests reach a mutant, so many run: the quickest. */
const othersMax = 40;

/**
 * What to run for a mutant, in order: of the closest tests those that reach it, then of the wider ones, then of others,
 * then all of the files in which that can't be seen. Where nothing is known of the mutant, all files of its area.
 */
function stagesFor({ copy, reach }: Workplace, mutant: Mutant): Tests[][] {
  const [closest, wider] = stagesOf(copy, mutant);
  const files = [...new Set([...closest, ...wider])];
  const whole = (files: string[]): Reaching[] => files.map((file) => ({ file, cost: sizeOf(copy, file) }));
  const reaching = reach.of(mutant);
  const among = (files: string[]) => reaching!.filter(({ file }) => files.includes(file));
  const others = reaching
    ?.filter(({ file }) => !files.includes(file))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, othersMax);
  const stages = reaching?.length
    ? [among(closest), among(wider), others!, whole(files.filter((file) => reach.isUnknown(file)))]
    : [whole(closest), whole(wider)];
  const seen = new Set<string>();
  return stages.map((stage) =>
    stage
      .filter(({ file }) => !seen.has(file) && seen.add(file))
      .sort((a, b) => killsOf(mutant, b.file) - killsOf(mutant, a.file) || a.cost - b.cost),
  );
}

async function tryMutant(workplace: Workplace, mutant: Mutant): Promise<Result> {
  const { copy, runner, faults } = workplace;
  const place = path.join(copy, mutant.file);
  const text = readFileSync(place, "utf8");
  const changed = [mutant.file];
  const ran: string[] = [];
  let spent = 0;
  /** In turn: an undecided result is about the machine, so the tests run once more. */
  const run = async (tests: Tests[], content: string): Promise<Trial> => {
    writeFileSync(place, content);
    for (let turn = 1; ; turn++) {
      const trial = await runner.run({ tests, changed }, limitMs);
      spent += trial.seconds;
      if (trial.verdict !== "undecided" || turn === 2) return trial;
    }
  };
  /** Undefined if they pass without the mutant, or why they don't. */
  const faultOf = async (tests: Tests): Promise<string | undefined> => {
    const key = JSON.stringify([tests.file, tests.names]);
    if (!faults.has(key)) {
      const { verdict, failures } = await run([tests], text);
      faults.set(key, verdict === "survived" ? undefined : (failures[0]?.message ?? "no test ran"));
    }
    return faults.get(key);
  };
  const resultOf = (verdict: Result["verdict"], failure?: TestFailure): Result => {
    const noticedBy = [failure?.test, failure?.message.split("\n")[0]].filter(Boolean).join(": ");
    return { mutant, verdict, tests: ran, noticedBy, seconds: spent };
  };
  try {
    for (const stage of stagesFor(workplace, mutant)) {
      for (let left = stage; left.length > 0; ) {
        const trial = await run(left, mutate(text, mutant));
        if (trial.verdict === "undecided") return resultOf("undecided", trial.failures[0]);
        if (trial.verdict === "survived") break;
        const killer = left.find(({ file }) => file === trial.failures[0]!.test.split(" > ")[0]);
        if (!killer) return resultOf("undecided", trial.failures[0]);
        // A test that fails without the mutant too says nothing about it.
        const fault = await faultOf(killer);
        if (fault === undefined) {
          ran.push(...stage.map(({ file }) => file));
          kills.set(`${mutant.file} ${killer.file}`, killsOf(mutant, killer.file) + 1);
          return resultOf("killed", trial.failures[0]);
        }
        // Some tests need those before them, so the file runs as a whole.
        const isWhole = killer.names === undefined;
        const how = isWhole ? "left out" : "run whole";
        console.log(`${how}, because it fails without a mutant: ${killer.file}: ${fault.split("\n")[0]}`);
        left = left.flatMap((tests) =>
          tests === killer ? (isWhole ? [] : [{ file: killer.file }]) : [tests],
        );
      }
      ran.push(...stage.map(({ file }) => file));
    }
    return resultOf("survived");
  } finally {
    writeFileSync(place, text);
  }
}

const sizeOf = (copy: string, file: string) => statSync(path.join(copy, file)).size;

async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "billfold-mutation-"));
  chmodSync(dataDir, 0o755);
  const quick = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
  const cluster = await openEmbeddedCluster({ dataDir, use: "serve", settings: quick });
  const on = async (
    name: string | undefined,
    work: (db: ReturnType<typeof openDatabase>) => Promise<unknown>,
  ) => {
    const address = new URL(cluster.connectionString);
    if (name) address.pathname = `/${name}`;
    const db = openDatabase({ connectionString: address.href, connectionsMax: 1, onError: () => undefined });
    await work(db).finally(() => db.close());
  };
  await on(undefined, (db) => db.query("create database migrated"));
  await on("migrated", migrate);
  // Statements are checked in a copy, because a template database must have no connections.
  await on(undefined, (db) => db.query("create database checked template migrated"));
  return {
    url: new URL("/checked", cluster.connectionString).href,
    stop: async () => {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function read(): Kept[] {
  if (!existsSync(resultsFile)) return [];
  const lines = readFileSync(resultsFile, "utf8").split("\n").filter(Boolean);
  return [
    ...new Map(lines.map((line) => JSON.parse(line) as Kept).map((each) => [each.mutant.id, each])).values(),
  ];
}

function keep(results: readonly Kept[]): void {
  appendFileSync(resultsFile, results.map((each) => `${JSON.stringify(each)}\n`).join(""));
}

/** Results for lines that have changed since do not apply to this tree. */
function writeReport(): void {
  const current = read().filter(({ mutant }) => {
    const file = path.join(root, mutant.file);
    return existsSync(file) && readFileSync(file, "utf8").slice(mutant.start, mutant.end) === mutant.original;
  });
  const halves = (["pure", "sampled"] as const)
    .map((part) => `${part}: ${score(tally(current.filter((each) => each.part === part)))}`)
    .join(", ");
  const heading = `Seed ${seed}; ${halves}. Undecided ones count against the score, equivalent and invalid ones not at all.`;
  writeFileSync(path.join(folder, "report.md"), `${reportOf(current, heading)}\n`);
}

if (options.help) console.log(usage);
else await main();
