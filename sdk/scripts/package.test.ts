import { execFile } from "node:child_process";
import {
  copyFileSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
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

async function typeFaults(module: string, moduleResolution: string, changes: object): Promise<string> {
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
    ...changes,
  };
  const config = path.join(app, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const { stdout } = await tool("@typescript/native/bin/tsc", "-p", config).catch(
    (failure: { stdout: string }) => failure,
  );
  return stdout;
}

describe("the package, installed from its tarball into an empty folder", () => {
  test.each([
    ["nodenext", "nodenext", {}],
    ["node16", "node16", { exactOptionalPropertyTypes: false }],
    ["esnext", "bundler", {}],
    ["esnext", "bundler", { lib: ["es2022", "dom", "dom.iterable"] }],
  ])("its types hold: module %s, resolution %s, %j", async (module, resolution, changes) => {
    expect(await typeFaults(module, resolution, changes)).toBe("");
  });

  test("its types say nothing that compilers from 5.0 on do not know, and keep what editors show", () => {
    const declared = globSync("**/*.d.ts", { cwd: built }).map((file) => [
      file,
      readFileSync(path.join(built, file), "utf8"),
    ]);
    // Kinds of bytes have a name from 5.7 on. `npm run test:runtimes` asks the old compiler itself.
    const generic = declared.filter(([, text]) =>
      /\b(Uint8Array|ArrayBufferView|DataView|Buffer)</.test(text!),
    );
    expect(generic.map(([file]) => file)).toEqual([]);
    const { "resources/invoices.d.ts": invoices } = Object.fromEntries(declared);
    expect(invoices).toMatch(/Gives a draft the next number[^/]*@throws \{NotFoundError\}[^/]*\*\/\s*issue:/);
  });

  test("it brings its readme and its changelog, which tells of this version, and nothing that is not asked for", () => {
    const { version } = JSON.parse(readFileSync(path.join(built, "package.json"), "utf8"));
    expect(readFileSync(path.join(app, "node_modules/billfold-sdk/CHANGELOG.md"), "utf8")).toContain(
      `\n## ${version}\n`,
    );
    const files = globSync("**/*.*", { cwd: path.join(app, "node_modules/billfold-sdk") });
    const others = files.filter((file) => !/\.(js|d\.ts)$/.test(file));
    expect(others.sort()).toEqual(["CHANGELOG.md", "README.md", "package.json"]);
  });

  test("who verifies webhooks bundles no client, and the whole is small", async () => {
    const sizeOf = async (code: string) => {
      const input = path.join(app, "bundled.mjs");
      writeFileSync(input, code);
      const bundle = await rolldown({ input, logLevel: "silent" });
      const { output } = await bundle.generate({ format: "es", minify: true });
      return { code: output[0].code, bytes: gzipSync(output[0].code).length };
    };
    const receiver = await sizeOf('export { webhookHandler } from "billfold-sdk/hono";');
    expect(receiver.code).not.toContain("idempotency-key");
    expect(receiver.bytes).toBeLessThan(5_000);
    expect((await sizeOf('export * from "billfold-sdk";')).bytes).toBeLessThan(8_000);
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
      entryPoints: Array(4).fill("function"),
    });
    const installed = readdirSync(path.join(app, "node_modules")).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["billfold-sdk"]);
  });

  test("npm would publish it as it is", async () => {
    const { stdout, stderr } = await run("npm", ["publish", "--dry-run", "--offline"], { cwd: built });
    expect(stdout).toMatch(/^\+ billfold-sdk@/);
    expect(stderr).not.toContain("npm auto-corrected");
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
