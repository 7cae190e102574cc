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

/** Guides are written for the service on the reader's machine; a page of another service shows that one's addresses. */
export function withAddresses(
  markdown: string,
  { baseUrl, siteUrl }: { baseUrl: string; siteUrl: string },
): string {
  return markdown
    .replaceAll("http://127.0.0.1:8080/api/v1", () => baseUrl)
    .replaceAll("http://127.0.0.1:8080", () => siteUrl);
}
