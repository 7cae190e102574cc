/** Where a link of a guide leads on the site. Undefined for what lies in the repository and is not served. */
export function addressOf(href: string): string | undefined {
  if (/^(https?:|mailto:|#|\/(?!\/))/.test(href)) return href;
  // A name is all that is needed: there is one folder of guides, and it is linked from itself and from the one above.
  const [, file = "", anchor = ""] = /^((?:[\w.-]+\/)*[\w.-]+)(#.*)?$/.exec(href) ?? [];
  const [, guide] = /^(?:\.\/|guides\/)?([a-z-]+)\.md$/.exec(file) ?? [];
  if (guide) return `/docs/${guide}${anchor}`;
  if (/^(\.\.\/){1,2}openapi\.json$/.test(file)) return "/docs/reference";
  return file === "../README.md" ? `/docs${anchor}` : undefined;
}

type Addresses = { baseUrl: string; siteUrl: string };

/** Guides are written for the service on the reader's machine; a page of another service shows that one's addresses. */
export function withAddresses(markdown: string, { baseUrl, siteUrl }: Addresses): string {
  return markdown
    .replaceAll("http://127.0.0.1:8080/api/v1", () => baseUrl)
    .replaceAll("http://127.0.0.1:8080", () => siteUrl);
}

/** A guide as a program reads it: links lead from one Markdown file to the next, and nowhere that is not served. */
export function asServed(markdown: string, addresses: Addresses): string {
  const pieces = markdown.split(/(^ *(?:```|~~~)[\s\S]*?^ *(?:```|~~~).*$)/m);
  const linked = pieces.map((piece, index) =>
    index % 2 === 1
      ? piece
      : piece.replace(/\[([^[\]]*)\]\(([^()\s]+)\)/g, (_, words: string, href: string) => {
          const address = fileOf(href, addresses);
          return address === undefined ? words : `[${words}](${address})`;
        }),
  );
  return withAddresses(linked.join(""), addresses);
}

function fileOf(href: string, { baseUrl }: Addresses): string | undefined {
  const address = addressOf(href);
  if (address === "/docs/reference") return `${baseUrl}/openapi.json`;
  return address?.replace(/^\/docs(\/[a-z-]+)?(?=#|$)/, (_, guide = "/README") => `/docs${guide}.md`);
}
