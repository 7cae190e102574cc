import type { Language } from "../../../contract/languages.ts";
import { type DocumentTexts, documentTexts } from "./texts/texts.ts";

type ReferenceName = keyof DocumentTexts["references"];

/** What a document has of them. */
export type References = Record<ReferenceName, string | null>;

/**
 * What the buyer finds a document again by, such as the number of the purchase order, with its label. PDFs and the buyer's
 * pages show these in the order of the texts, and leave out what is missing.
 */
export function referencesOf(document: References, language: Language): { label: string; value: string }[] {
  const labels = Object.entries(documentTexts[language].references) as [ReferenceName, string][];
  return labels.flatMap(([name, label]) => {
    const value = document[name];
    return value?.trim() ? [{ label, value }] : [];
  });
}
