import { existsSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const textsFolder = path.join(import.meta.dirname, "src/texts");

/**
 * Makes the bundle of one language: wherever a page imports `texts/X.ts`, it gets `texts/fr/X.ts`. A file without a
 * translation stays English.
 */
export function translatedTexts(language: string): Plugin {
  return {
    name: "translated-texts",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (!importer || importer.startsWith(textsFolder) || !source.includes("texts/")) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found?.id.startsWith(`${textsFolder}${path.sep}`)) return found;
      const translated = path.join(textsFolder, language, path.relative(textsFolder, found.id));
      return existsSync(translated) ? translated : found;
    },
  };
}
