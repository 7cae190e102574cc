import { execFileSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.fixture.ts";

/** Runs once for all files: if two unpacked the browser at the same time, each would find half of it. */
export default async function setup(project: TestProject): Promise<void> {
  const found = await findChromium();
  if ("missing" in found) console.warn(`\n${found.missing}\n`);
  project.provide("chromium", found);
  // The build from the installation of the dependencies may be older than the sources.
  // It is built for production: with the tests' own NODE_ENV it would be a third larger.
  for (const script of ["build:site", "build:docs"]) {
    execFileSync("npm", ["run", "--silent", script], {
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "production" },
    });
  }
}
