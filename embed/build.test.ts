import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { builtFiles, builtText } from "./build.ts";

const committed = (file: string) =>
  readFileSync(new URL(`../service/assets/portal/${file}`, import.meta.url), "utf8");

describe("what partners' pages load", () => {
  test.each(builtFiles)("%s is what its sources make; if not, run 'npm run generate'", async (file) => {
    expect(committed(file)).toBe(await builtText(file));
  });

  test("comes to at most 8 KB, packed, with the loader", () => {
    const sizes = builtFiles.map((file) => gzipSync(committed(file)).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(8192);
  });

  test("never has texts read as markup or as a program", () => {
    const text = builtFiles.map(committed).join("\n");
    expect(
      text.match(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(|srcdoc|\.style\b/g,
      ),
    ).toBeNull();
  });

  test("names no address: all of them come from the tag", () => {
    const text = builtFiles.map(committed).join("\n").replace("http://www.w3.org/2000/svg", "");
    expect(text).not.toMatch(/https?:\/\//);
  });

  test("says at the fixed address which attributes the tag takes, and nothing that sounds like a secret", () => {
    for (const attribute of ["data-company-id", "data-app-id", "data-invoice-id"]) {
      expect(committed("loader.js")).toContain(attribute);
    }
    expect(builtFiles.map(committed).join("\n")).not.toMatch(/secret|bfs_|whsec_/i);
  });

  test("leaves one place for the name of the versioned file, in the loader", () => {
    expect(committed("loader.js").split("__EMBED_FILE__")).toHaveLength(2);
    expect(committed("embed.js")).not.toContain("__EMBED_FILE__");
  });
});
