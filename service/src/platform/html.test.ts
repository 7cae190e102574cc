import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Html, type HtmlValue, html, markupOf, verbatim } from "./html.ts";

const written = (value: HtmlValue) => markupOf(html`<p title="${value}">${value}</p>`);

/** Decodes entities as the browser does, so that the displayed text can be compared with the original. */
const read = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#34;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

describe("html", () => {
  test.each([
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    "</p></title></style><svg onload=alert(1)>",
    "<!-- -->",
    "&lt;script&gt; &amp;amp; &#60;",
  ])("%s stays text, in an element and in an attribute", (hostile) => {
    const [, attribute, content] = /^<p title="([^<>"']*)">([^<>"']*)<\/p>$/.exec(written(hostile))!;
    expect([read(attribute!), read(content!)]).toEqual([hostile, hostile]);
  });

  test("any text is displayed unchanged, and opens neither element, attribute nor entity", () => {
    const texts = fc.string({
      unit: fc.constantFrom(..."<>\"'&;#=/ \n\taz09é漢😀\u202e\ud800"),
      maxLength: 60,
    });
    fc.assert(
      fc.property(texts, (text) => {
        const content = markupOf(html`${text}`);
        expect(content).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|#34;|#39;)/);
        expect(read(content)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test("fragments and lists of them are inserted unchanged at any depth; texts in lists are escaped", () => {
    const items = ["a<b", "c&d"].map((item) => html`<li>${item}</li>`);
    const list = html`<ul>${items}${[[html`<li>e</li>`, "<f>"]]}</ul>`;
    expect(markupOf(list)).toBe("<ul><li>a&lt;b</li><li>c&amp;d</li><li>e</li>&lt;f&gt;</ul>");
  });

  test("nothing is written for null, undefined and false, and 0 is written", () => {
    expect(markupOf(html`[${null}${undefined}${false}${0}${""}]`)).toBe("[0]");
  });

  test("an object from outside that imitates a fragment is escaped", () => {
    const forged = JSON.parse('{"markup": "<b>", "Symbol(markup)": "<b>"}') as Html;
    expect(markupOf(html`${forged}`)).not.toContain("<b>");
  });

  test("a value in an attribute without quotes is refused", () => {
    expect(() => html`<a href=${"x onclick=y"}>`).toThrow("needs quotes");
    expect(() => html`<a href= ${"x"}>`).toThrow("needs quotes");
  });

  test("verbatim is the only exception, for the program's own texts", () => {
    expect(markupOf(html`<style>${verbatim('a>b{content:"x"}')}</style>`)).toBe(
      '<style>a>b{content:"x"}</style>',
    );
  });
});
