import { placeholders } from "../../src/web/docs/bundle.ts";

/** The address on the site for a guide's link; undefined for files in the repository that are not served. */
export function addressOf(href: string): string | undefined {
  if (/^(https?:|mailto:|#|\/(?!\/))/.test(href)) return href;
  const [file = "", anchor] = href.split("#", 2);
  const rest = anchor === undefined ? "" : `#${anchor}`;
  // The file name is enough, because there is one folder of guides, linked from itself and from its parent.
  const guide = /^(?:guides\/)?([a-z-]+)\.md$/.exec(file)?.[1];
  if (guide) return `/docs/${guide}${rest}`;
  if (file === "../openapi.json" || file === "../../openapi.json") return "/docs/reference";
  return file === "../README.md" ? `/docs${rest}` : undefined;
}

/** Guides use the addresses of a local service; a page shows those of the service that serves it. */
export function withPlaceholders(markdown: string): string {
  return markdown
    .replaceAll("http://127.0.0.1:8080/api/v1", placeholders.baseUrl)
    .replaceAll("http://127.0.0.1:8080", placeholders.siteUrl);
}

/**
 * A guide as Markdown for programs: links lead to other Markdown files, and links to files that are not served are
 * removed.
 */
export function asServed(markdown: string): string {
  let isCode = false;
  const lines = markdown.split("\n").map((line) => {
    const isFence = /^ *(```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? line : line.replace(/\[([^[\]]*)\]\(([^()\s]+)\)/g, servedLink);
  });
  return withPlaceholders(lines.join("\n"));
}

function servedLink(_link: string, words: string, href: string): string {
  const address = addressOf(href);
  if (address === undefined) return words;
  if (address === "/docs/reference") return `[${words}](${placeholders.baseUrl}/openapi.json)`;
  const file = address.replace(/^\/docs(\/[a-z-]+)?(?=#|$)/, (_, guide = "/README") => `/docs${guide}.md`);
  return `[${words}](${file})`;
}
