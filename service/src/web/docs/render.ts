import type { HLJSApi, LanguageFn } from "highlight.js";
import { type Html, html, markupOf, verbatim } from "../../platform/html.ts";
import { addressOf } from "./addresses.ts";
import { createIds, plain } from "./outline.ts";

export type Render = (markdown: string) => Html;

/** Reading Markdown and colouring code takes a megabyte of program, which is loaded when somebody opens a page. */
export async function loadRenderer(): Promise<Render> {
  const [{ Marked }, highlighter] = await Promise.all([import("marked"), loadHighlighter()]);
  return (markdown) => {
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
        // Nothing in our files needs it. Comments mark what is generated.
        html: ({ text }) => (/^<!--.*-->\s*$/s.test(text) ? "" : markupOf(html`${text}`)),
        code: ({ text, lang }) => markupOf(codeBlock(highlighter, text, lang?.split(" ", 1)[0] ?? "text")),
        table(token) {
          const cells = (row: typeof token.header) =>
            row.map(({ tokens, header }) => {
              const words = this.parser.parseInline(tokens);
              // A heading without words is none to those who have the page read to them.
              return header && words !== "" ? `<th scope="col">${words}</th>` : `<td>${words}</td>`;
            });
          const [head = "", ...rows] = [token.header, ...token.rows].map(
            (row) => `<tr>${cells(row).join("")}</tr>`,
          );
          return `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join("\n")}</tbody></table></div>\n`;
        },
      },
    });
    return verbatim(marked.parse(markdown, { async: false }));
  };
}

function codeBlock(highlighter: HLJSApi, text: string, language: string): Html {
  const known = highlighter.getLanguage(language) !== undefined;
  const code = known ? verbatim(highlighter.highlight(text, { language }).value) : html`${text}`;
  return html`<div class="code ${language}"><pre tabindex="0"><code>${code}</code></pre></div>\n`;
}

const languages: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
  sh: () => import("highlight.js/lib/languages/bash"),
  ts: () => import("highlight.js/lib/languages/typescript"),
  js: () => import("highlight.js/lib/languages/javascript"),
  python: () => import("highlight.js/lib/languages/python"),
  php: () => import("highlight.js/lib/languages/php"),
  java: () => import("highlight.js/lib/languages/java"),
  json: () => import("highlight.js/lib/languages/json"),
  html: () => import("highlight.js/lib/languages/xml"),
  http: () => import("highlight.js/lib/languages/http"),
  ini: () => import("highlight.js/lib/languages/ini"),
  nginx: () => import("highlight.js/lib/languages/nginx"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  sql: () => import("highlight.js/lib/languages/sql"),
};

async function loadHighlighter(): Promise<HLJSApi> {
  const { default: highlighter } = await import("highlight.js/lib/core");
  await Promise.all(
    Object.entries(languages).map(async ([name, load]) =>
      highlighter.registerLanguage(name, (await load()).default),
    ),
  );
  return highlighter;
}
