import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { outlineOf, plain, type Section } from "./outline.ts";

/** The guides, in the order in which `docs/README.md` puts them before a reader. */
export type Library = { contents: string; shelves: Shelf[]; guides: Guide[] };
export type Shelf = { title: string; guides: Guide[] };
export type Guide = {
  name: string;
  /** As the table of contents calls it, which is shorter than its own heading. */
  label: string;
  title: string;
  summary: string;
  markdown: string;
  sections: Section[];
};

// An installed package has it at the same place as the repository.
const docsFolder = fileURLToPath(new URL("../../../../docs/", import.meta.url));

export async function readLibrary(folder = docsFolder): Promise<Library> {
  const contents = await readFile(path.join(folder, "README.md"), "utf8");
  const shelves: Shelf[] = [];
  for (const { depth, text, body } of outlineOf(contents)) {
    if (depth !== 2) continue;
    const guides = await Promise.all(entriesOf(body).map((entry) => readGuide(folder, entry)));
    const found = guides.filter((guide) => guide !== undefined);
    if (found.length > 0) shelves.push({ title: text, guides: found });
  }
  return { contents, shelves, guides: shelves.flatMap(({ guides }) => guides) };
}

type Entry = { name: string; label: string; summary: string };

/** `- [Webhooks](guides/webhooks.md): how events reach you.` */
function entriesOf(list: string): Entry[] {
  return list.split("\n").flatMap((line) => {
    const [, label = "", name, rest = ""] =
      /^[-*] \[([^\]]+)\]\(guides\/([\w-]+)\.md\)(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ label, name, summary: plain(rest.replace(/^: */, "")) }];
  });
}

async function readGuide(folder: string, { name, label, summary }: Entry): Promise<Guide | undefined> {
  const markdown = await readFile(path.join(folder, "guides", `${name}.md`), "utf8").catch(() => undefined);
  if (markdown === undefined) return undefined;
  const sections = outlineOf(markdown);
  return { name, label, summary, title: sections[0]?.text ?? label, markdown, sections };
}
