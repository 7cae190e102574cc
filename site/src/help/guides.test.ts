import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { texts } from "../texts/help.ts";
import { guideOf } from "./guides.ts";

test.each([
  ["/app", "quickstart"],
  ["/app/invoices/12/edit", "invoices"],
  ["/app/settings/keys", "authentication"],
  ["/app/settings/company", "questions"],
  ["/app/settingsx", "quickstart"],
])("the page %s is explained by the guide %s", (path, guide) => {
  expect(guideOf(path)).toBe(guide);
});

test.each(Object.keys(texts.guideNames))("the guide %s exists", (name) => {
  expect(existsSync(new URL(`../../../docs/guides/${name}.md`, import.meta.url))).toBe(true);
});
