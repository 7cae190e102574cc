import path from "node:path";
import { expect, test } from "vitest";
import { readFences } from "./fences.ts";
import { root } from "./folder.ts";
import type { Guide } from "./guide.ts";
import { stepsOf } from "./steps.ts";
import { typeFaults } from "./types.ts";

const guide = (name: string, ...lines: string[]): Guide => {
  const markdown = lines.join("\n");
  const fences = readFences(markdown);
  return { name, file: `${name}.md`, markdown, fences, steps: stepsOf(fences), settings: {} };
};

test("a type error in a program is reported with its guide and its line there", async () => {
  const guides = [
    guide(
      "right",
      "# Right",
      "```ts",
      'import { createClient } from "billfold-sdk";',
      "console.log(typeof createClient);",
      "```",
    ),
    guide(
      "wrong",
      "# Wrong",
      "",
      "```ts",
      "const amount: number = 1;",
      'const text: number = "one";',
      "console.log(amount, text);",
      "```",
    ),
    guide("none", "# None", "```sh", "echo", "```"),
  ];
  const faults = await typeFaults(guides, path.join(root, "sdk"));
  expect([...faults]).toEqual([["wrong", [expect.stringMatching(/^line 5: TS2322: .*not assignable/)]]]);
});
