import { execFileSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.fixture.ts";

/** Once for all files: two that unpack the browser at the same moment would each find half of it. */
export default async function setup(project: TestProject): Promise<void> {
  const found = await findChromium();
  if ("missing" in found) console.warn(`\n${found.missing}\n`);
  project.provide("chromium", found);
  // What was built when the dependencies were installed may be older than the sources.
  // Built as for people: by the tests' own NODE_ENV it would be a third larger.
  for (const script of ["build:site", "build:docs"]) {
    execFileSync("npm", ["run", "--silent", script], {
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "production" },
    });
  }
}
