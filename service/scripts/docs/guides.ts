import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { outlineOf, plain } from "./outline.ts";

/** A guide as the table of contents lists it: `- [Webhooks](guides/webhooks.md): how events reach you.` */
export type ListedGuide = { name: string; label: string; summary: string; markdown: string };

const docsFolder = fileURLToPath(new URL("../../../docs/", import.meta.url));

/** The guides, in the order of `docs/README.md`. */
export async function readGuides(): Promise<{
  contents: string;
  groups: { title: string; guides: ListedGuide[] }[];
}> {
  const contents = await readFile(path.join(docsFolder, "README.md"), "utf8");
  const groups = [];
  for (const { depth, text, body } of outlineOf(contents)) {
    const guides = depth === 2 ? await Promise.all(entriesOf(body).map(readGuide)) : [];
    if (guides.length > 0) groups.push({ title: text, guides });
  }
  return { contents, groups };
}

type Entry = Omit<ListedGuide, "markdown">;

function entriesOf(list: string): Entry[] {
  return list.split("\n").flatMap((line) => {
    const [, label = "", name, rest = ""] =
      /^[-*] \[([^\]]+)\]\(guides\/([\w-]+)\.md\)(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ label, name, summary: plain(rest.replace(/^: */, "")) }];
  });
}

async function readGuide(entry: Entry): Promise<ListedGuide> {
  return { ...entry, markdown: await readFile(path.join(docsFolder, `guides/${entry.name}.md`), "utf8") };
}
