import highlighter from "highlight.js/lib/common";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import http from "highlight.js/lib/languages/http";
import nginx from "highlight.js/lib/languages/nginx";
import { Marked, type Tokens } from "marked";
import { type Html, html, markupOf, verbatim } from "../../src/platform/html.ts";
import { addressOf } from "./links.ts";
import { createIds, plain } from "./outline.ts";

for (const [name, language] of Object.entries({ dockerfile, http, nginx }))
  highlighter.registerLanguage(name, language);

export function renderMarkdown(markdown: string): string {
  const idOf = createIds();
  let groups = 0;
  const marked = new Marked({
    extensions: [
      {
        name: "tabs",
        level: "block",
        start: (source) => source.indexOf(tabsStart),
        tokenizer(source) {
          const [raw, inner = ""] = tabsPattern.exec(source) ?? [];
          return raw === undefined ? undefined : { type: "tabs", raw, tokens: this.lexer.blockTokens(inner) };
        },
        renderer: ({ tokens = [] }) => {
          groups += 1;
          return markupOf(
            tabs(`tabs-${groups}`, tokens.filter((token) => token.type === "code") as Tokens.Code[]),
          );
        },
      },
    ],
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
      code: (token) => markupOf(codeBlock(token)),
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
        // On phones, the fields of the API are shown as a list: three columns leave too little for the description.
        const isFields = token.header.map(({ text }) => text).join() === "Field,Type,Description";
        const table = isFields ? `<table class="fields">` : "<table>";
        return `<div class="scroll" role="group" aria-label="Table" tabindex="0">${table}<thead>${head}</thead><tbody>${rows.join("\n")}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

const tabsStart = "<!-- tabs -->";
const tabsPattern = /^<!-- tabs -->\n(.*?)\n<!-- end tabs -->\n*/s;

/** The languages that a snippet can be shown in, by the word that begins its block, in the order of the tabs. */
const tabLabels: ReadonlyMap<string, string> = new Map([
  ["sh", "curl"],
  ["ts", "TypeScript"],
  ["python", "Python"],
  ["php", "PHP"],
  ["java", "Java"],
]);

/**
 * The same snippet in several languages, one of which is shown. Radio buttons and style sheets are enough for that, so
 * it works without a script. The output of a snippet follows it, and belongs to its tab.
 */
function tabs(name: string, blocks: readonly Tokens.Code[]): Html {
  const panels: { language: string; blocks: Html[] }[] = [];
  for (const block of blocks) {
    const language = languageOf(block);
    if (tabLabels.has(language)) panels.push({ language, blocks: [] });
    panels.at(-1)?.blocks.push(codeBlock(block));
  }
  const choices = panels.map(({ language }, index) => {
    const id = `${name}-${language}`;
    return html`<input type="radio" name="${name}" id="${id}" value="${language}"${index === 0 && verbatim(" checked")}><label for="${id}">${tabLabels.get(language)}</label>`;
  });
  return html`<div class="tabs" role="group" aria-label="Code in several languages">${choices}${panels.map(
    (panel) => html`<div class="panel">${panel.blocks}</div>`,
  )}</div>\n`;
}

const languageOf = ({ lang }: Tokens.Code) => lang?.split(" ", 1)[0] ?? "text";

function codeBlock(block: Tokens.Code): Html {
  const language = languageOf(block);
  const known = highlighter.getLanguage(language) !== undefined;
  const code = known ? verbatim(highlighter.highlight(block.text, { language }).value) : html`${block.text}`;
  return html`<div class="code ${language}"><pre tabindex="0"><code>${code}</code></pre></div>\n`;
}
