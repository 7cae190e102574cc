import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Fence, readFences } from "./fences.ts";
import { root } from "./folder.ts";
import { type Step, startSettings, stepsOf } from "./steps.ts";

/** A page whose snippets are run: a guide, or a README. */
export type Guide = {
  /** The name for `-t`: `webhooks`, `README`, `examples-sync-README`. */
  name: string;
  /** The path from the root of the repository. */
  file: string;
  markdown: string;
  fences: Fence[];
  steps: Step[];
  /** The settings of its `npm start`. */
  settings: Record<string, string>;
};

/** Every page that a partner's developer follows. */
const pages = [
  "README.md",
  "docs/guides/*.md",
  "examples/**/README.md",
  "consumer/README.md",
  "sdk/README.md",
];

export function readGuides(): Guide[] {
  const isInstalled = (name: string) => name.includes("node_modules");
  return globSync(pages, { cwd: root, exclude: isInstalled }).toSorted().map(readGuide);
}

function readGuide(file: string): Guide {
  const markdown = readFileSync(path.join(root, file), "utf8");
  const fences = readFences(markdown);
  const steps = stepsOf(fences);
  const start = steps.find(({ kind }) => kind === "start");
  const settings = (start && startSettings(start.code)) ?? {};
  const name = file
    .replace(/^docs\/guides\//, "")
    .replace(/\.md$/, "")
    .replaceAll("/", "-");
  return { name, file, markdown, fences, steps, settings };
}

/** What the reader has from the quickstart, which the other guides require. */
export type Prelude = {
  /** The lines at its top. */
  shell: string;
  /** The files that programs import: `billfold.ts`, `billfold.py` and `billfold.php`. */
  files: readonly { file: string; code: string }[];
};

export function preludeOf(guide: Guide, guides: readonly Guide[]): Prelude {
  const quickstart = guides.find(({ name }) => name === "quickstart");
  if (guide.name.endsWith("README") || guide.name === "quickstart" || !quickstart)
    return { shell: "", files: [] };
  const { steps } = quickstart;
  return {
    shell: steps.find(({ kind }) => kind === "shell")?.code ?? "",
    files: steps.flatMap(({ file, code }) => (file === undefined ? [] : [{ file, code }])),
  };
}
