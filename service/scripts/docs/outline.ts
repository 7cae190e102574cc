/** A heading and the text below it, until the next one. */
export type Section = { depth: number; text: string; id: string; body: string };

/** The headings of a Markdown page; text before the first one is ignored. */
export function outlineOf(markdown: string): Section[] {
  const sections: Section[] = [];
  const idOf = createIds();
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (/^ *(```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : /^(#{1,6}) +(\S.*)$/.exec(line);
    if (heading) {
      const text = plain(heading[2]!);
      sections.push({ depth: heading[1]!.length, text, id: idOf(text), body: "" });
    } else {
      const section = sections.at(-1);
      if (section) section.body += `${line}\n`;
    }
  }
  return sections;
}

/** The anchors of a page's headings, made as on GitHub, so that a link works there and here. */
export function createIds(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const id = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    const earlier = seen.get(id) ?? 0;
    seen.set(id, earlier + 1);
    return earlier === 0 ? id : `${id}-${earlier}`;
  };
}

/** The visible text, without Markdown syntax. */
export function plain(markdown: string): string {
  return markdown
    .replace(/<!--(?:[^-]|-(?!->))*(?:-->)?/g, "")
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/^ *(```|~~~).*$/gm, "")
    .replace(/^[ :-]*\|[ :|-]*$/gm, "")
    .replace(/\*\*|`/g, "")
    .replace(/(?<! ) *\| */g, " ")
    .trim();
}
