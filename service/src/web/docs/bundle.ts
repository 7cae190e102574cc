import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Config } from "../../config/config.ts";
import { html, markupOf } from "../../platform/html.ts";

/**
 * The documentation that `npm run build:docs` builds from docs/: rendered pages, their Markdown, and texts to search.
 */
export type DocsBundle = {
  contents: { html: string; markdown: string };
  /** In the order in which `docs/README.md` lists them. */
  groups: { title: string; guides: Guide[] }[];
  /** The API reference, made from the contract: its first page, one per kind of record, and the events. */
  reference: Guide[];
  /** A summary for language models: https://llmstxt.org. */
  llmsText: string;
};

export type Guide = {
  /** Its path below /docs: `webhooks`, or `reference/invoices`. */
  name: string;
  /** The name in the table of contents, which is shorter than the guide's heading. */
  label: string;
  title: string;
  summary: string;
  html: string;
  markdown: string;
  sections: { id: string; depth: number; heading: string; text: string }[];
};

/** The guides and the reference, in reading order. */
export const allPages = ({ groups, reference }: Pick<DocsBundle, "groups" | "reference">): Guide[] => [
  ...groups.flatMap(({ guides }) => guides),
  ...reference,
];

/** Placeholders in a built page for the URLs of the service that serves it. */
export const placeholders = {
  baseUrl: "https://base-url.billfold.invalid",
  siteUrl: "https://site-url.billfold.invalid",
};

export const bundleFile = fileURLToPath(new URL("../../../assets/docs/bundle.json", import.meta.url));

export async function loadBundle(config: Pick<Config, "baseUrl" | "siteUrl">): Promise<DocsBundle> {
  const text = await readFile(bundleFile, "utf8").catch(() => {
    throw new Error("The documentation is not built. Run: npm run build:docs");
  });
  return JSON.parse(text, (key, value: unknown) => {
    if (typeof value !== "string") return value;
    const write = (address: string) => (key === "html" ? markupOf(html`${address}`) : address);
    return value
      .replaceAll(placeholders.baseUrl, () => write(config.baseUrl))
      .replaceAll(placeholders.siteUrl, () => write(config.siteUrl));
  }) as DocsBundle;
}
