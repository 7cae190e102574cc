import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Fence, readFences } from "./fences.ts";
import { root } from "./folder.ts";
import { type Step, startSettings, stepsOf } from "./steps.ts";

/** A page whose snippets are run: a guide, or the README. */
export type Guide = {
  name: string;
  /** From the root of the repository. */
  file: string;
  markdown: string;
  fences: Fence[];
  steps: Step[];
  /** What its `npm start` is started with. */
  settings: Record<string, string>;
};

export function readGuides(): Guide[] {
  const files = readdirSync(path.join(root, "docs/guides")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...files.map((name) => `docs/guides/${name}`)].map(readGuide);
}

function readGuide(file: string): Guide {
  const markdown = readFileSync(path.join(root, file), "utf8");
  const fences = readFences(markdown);
  const steps = stepsOf(fences);
  const start = steps.find(({ kind }) => kind === "start");
  const settings = (start && startSettings(start.code)) ?? {};
  return { name: path.basename(file, ".md"), file, markdown, fences, steps, settings };
}

/** The lines at the top of the quickstart, which the other guides tell their readers to have pasted. */
export function preludeOf(guide: Guide, guides: readonly Guide[]): string {
  if (guide.name === "README" || guide.name === "quickstart") return "";
  const quickstart = guides.find(({ name }) => name === "quickstart");
  return quickstart?.steps.find(({ kind }) => kind === "shell")?.code ?? "";
}
