import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** Every check that does not run the service; `npm test` does the rest. */
const checks: readonly [name: string, command: string, ...words: string[]][] = [
  ["format and lint", "biome", "ci", "--error-on-warnings", "--colors=off", "."],
  ["types", "tsc", "--noEmit", "-p", "tsconfig.json"],
  ["types of what runs in browsers", "tsc", "--noEmit", "-p", "embed/tsconfig.json"],
  ["types of the SDK, without Node's", "tsc", "--noEmit", "-p", "sdk/tsconfig.json"],
  ["types of the site", "tsc", "--noEmit", "-p", "site/tsconfig.json"],
  [
    "boundaries",
    "depcruise",
    "service/src",
    "service/dev",
    "sandbox/src",
    "bench/src",
    "sdk/src",
    "consumer/src",
    "embed/src",
    "site/src",
    "examples/partner/src",
    "examples/sync/src",
    "examples/receiver/src",
    "--config",
    ".dependency-cruiser.cjs",
  ],
  ["dead code and dependencies", "knip"],
  ["generated files", "node", "service/scripts/generate.ts", "--check"],
  ["patterns take linear time", "node", "scripts/check-patterns.ts"],
  ["names without metaphors", "node", "scripts/check-words.ts"],
  ["texts in plain words", "node", "scripts/check-texts.ts"],
  ["contract", "redocly", "lint", "openapi.json"],
];

const linesMax = 250;
// Declarative files (routes, schemas, statements, settings) are read like tables and may be longer.
const declarative = /\/(?:\w+-)*(?:routes|schema|queries|settings|fields|error-codes|types)\.ts$/;
const declarativeLinesMax = 400;
const generated = ["sdk/src/api-types.ts", "service/src/platform/db/tables.ts"];
const linesMaxOf = (file: string) => (declarative.test(file) ? declarativeLinesMax : linesMax);

const failures = [];
for (const [name, command, ...words] of checks) {
  const { code, output } = await run(command, words);
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name}`);
  if (code !== 0) {
    failures.push(name);
    console.log(output);
  }
}
for (const { file, lines } of await longFiles())
  console.log(`note   ${file} has ${lines} lines; our ceiling is ${linesMaxOf(file)}`);
if (failures.length > 0) {
  console.error(
    `\nFailed: ${failures.join(", ")}. 'npx biome check --write' and 'npm run generate' fix some of it.`,
  );
  process.exitCode = 1;
}

function run(command: string, words: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    let output = "";
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const child = spawn(command, words, {
      stdio: ["ignore", "pipe", "pipe"],
      env,
      shell: process.platform === "win32",
    });
    child.stdout.on("data", (text: Buffer) => (output += text));
    child.stderr.on("data", (text: Buffer) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

async function longFiles(): Promise<{ file: string; lines: number }[]> {
  const { output } = await run("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"]);
  return output
    .split("\n")
    .filter((file) => file !== "" && !generated.includes(file))
    .map((file) => ({ file, lines: readFileSync(file, "utf8").split("\n").length - 1 }))
    .filter(({ file, lines }) => lines > linesMaxOf(file));
}
