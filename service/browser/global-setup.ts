import type { TestProject } from "vitest/node";
import { findChromium } from "./browser.fixture.ts";

/** Finds the browser once for all files: unpacking it twice at the same moment would break it. */
export default async function setup(project: TestProject): Promise<void> {
  const found = await findChromium();
  if ("missing" in found) console.warn(`\n${found.missing}\n`);
  project.provide("chromium", found);
}
