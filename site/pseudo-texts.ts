import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const textsFolder = path.join(import.meta.dirname, "src/texts");

/** The name of a language that nobody speaks: English in Arabic letters, written from right to left. */
export const pseudoLanguage = "ar-pseudo";

/**
 * Replaces every text by one in Arabic letters, to see that a layout works from right to left before anybody has
 * translated it. Only tests build it.
 */
export function pseudoTexts(): Plugin {
  const original = "?english";
  return {
    name: "pseudo-texts",
    enforce: "pre",
    load(id) {
      if (!id.startsWith(`${textsFolder}${path.sep}`) || id.endsWith(original)) return null;
      const names = [...readFileSync(id, "utf8").matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name]) => name!,
      );
      const imported = names.map((name) => `${name} as english_${name}`).join(", ");
      const exported = names.map((name) => `export const ${name} = inArabicLetters(english_${name});`);
      return `import { ${imported} } from ${JSON.stringify(`${id}${original}`)};
${inArabicLetters}
${exported.join("\n")}`;
    },
    resolveId: (source) => (source.endsWith(original) ? source : null),
  };
}

/** Runs in the page: texts with values are functions. Codes of languages are no words. */
const inArabicLetters = `
const letters = "ابتثجحخدذرزسشصضطظعغفقكلمنه";
const codes = { en: "ar", "en-GB": "ar-EG" };
function inArabicLetters(value) {
  if (typeof value === "string")
    return codes[value] ?? value.replace(/[a-z]/gi, (letter) => letters[letter.toLowerCase().charCodeAt(0) - 97]);
  if (typeof value === "function") return (...given) => inArabicLetters(value(...given));
  if (Array.isArray(value)) return value.map(inArabicLetters);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inArabicLetters(inner)]));
}`;
