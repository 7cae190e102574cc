import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { bundleFile, type DocsBundle, type Guide, placeholders } from "../../src/web/docs/bundle.ts";
import { type ListedGuide, readGuides } from "./guides.ts";
import { asServed, withPlaceholders } from "./links.ts";
import { outlineOf, plain } from "./outline.ts";
import { referencePages } from "./reference/pages.ts";
import { renderMarkdown } from "./render.ts";

/** `npm run build:docs`: renders the guides and the API reference, and collects the search texts, so that the service only serves them. */
export async function buildDocs(): Promise<void> {
  const { contents, groups: listed } = await readGuides();
  const groups = listed.map(({ title, guides }) => ({ title, guides: guides.map(builtGuide) }));
  const reference = referencePages().map(builtGuide);
  const bundle: DocsBundle = {
    contents: { html: rendered("README", contents), markdown: asServed(contents) },
    groups,
    reference,
    llmsText: llmsText([...groups, { title: "API reference", guides: reference }]),
  };
  await mkdir(path.dirname(bundleFile), { recursive: true });
  // The file is replaced atomically, because another process may be reading it.
  const unfinished = `${bundleFile}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(bundle));
  await rename(unfinished, bundleFile);
}

function builtGuide({ name, label, summary, markdown }: ListedGuide): Guide {
  const outline = outlineOf(withPlaceholders(markdown));
  return {
    name,
    label,
    summary,
    title: outline[0]?.text ?? label,
    html: rendered(name, markdown),
    markdown: asServed(markdown),
    sections: outline.map(({ id, depth, text, body }) => ({
      id,
      depth,
      heading: text,
      text: searchText(body),
    })),
  };
}

/** A placeholder split by highlighting would be shown to readers, so it stops the build. */
function rendered(name: string, markdown: string): string {
  const source = withPlaceholders(markdown);
  const html = renderMarkdown(source);
  for (const placeholder of Object.values(placeholders)) {
    if (html.split(placeholder).length < source.split(placeholder).length)
      throw new Error(`${name}: an address of the service is not whole in the rendered page`);
  }
  return html;
}

/** Snippets are searchable too, but come after the prose, which describes a section better. */
export function searchText(body: string): string {
  const prose: string[] = [];
  const snippets: string[] = [];
  let isCode = false;
  for (const line of body.split("\n")) {
    const isFence = /^ *(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || isCode) snippets.push(line);
    else prose.push(/^\|.*\|$/.test(line) ? rowText(line) : line.replace(/^ *([-*]|\d+\.) +/, ""));
  }
  return plain([...prose, ...snippets].join("\n")).replace(/\s+/g, " ");
}

/** A table row as text: its cells, and a semicolon. */
function rowText(row: string): string {
  const cells = row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
  return cells.every((cell) => /^:?-*:?$/.test(cell)) ? "" : `${cells.filter(Boolean).join(" · ")};`;
}

function llmsText(groups: DocsBundle["groups"]): string {
  const lists = groups.map(({ title, guides }) => {
    const entries = guides.map(
      ({ name, label, summary }) => `- [${label}](${placeholders.siteUrl}/docs/${name}.md): ${summary}\n`,
    );
    return `## ${title}\n\n${entries.join("")}\n`;
  });
  return `# Billfold

> Invoicing, payments and e-invoicing for companies, as a REST API in JSON.

${lists.join("")}## Contract

- [openapi.json](${placeholders.baseUrl}/openapi.json): every operation, field and refusal, as OpenAPI 3.1
`;
}

if (import.meta.main) await buildDocs();
