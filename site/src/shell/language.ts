import { type Language, languages } from "../../../service/src/contract/languages.ts";
import { call } from "../data/api.ts";
import { setCookie } from "../data/cookie.ts";
import { texts } from "../texts/ui.ts";

/** Each language in its own words, so that everybody finds theirs. */
export const languageNames: Record<Language, string> = { en: "English", fr: "Français" };

const cookie = "billfold_language";

/** The items of a menu that changes the language. Each language is a bundle of its own, so the page is reloaded. */
export const languageItems = () =>
  languages.map((language) => ({
    label: languageNames[language],
    chosen: language === texts.language,
    onSelect: () => void chooseLanguage(language),
  }));

async function chooseLanguage(language: Language): Promise<void> {
  setCookie(cookie, language);
  // The choice holds on this device even if it could not be stored with the person.
  await call("POST", "/app/account/language", { language }).catch(() => undefined);
  location.reload();
}

/** On a device where nobody has chosen a language, the one that the person chose elsewhere is used. */
export function adoptLanguage(chosen: Language | null): void {
  if (!chosen || chosen === texts.language || document.cookie.includes(`${cookie}=`)) return;
  setCookie(cookie, chosen);
  location.reload();
}
