import type { Language } from "../../../contract/languages.ts";
import { documentTexts } from "./texts/texts.ts";

export const taxCategoryName = (code: string, language: Language): string | undefined => {
  const names: Record<string, string> = documentTexts[language].taxCategories;
  return Object.hasOwn(names, code) ? names[code] : undefined;
};

/** What buyers are told of a tax category: nothing of the standard rate, which goes without saying. */
export const taxCategoryNote = (code: string, language: Language): string | undefined =>
  code === "S" ? undefined : taxCategoryName(code, language);
