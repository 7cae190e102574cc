import { expect, test } from "vitest";
import { readFences } from "./fences.ts";
import { readGuides } from "./guide.ts";

const order = ["sh", "ts", "python", "php", "java"];
const guides = readGuides().filter(({ file }) => file.startsWith("docs/guides/"));

/** The languages of each group of tabs, in the order of the page; outputs are left out. */
const tabsOf = (markdown: string) =>
  [...markdown.matchAll(/^<!-- tabs -->\n(.*?)^<!-- end tabs -->$/gms)].map(([, inner = ""]) =>
    readFences(inner).flatMap(({ language }) => (language === "text" ? [] : [language])),
  );

test("tabs show each language once, always in the same order, and are closed", () => {
  for (const { file, markdown } of guides) {
    const groups = tabsOf(markdown);
    expect(groups.length, file).toBe(markdown.split("<!-- tabs -->").length - 1);
    for (const languages of groups)
      expect(languages, file).toEqual(order.filter((language) => languages.includes(language)));
  }
});

test.each(["quickstart", "catalog", "invoices", "payments", "lists", "idempotency", "recipes", "signatures"])(
  "%s shows its flows in TypeScript, Python and PHP",
  (name) => {
    const groups = tabsOf(guides.find((guide) => guide.name === name)?.markdown ?? "");
    expect(groups.length).toBeGreaterThan(0);
    for (const languages of groups)
      expect(languages).toEqual(expect.arrayContaining(["ts", "python", "php"]));
  },
);
