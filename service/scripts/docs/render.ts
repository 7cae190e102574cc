import highlighter from "highlight.js/lib/common";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import http from "highlight.js/lib/languages/http";
import nginx from "highlight.js/lib/languages/nginx";
import { Marked } from "marked";
import { type Html, html, markupOf, verbatim } from "../../src/platform/html.ts";
import { addressOf } from "./links.ts";
import { createIds, plain } from "./outline.ts";

for (const [name, language] of Object.entries({ dockerfile, http, nginx }))
  highlighter.registerLanguage(name, language);

export function renderMarkdown(markdown: string): string {
  const idOf = createIds();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = idOf(plain(text));
        const words = verbatim(this.parser.parseInline(tokens));
        const mark =
          depth > 1 && html` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return markupOf(
          html`${verbatim(`<h${depth} id="${id}">`)}${words}${mark}${verbatim(`</h${depth}>`)}\n`,
        );
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === undefined ? words : markupOf(html`<a href="${address}">${verbatim(words)}</a>`);
      },
      image: ({ text }) => markupOf(html`${text}`),
      // Our files contain no HTML except comments, which mark generated parts.
      html: ({ text }) => (/^<!--.*-->\s*$/s.test(text) ? "" : markupOf(html`${text}`)),
      code: ({ text, lang }) => markupOf(codeBlock(text, lang?.split(" ", 1)[0] ?? "text")),
      table(token) {
        const cells = (row: typeof token.header) =>
          row.map(({ tokens, header }) => {
            const words = this.parser.parseInline(tokens);
            // An empty header cell is no heading to a screen reader.
            return header && words !== "" ? `<th scope="col">${words}</th>` : `<td>${words}</td>`;
          });
        const [head = "", ...rows] = [token.header, ...token.rows].map(
          (row) => `<tr>${cells(row).join("")}</tr>`,
        );
        return `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join("\n")}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

function codeBlock(text: string, language: string): Html {
  const known = highlighter.getLanguage(language) !== undefined;
  const code = known ? verbatim(highlighter.highlight(text, { language }).value) : html`${text}`;
  return html`<div class="code ${language}"><pre tabindex="0"><code>${code}</code></pre></div>\n`;
}
