import path from "node:path";
import { rolldown } from "rolldown";

/** The scripts that partners' pages load, each a single file without dependencies. */
export const builtFiles = ["loader.js", "embed.js"] as const;

/** Shown to developers who open the fixed address: what a tag can say, so that nobody has to read the built program. */
const openings: Record<(typeof builtFiles)[number], string> = {
  "loader.js": "/*data-company-id data-app-id data-invoice-id*/",
  "embed.js": "",
};

/** The oldest language that the browsers speak which know the rest of what the panels need. */
const target = "es2022";

/** The text of a built file. The same sources give the same text, so it can be committed and held against them. */
export async function builtText(file: (typeof builtFiles)[number]): Promise<string> {
  const input = path.join(import.meta.dirname, "src", file.replace(/\.js$/, ".ts"));
  const bundle = await rolldown({ input, platform: "browser", transform: { target }, logLevel: "warn" });
  try {
    const { output } = await bundle.generate({ format: "iife", minify: true, comments: false });
    if (output.length !== 1) throw new Error(`${file} came out in ${output.length} pieces, not in one`);
    // The line breaks that are left are in the stylesheet, where they have no effect.
    return openings[file] + output[0].code.replaceAll("\n", "");
  } finally {
    await bundle.close();
  }
}
