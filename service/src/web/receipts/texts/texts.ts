import type { Language } from "../../../contract/languages.ts";
import type { Translation } from "../../../platform/values/translation.ts";
import { texts as en } from "./en.ts";
import { texts as fr } from "./fr.ts";

export const receiptPageTexts: Record<Language, Translation<typeof en>> = { en, fr };
