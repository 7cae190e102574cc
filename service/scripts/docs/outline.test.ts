import { expect, test } from "vitest";
import { createIds, outlineOf, plain } from "./outline.ts";

test("headings get the anchors that GitHub gives them", () => {
  const idOf = createIds();
  expect(
    [
      "Your first invoice",
      "`POST /invoices/{id}/issue`",
      "What it's for, in short",
      "Limits & quotas",
      "Ọjà",
    ].map(idOf),
  ).toEqual(["your-first-invoice", "post-invoicesidissue", "what-its-for-in-short", "limits--quotas", "ọjà"]);
  expect(["Scopes", "Scopes", "Scopes"].map(createIds())).toEqual(["scopes", "scopes-1", "scopes-2"]);
});

test("a comment in a shell snippet is no heading", () => {
  const markdown = "# Title\n\nWords\n\n```sh\n# not a heading\n```\n\n## A `part` of [it](x.md)\n\nMore\n";
  expect(outlineOf(markdown)).toEqual([
    { depth: 1, text: "Title", id: "title", body: "\nWords\n\n```sh\n# not a heading\n```\n\n" },
    { depth: 2, text: "A part of it", id: "a-part-of-it", body: "\nMore\n\n" },
  ]);
});

test("what is read aloud or searched is free of Markdown's signs", () => {
  expect(plain("| a | b |\n|---|---|\n| **bold** `code` | [link](webhooks.md#x) |")).toBe(
    "a b \n\n bold code link",
  );
});
