import type { Language } from "../../../contract/languages.ts";
import type { Translation } from "../../../platform/values/translation.ts";
import { texts as en } from "./en.ts";
import { texts as fr } from "./fr.ts";

export type CheckoutTexts = Omit<Translation<typeof en>, "language" | "direction"> &
  Pick<typeof en, "language" | "direction">;

export const checkoutTexts: Record<Language, CheckoutTexts> = { en, fr };
