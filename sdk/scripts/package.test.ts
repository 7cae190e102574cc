import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildSdk, packSdk } from "./build.ts";

const run = promisify(execFile);
const modules = path.join(import.meta.dirname, "../../node_modules");
const tool = (file: string, ...words: string[]) =>
  run(process.execPath, [path.join(modules, file), ...words]);
const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-sdk-"));
const built = path.join(folder, "built");
const app = path.join(folder, "app");
const program = path.join(app, "program.ts");

beforeAll(async () => {
  const tarball = packSdk(buildSdk(built), folder);
  const quietly = ["--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", "--prefix", app, ...quietly, tarball]);
  writeFileSync(path.join(app, "package.json"), JSON.stringify({ type: "module" }));
  copyFileSync(path.join(import.meta.dirname, "installed.fixture.ts"), program);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function typeFaults(module: string, moduleResolution: string): Promise<string> {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022"],
    module,
    moduleResolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    typeRoots: [path.join(modules, "@types")],
    types: ["node"],
  };
  const config = path.join(app, `tsconfig.${moduleResolution}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const { stdout } = await tool("@typescript/native/bin/tsc", "-p", config).catch(
    (failure: { stdout: string }) => failure,
  );
  return stdout;
}

describe("the package, installed from its tarball into an empty folder", () => {
  test.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("its types hold for the strictest reader: module %s, resolution %s", async (module, resolution) => {
    expect(await typeFaults(module, resolution)).toBe("");
  });

  test("it runs, and needs nothing else", async () => {
    const answers: Record<string, [status: number, body: string]> = {
      "POST /api/v1/invoices": [201, '{"success":true,"invoice":{"id":1042},"warnings":["w"]}'],
      "GET /api/v1/invoices": [200, '{"invoices":[{"id":1},{"id":2}],"pagination":{"has_more":false}}'],
      "GET /api/v1/invoices/1042.pdf": [200, "%PDF"],
    };
    const server = createServer((request, response) => {
      const [status, body] = answers[`${request.method} ${request.url!.split("?")[0]}`] ?? [404, "{}"];
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { stdout } = await run(process.execPath, [program, `http://127.0.0.1:${port}/api/v1`]);
    expect(JSON.parse(stdout)).toEqual({
      id: 1042,
      warnings: ["w"],
      ids: [1, 2],
      isMissing: true,
      pdf: 4,
      paid: 7,
      doors: Array(4).fill("function"),
    });
    const installed = readdirSync(path.join(app, "node_modules")).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["billfold-sdk"]);
  });

  test("publint and attw find nothing", async () => {
    const linted = await tool("publint/src/cli.js", built, "--strict");
    expect(linted.stdout).toContain("All good!");
    const words = ["--pack", built, "--profile", "esm-only", "--format", "json"];
    const { stdout } = await tool("@arethetypeswrong/cli/dist/index.js", ...words);
    const { analysis } = JSON.parse(stdout) as { analysis: { problems: { kind: string }[] } };
    // It is for those who import; requiring it is not offered.
    expect(analysis.problems.filter(({ kind }) => kind !== "CJSResolvesToESM")).toEqual([]);
  });
});
