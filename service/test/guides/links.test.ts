import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { readGuides } from "../../scripts/docs/guides.ts";
import { outlineOf } from "../../scripts/docs/outline.ts";
import { root } from "./folder.ts";

const found = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: (name) => name.includes("node_modules") });
const guideFiles = found("docs/guides/*.md");
const pages = found("*.md", "{docs,deploy,examples}/**/*.md", "{consumer,sdk}/README.md");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const sources = found("**/*.{ts,tsx,mjs,cjs,sql}", ".*.cjs").map(
  (file) => `/${file.split(path.sep).join("/")}`,
);

/** A page may name a file by the end of its path, such as `http/pipeline.ts`. */
const isSource = (name: string) => sources.some((file) => file.endsWith(`/${name}`));

const folders = found("**/*/").map((folder) => `/${folder.split(path.sep).join("/").replace(/\/$/, "")}`);
const isFolder = (name: string) => folders.some((folder) => folder.endsWith(`/${name.replace(/\/$/, "")}`));

const quotedIn = (markdown: string) =>
  [...markdown.replace(/^ *(```|~~~)[\s\S]*?^ *\1.*$/gm, "").matchAll(/`([^`\n]+)`/g)].map(
    ([, text]) => text!,
  );

const isNameInSource = (name: string) =>
  sources.some((file) => new RegExp(`\\b${name}\\b`).test(read(file.slice(1))));

/** The links of a page, without those that only show the syntax of a link. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^ *(```|~~~)[\s\S]*?^ *\1.*$/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\((?<href>[^)\s]+)\)/g)].map(({ groups }) => groups!.href!);
}

function faultOf(page: string, href: string): string | undefined {
  if (/^(https?|mailto):/.test(href)) return undefined;
  const [file = "", anchor] = href.split("#", 2);
  const target = file === "" ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(root, target))) return `${page}: there is no ${href}`;
  if (anchor === undefined) return undefined;
  const anchors = outlineOf(read(target)).map(({ id }) => id);
  return anchors.includes(anchor) ? undefined : `${page}: ${target} has no heading #${anchor}`;
}

describe("the documentation's links", () => {
  test("lead to files and headings that exist", () => {
    const faults = pages.flatMap((page) => linksOf(read(page)).map((href) => faultOf(page, href)));
    expect(faults.length).toBeGreaterThan(20);
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  test.each(["ARCHITECTURE.md", "CONTRIBUTING.md", ...found("docs/decisions/*.md")])(
    "%s names only source files that exist",
    (page) => {
      const named = [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|cjs|sql))`/g)].map(([, name]) => name!);
      expect(named.filter((name) => !isSource(name))).toEqual([]);
    },
  );

  test.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])(
    "%s names only folders, commands and names that exist",
    (page) => {
      const named = quotedIn(read(page));
      const folders = named.filter((name) => /^[\w-]+(\/[\w-]+)*\/?$/.test(name) && name.includes("/"));
      expect(folders.length).toBeGreaterThan(10);
      expect(folders.filter((name) => !isFolder(name))).toEqual([]);
      const scripts = JSON.parse(read("package.json")).scripts as Record<string, string>;
      const commands = [...read(page).matchAll(/\bnpm run ([\w:]+)/g)].map(([, name]) => name!);
      expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
      const names = named.flatMap(
        (name) => /^([A-Za-z]+[a-z][A-Z]\w+|\w+(?=\(\)$))(\(\))?$/.exec(name)?.[1] ?? [],
      );
      expect(names.filter((name) => !isNameInSource(name))).toEqual([]);
    },
  );

  test("ARCHITECTURE.md shows the domains, modules and pages that there are, in their order", () => {
    const page = read("ARCHITECTURE.md");
    const rules = `${read(".dependency-cruiser.cjs")}; domains`;
    const domains = runInNewContext(rules, { module: {} }) as Record<string, string[]>;
    const shown = [...page.matchAll(/^ +(\w+)\["<b>\w+<\/b><br\/>([^"]+)"\]$/gm)];
    const modules = (text: string) =>
      text
        .replaceAll(/\(.*?\)| and /g, " ")
        .split(/\s+/)
        .filter((name) => name !== "");
    expect(shown.map(([, domain]) => domain)).toEqual(Object.keys(domains));
    for (const [, domain, text] of shown)
      if (domains[domain!]!.length > 0) expect([domain, modules(text!)]).toEqual([domain, domains[domain!]]);
    const [, pages] = /web\["<b>web\/<\/b> ([^"]+)"\]/.exec(page)!;
    const folders = readdirSync(path.join(root, "service/src/web"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(pages!.split(" · ").toSorted()).toEqual([...folders, "callbacks"].toSorted());
  });

  test("CONTRIBUTING.md lists the checks that npm run check makes", () => {
    const [, section] = read("CONTRIBUTING.md").split("## The checks\n");
    const rows = [...section!.matchAll(/^\| (.+?) \|/gm)].map(([, name]) => name!);
    const listed = rows.slice(1);
    const checks = [...read("scripts/check.ts").matchAll(/^ {2}\[\s*"([a-z][^"]+)",/gm)].map(
      ([, name]) => name!,
    );
    expect(checks.length).toBeGreaterThan(10);
    expect(checks.filter((name) => !listed.some((each) => name.startsWith(each)))).toEqual([]);
    expect(listed.filter((each) => !checks.some((name) => name.startsWith(each)))).toEqual([]);
  });

  test("lead from the table of contents to every guide, once, with a description", async () => {
    const guides = (await readGuides()).groups.flatMap((group) => group.guides);
    const names = guides.map(({ name }) => name);
    expect(names.toSorted()).toEqual(guideFiles.map((file) => path.basename(file, ".md")).toSorted());
    expect(guides.filter(({ summary }) => summary === "")).toEqual([]);
  });

  test("a guide has one title, and its sections are below it", () => {
    for (const page of guideFiles) {
      const depths = outlineOf(read(page)).map(({ depth }) => depth);
      expect(depths[0], page).toBe(1);
      expect(
        depths.slice(1).filter((depth, at) => depth === 1 || depth > depths[at]! + 1),
        page,
      ).toEqual([]);
    }
  });
});
