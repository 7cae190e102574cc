import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stagePackage } from "./staging.ts";

const root = path.join(import.meta.dirname, "../..");
let folder: string;
let files: string[];
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "billfold-staged-"));
  stagePackage(folder);
  files = filesBelow(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (file: string) => readFileSync(path.join(folder, file), "utf8");
const programs = () => files.filter((file) => /\.m?js$/.test(file) && !file.startsWith("service/assets/"));

test("the package holds what a service needs, at the places where the repository has it", () => {
  const needed = [
    "README.md",
    "openapi.json",
    "service/bin/billfold.mjs",
    "service/src/main.js",
    "service/src/platform/ops/thread.js",
    "service/migrations/0001_companies_and_keys.sql",
    "service/assets/site/en/app.html",
    "service/assets/portal/loader.js",
    "service/assets/docs/bundle.json",
    "deploy/billfold.service",
    "node_modules/billfold-sandbox/src/authority/server.js",
  ];
  for (const file of needed) expect(files).toContain(file);
  const guides = filesBelow(path.join(root, "docs/guides"));
  expect(files.filter((file) => file.startsWith("docs/guides/"))).toHaveLength(guides.length);
});

test("nothing comes along that only its makers need", () => {
  const places = new Set(files.map((file) => file.split("/")[0]));
  expect([...places].sort()).toEqual(
    [
      "CHANGELOG.md",
      "README.md",
      "deploy",
      "docs",
      "node_modules",
      "openapi.json",
      "package.json",
      "sdk",
      "service",
    ].sort(),
  );
  // The script by which outsiders verify an export of the books, and 'billfold verify' too.
  expect(files.filter((file) => file.startsWith("sdk/"))).toEqual([
    "sdk/verify-books.mjs",
    "sdk/verify-checkpoint.mjs",
    "sdk/verify-totals.mjs",
  ]);
  const rest = files.filter((file) => file !== "deploy/.env.example");
  expect(rest.filter((file) => /\.ts$|\.(test|fixture)\.|golden|\.map$|(^|\/)\./.test(file))).toEqual([]);
  const folders = new Set(
    files.filter((file) => file.startsWith("service/")).map((file) => file.split("/")[1]),
  );
  expect([...folders].sort()).toEqual(["assets", "bin", "dev", "migrations", "package.json", "src"]);
});

test("every import leads to a file of the package or to a dependency that it names", () => {
  const { dependencies } = JSON.parse(text("package.json")) as { dependencies: Record<string, string> };
  const lost = programs().flatMap((file) =>
    importsOf(text(file)).filter((wanted) => {
      if (wanted.startsWith(".")) return !existsSync(path.join(folder, path.dirname(file), wanted));
      const [scope = "", name = ""] = wanted.split("/");
      return !isBuiltin(wanted) && !((scope.startsWith("@") ? `${scope}/${name}` : scope) in dependencies);
    }),
  );
  expect(lost).toEqual([]);
});

test("a failure names the line that the source has", () => {
  const source = readFileSync(path.join(root, "service/src/config/config.ts"), "utf8").split("\n");
  const packed = text("service/src/config/config.js").split("\n");
  const line = source.findIndex((words) => words.includes("throw new SettingError("));
  expect(packed[line]).toContain("throw new SettingError(");
  expect(packed).toHaveLength(source.length);
});

test("what it depends on is named to the digit", () => {
  const { dependencies, optionalDependencies } = JSON.parse(text("package.json"));
  const loose = Object.entries({ ...dependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  );
  expect(loose).toEqual([]);
});

test("no file names a folder of the machine that it was packed on", () => {
  const telling = [root, os.homedir()].filter((place) => place.length > 5);
  const named = files.filter((file) => telling.some((place) => text(file).includes(place)));
  expect(named).toEqual([]);
});

function importsOf(program: string): string[] {
  const found = program.matchAll(
    /(?:^(?:import|export)\b[^;"]*?\bfrom\s*|^import\s*|\bimport\s*\(\s*|\bnew URL\(\s*(?="\.))"([^"\s]+)"/gm,
  );
  return [...found].map(([, wanted]) => wanted!);
}

function filesBelow(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}
