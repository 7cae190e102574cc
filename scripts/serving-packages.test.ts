import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { servingPackages } from "./serving-packages.mjs";

const root = path.join(import.meta.dirname, "..");
const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, { dev?: boolean; link?: boolean }>;
};
const kept = [...servingPackages(packages)];

test("npm start keeps every package that a program of the repository loads", () => {
  const programs = [
    "service/src",
    "service/dev",
    "service/scripts/docs",
    "sandbox/src",
    "sdk/src",
    "consumer/src",
    "examples",
  ].flatMap(programsBelow);
  const loaded = new Set(programs.flatMap((file) => packagesLoadedBy(readFileSync(file, "utf8"))));
  expect(loaded.size).toBeGreaterThan(15);
  const lost = [...loaded].filter((name) => !kept.some((folder) => folder.endsWith(`node_modules/${name}`)));
  expect(lost).toEqual([]);
});

test("npm start keeps neither tools for tests and checks nor what the site is built with", () => {
  const tools = kept.filter((folder) => packages[folder]?.dev);
  expect(tools).toEqual([]);
  for (const name of ["vitest", "vite", "react-dom", "@biomejs/biome", "typescript", "playwright-core"])
    expect(kept).not.toContain(`node_modules/${name}`);
});

test("package-lock.json names no address that packages are downloaded from", () => {
  const addressed = Object.entries(packages).filter(([, entry]) => !entry.link && "resolved" in entry);
  expect(addressed).toEqual([]);
});

/** Types are erased, so their imports load nothing. */
function packagesLoadedBy(program: string): string[] {
  const found = program.matchAll(
    /(?:^(?:import|export)\s+(?!type\b)[^;"]*?\bfrom\s*|^import\s*|\bimport\s*\(\s*)"([^."][^"\s]*)"/gm,
  );
  return [...found]
    .map(([, wanted]) => wanted!)
    .filter((wanted) => !isBuiltin(wanted))
    .map((wanted) =>
      wanted
        .split("/")
        .slice(0, wanted.startsWith("@") ? 2 : 1)
        .join("/"),
    );
}

function programsBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("node_modules"));
}
