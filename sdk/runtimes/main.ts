import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { buildSdk, packSdk } from "../scripts/build.ts";
import { openServer } from "./server.ts";
import { askWorker } from "./workerd.ts";

const run = promisify(execFile);

/** A runtime by its npm package, and how it runs the smoke program of `folder`. It gives what the program printed. */
type Runtime = {
  name: string;
  packages: string[];
  passed: (home: string, folder: string, api: string) => Promise<unknown>;
};

const commandLine =
  (binary: string, ...words: string[]): Runtime["passed"] =>
  async (home, folder, api) => {
    const program = path.join(folder, "command-line.mjs");
    const { stdout } = await run(path.join(home, "node_modules", binary), [...words, program, api]);
    return JSON.parse(stdout);
  };

// The platform packages of Deno lag its own by a version now and then, hence one that has them all.
const runtimes: Runtime[] = [
  { name: "Node 18", packages: ["node@18.20.8"], passed: commandLine("node/bin/node") },
  { name: "Bun", packages: ["bun@1.4.4"], passed: commandLine(".bin/bun", "run") },
  { name: "Deno", packages: ["deno@2.9.5"], passed: commandLine(".bin/deno", "run", "--allow-all") },
  { name: "Edge Runtime (Vercel)", packages: ["@edge-runtime/vm@5.0.0"], passed: inEdgeRuntime },
  { name: "workerd (Cloudflare)", packages: ["workerd@1.20261104.1"], passed: inWorkerd },
  { name: "TypeScript 5.0", packages: ["typescript@5.0.4", "@types/node@18.19.130"], passed: compiled },
  { name: "TypeScript, newest", packages: ["typescript@latest", "@types/node@latest"], passed: compiled },
];

const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-runtimes-"));
try {
  await npm(folder, packSdk(buildSdk(path.join(folder, "built")), folder));
  cpSync(import.meta.dirname, folder, { recursive: true, filter: (file) => !file.endsWith(".ts") });
  const outcomes = [];
  for (const runtime of runtimes) outcomes.push(await tried(runtime));
  if (!outcomes.includes("ok") || outcomes.includes("FAILED")) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function tried({ name, packages, passed }: Runtime): Promise<"ok" | "FAILED" | "not tried"> {
  const home = path.join(folder, "runtimes", name.replace(/\W+/g, "-"));
  try {
    await npm(home, ...packages);
  } catch (error) {
    console.log(`not tried  ${name}: npm can't install ${packages.join(" ")} here (${lastWords(error)})`);
    return "not tried";
  }
  const server = await openServer();
  try {
    const checks = await passed(home, folder, server.api);
    if (!Array.isArray(checks)) throw new Error(String(checks));
    console.log(`ok         ${name} (${packages.join(" ")}): ${checks.length} checks`);
    return "ok";
  } catch (error) {
    console.log(`FAILED     ${name}: ${error instanceof Error ? error.message : error}`);
    return "FAILED";
  } finally {
    server.close();
  }
}

async function npm(home: string, ...packages: string[]): Promise<void> {
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, "package.json"), '{ "type": "module" }');
  const shell = process.platform === "win32";
  const words = ["install", "--no-audit", "--no-fund", "--loglevel=error", ...packages];
  await run("npm", words, { cwd: home, shell, timeout: 300_000 });
}

function lastWords(error: unknown): string {
  const { stderr = "", message } = error as Error & { stderr?: string };
  return /Error: .*/.exec(stderr)?.[0] ?? stderr.split("\n").find(Boolean) ?? message;
}

/** The whole program in one file, for those who take no folder of modules. */
async function bundled(entry: string, format: "iife" | "es"): Promise<string> {
  const bundle = await rolldown({ input: path.join(folder, entry), platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

type EdgeVm = {
  EdgeVM: new () => { context: Record<string, unknown>; evaluate: (code: string) => unknown };
};

async function inEdgeRuntime(home: string, _folder: string, api: string): Promise<unknown> {
  const { EdgeVM } = createRequire(path.join(home, "package.json"))("@edge-runtime/vm") as EdgeVm;
  const vm = new EdgeVM();
  vm.context.API = api;
  vm.evaluate(await bundled("edge.mjs", "iife"));
  return Array.from((await vm.context.passed) as Iterable<string>);
}

/** No runtime, but what reads the types before one runs: all of them are looked at, and all must hold. */
async function compiled(home: string, folder: string): Promise<unknown> {
  const program = path.join(folder, "installed.fixture.ts");
  cpSync(path.join(import.meta.dirname, "../scripts/installed.fixture.ts"), program);
  const words = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--target",
    "es2022",
    "--lib",
    "es2022",
  ];
  const types = ["--typeRoots", path.join(home, "node_modules/@types"), "--types", "node"];
  const compiler = path.join(home, "node_modules/typescript/bin/tsc");
  const all = [compiler, ...words, "--module", "nodenext", ...types, program];
  const { stdout } = await run(process.execPath, all, { cwd: folder }).catch(
    (failure: { stdout: string }) => failure,
  );
  return stdout === "" ? ["the types hold"] : stdout;
}

async function inWorkerd(home: string, _folder: string, api: string): Promise<unknown> {
  writeFileSync(path.join(home, "worker.mjs"), await bundled("worker.mjs", "es"));
  return askWorker(home, api);
}
