import { describe, expect, test } from "vitest";
import { renderMarkdown as rendered } from "./render.ts";

describe("a page of Markdown", () => {
  test("keeps markup that somebody wrote into it from being markup", () => {
    const page = rendered(
      '<script>alert(1)</script>\n\nA <img src=x onerror="alert(1)"> and `<b>`\n\n```sh\n<i>\n```\n',
    );
    expect(page).not.toMatch(/<(script|img|b|i)\b/);
    expect(page).toContain("&lt;script&gt;");
  });

  test("passes over the marks of what is generated", () => {
    expect(rendered("<!-- generated: settings -->\n\ntext\n\n<!-- end -->\n")).toBe("<p>text</p>\n");
  });

  test("has anchors on its headings, and none on the title", () => {
    expect(rendered("# The title\n\n## A `part`\n")).toBe(
      '<h1 id="the-title">The title</h1>\n' +
        '<h2 id="a-part">A <code>part</code> <a class="anchor" href="#a-part" aria-label="Link to this section">#</a></h2>\n',
    );
  });

  test("loses a link that leads nowhere, but not its words", () => {
    expect(rendered("[the house](../../ARCHITECTURE.md), [hooks](webhooks.md)")).toBe(
      '<p>the house, <a href="/docs/webhooks">hooks</a></p>\n',
    );
    expect(rendered("[x](javascript:alert(1))")).toBe("<p>x</p>\n");
  });

  test("colours the code of the languages that guides use, and leaves outputs alone", () => {
    const samples = {
      sh: 'echo "$API"',
      ts: "const a = 1;",
      js: "const a = 1;",
      json: '{"a": 1}',
      html: "<p>x</p>",
      http: "GET / HTTP/1.1\nHost: x",
      ini: "[Unit]\nA=b",
      nginx: "server { listen 80; }",
      yaml: "a: 1",
      dockerfile: "FROM node",
      sql: "select 1",
    };
    for (const [language, code] of Object.entries(samples))
      expect(rendered(`\`\`\`${language}\n${code}\n\`\`\``), language).toContain("hljs-");
    expect(rendered("```text\nselect 1 from x\n```")).not.toContain("hljs-");
    expect(rendered("```sh needs=pg_dump\npg_dump > x\n```")).toContain('class="code sh"');
  });

  test("has tables that scroll in themselves, and no column heading without words", () => {
    const page = rendered("| a | |\n|---|---|\n| `b` | c |\n");
    expect(page).toBe(
      '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">a</th><td></td></tr></thead><tbody><tr><td><code>b</code></td><td>c</td></tr></tbody></table></div>\n',
    );
  });

  test("shows a snippet in several languages in tabs, each with its output, the first one open", () => {
    const page = rendered(
      "<!-- tabs -->\n```sh\ncurl a\n```\n```text\nA\n```\n```ts part\nawait b;\n```\n<!-- end tabs -->\n\nafter\n",
    );
    expect(page.replace(/<pre.*?<\/pre>/gs, (code) => code.replace(/<[^>]*>/g, ""))).toBe(
      '<div class="tabs" role="group" aria-label="Code in several languages">' +
        '<input type="radio" name="tabs-1" id="tabs-1-sh" value="sh" checked><label for="tabs-1-sh">curl</label>' +
        '<input type="radio" name="tabs-1" id="tabs-1-ts" value="ts"><label for="tabs-1-ts">TypeScript</label>' +
        '<div class="panel"><div class="code sh">curl a</div>\n<div class="code text">A</div>\n</div>' +
        '<div class="panel"><div class="code ts">await b;</div>\n</div></div>\n<p>after</p>\n',
    );
  });

  test("gives the tabs of a page different names", () => {
    const group = "<!-- tabs -->\n```sh\na\n```\n<!-- end tabs -->\n\n";
    expect(rendered(group + group).match(/name="[^"]*"/g)).toEqual(['name="tabs-1"', 'name="tabs-2"']);
  });
});
