import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Area, Source } from "./areas.ts";
import { type Mutant, mutantId } from "./mutants.ts";
import type { Verdict } from "./trial.ts";

type Place = { line: number; column: number };
type StrykerMutant = {
  id: string;
  location: { start: Place; end: Place };
  mutatorName: string;
  replacement?: string;
  status?: string;
  statusReason?: string;
  killedBy?: string[];
  coveredBy?: string[];
};

const program = "node_modules/@stryker-mutator/core/bin/stryker.js";

/** Every mutant that Stryker makes of the files, except for strings: no test should assert a whole sentence. */
export async function codeMutants(folder: string, sources: readonly Source[]): Promise<Mutant[]> {
  const files = sources.flatMap((source) => source.files);
  const config = path.join(folder, "stryker-discovery.json");
  writeFileSync(config, JSON.stringify({ mutate: files, plugins: [] }));
  const found = await discover(folder, config);
  return sources.flatMap(({ area, files }) =>
    files.flatMap((file) => readable(folder, file, area, found[file]?.mutants ?? [])),
  );
}

function readable(folder: string, file: string, area: Area, mutants: readonly StrykerMutant[]): Mutant[] {
  const text = readFileSync(path.join(folder, file), "utf8");
  return mutants
    .map((each) => describeMutant(text, file, area, each))
    .filter(({ original, mutator }) => {
      return !(mutator === "StringLiteral" && isProse(original));
    });
}

export const isProse = (literal: string) => /\s/.test(literal.slice(1, -1).trim());

function describeMutant(text: string, file: string, area: Area, mutant: StrykerMutant): Mutant {
  const lines = text.split("\n");
  const offset = ({ line, column }: Place) =>
    lines.slice(0, line - 1).join("\n").length + Math.min(line - 1, 1) + column - 1;
  const [start, end] = [offset(mutant.location.start), offset(mutant.location.end)];
  const mutated = {
    area,
    kind: "code" as const,
    file,
    line: mutant.location.start.line,
    mutator: mutant.mutatorName,
    original: text.slice(start, end),
    replacement: mutant.replacement ?? "",
    start,
    end,
  };
  return { id: mutantId(text, mutated as Mutant), ...mutated };
}

/** Uses Stryker's server for editors (mutation-server-protocol), which lists mutants without running any. */
function discover(folder: string, config: string): Promise<Record<string, { mutants: StrykerMutant[] }>> {
  const server = spawn(process.execPath, [program, "serve", "stdio"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const send = (id: number, method: string, params: object) => {
    const message = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`);
  };
  const found = new Promise<Record<string, { mutants: StrykerMutant[] }>>((resolve, reject) => {
    let received = Buffer.alloc(0);
    server.stdout.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (let message = next(); message; message = next()) {
        if (message.error) reject(new Error(`Stryker found no mutants: ${JSON.stringify(message.error)}`));
        else if (message.id === 1) send(2, "discover", {});
        else if (message.id === 2) resolve(message.result.files);
      }
    });
    const next = () => {
      const head = received.indexOf("\r\n\r\n");
      const length = Number(
        /Content-Length: (\d+)/i.exec(received.subarray(0, Math.max(head, 0)).toString())?.[1],
      );
      if (head < 0 || received.length < head + 4 + length) return undefined;
      const body = received.subarray(head + 4, head + 4 + length).toString();
      received = received.subarray(head + 4 + length);
      return JSON.parse(body);
    };
    server.once("error", reject);
    server.once("exit", () =>
      reject(new Error(`Stryker ended before it had named the mutants of ${folder}.`)),
    );
    send(1, "configure", { configFilePath: config });
  });
  return found.finally(() => server.kill());
}

export type PureResult = { mutant: Mutant; verdict: Verdict; tests: string[]; noticedBy: string };

/**
 * Stryker itself runs all mutants of files without a database, in the copy: it puts all of them into the files at
 * once, switches between them, and runs only the tests that reach each.
 */
export async function runStryker(
  folder: string,
  source: Source,
  options: { seed: number; incremental: string; jobs: number },
): Promise<PureResult[]> {
  const report = path.join(folder, "stryker-report.json");
  const settings = {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "scripts/mutation/vitest.pure.config.ts", related: false },
    mutate: source.files,
    coverageAnalysis: "perTest",
    concurrency: options.jobs,
    // The limits are generous, because a busy machine is slow.
    timeoutMS: 60_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 15,
    inPlace: true,
    incremental: true,
    incrementalFile: options.incremental,
    reporters: ["json", "progress-append-only"],
    jsonReporter: { fileName: report },
    disableTypeChecks: false,
    checkers: [],
    allowConsoleColors: false,
  };
  const config = path.join(folder, "stryker-run.json");
  writeFileSync(config, JSON.stringify(settings));
  const child = spawn(process.execPath, [program, "run", config], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    env: {
      ...process.env,
      BILLFOLD_TEST_SEED: String(options.seed),
      BILLFOLD_PROPERTY_MS: "3000",
      BILLFOLD_PURE_TESTS: source.tests.join(","),
    },
  });
  const code = await new Promise((resolve, reject) => child.once("exit", resolve).once("error", reject));
  if (code !== 0) throw new Error(`Stryker ended with ${code}. Its own words are above.`);
  return readReport(folder, report, source);
}

function readReport(folder: string, report: string, source: Source): PureResult[] {
  const { files, testFiles = {} } = JSON.parse(readFileSync(report, "utf8")) as {
    files: Record<string, { mutants: StrykerMutant[] }>;
    testFiles?: Record<string, { tests: { id: string; name: string }[] }>;
  };
  const names = new Map<string, string>();
  for (const [file, { tests }] of Object.entries(testFiles)) {
    for (const { id, name } of tests) names.set(id, `${file} > ${name}`);
  }
  return Object.entries(files)
    .flatMap(([file, { mutants }]) => {
      const text = readFileSync(path.join(folder, file), "utf8");
      return mutants.map((each) => ({
        mutant: describeMutant(text, file, source.area, each),
        verdict: verdictOf(each.status),
        tests: [...new Set((each.coveredBy ?? []).map((id) => (names.get(id) ?? id).split(" > ")[0]!))],
        noticedBy: names.get(each.killedBy?.[0] ?? "") ?? each.statusReason ?? "",
      }));
    })
    .filter(({ mutant }) => !(mutant.mutator === "StringLiteral" && isProse(mutant.original)));
}

const verdictOf = (status = ""): Verdict =>
  (({ Killed: "killed", Survived: "survived", NoCoverage: "survived", Timeout: "undecided" }) as const)[
    status
  ] ?? "invalid";
