import { placeholders } from "../../src/web/docs/bundle.ts";

/** Where a link of a guide leads on the site. Undefined for what lies in the repository and is not served. */
export function addressOf(href: string): string | undefined {
  if (/^(https?:|mailto:|#|\/(?!\/))/.test(href)) return href;
  const [file = "", anchor] = href.split("#", 2);
  const rest = anchor === undefined ? "" : `#${anchor}`;
  // A name is all that is needed: there is one folder of guides, and it is linked from itself and from the one above.
  const guide = /^(?:guides\/)?([a-z-]+)\.md$/.exec(file)?.[1];
  if (guide) return `/docs/${guide}${rest}`;
  if (file === "../openapi.json" || file === "../../openapi.json") return "/docs/reference";
  return file === "../README.md" ? `/docs${rest}` : undefined;
}

/** Guides are written for the service on the reader's machine; a page of another service shows that one's addresses. */
export function withPlaceholders(markdown: string): string {
  return markdown
    .replaceAll("http://127.0.0.1:8080/api/v1", placeholders.baseUrl)
    .replaceAll("http://127.0.0.1:8080", placeholders.siteUrl);
}

/** A guide as a program reads it: links lead from one Markdown file to the next, and nowhere that is not served. */
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
