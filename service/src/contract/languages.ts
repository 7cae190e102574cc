/** The languages of the pages that people read, the default first. */
export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: unknown): text is Language =>
  languages.some((language) => language === text);

// A browser sends a handful; a longer list is not worth reading.
const rangesMax = 20;

/** The language of ours that an `Accept-Language` header prefers, or the default. */
export const preferredLanguage = (accepted: string | undefined): Language =>
  acceptedLanguage(accepted) ?? languages[0];

/** `fr` for `fr-SN,fr;q=0.9,en;q=0.8`; undefined if the header names none of ours. */
export function acceptedLanguage(accepted: string | undefined): Language | undefined {
  const ranges = (accepted ?? "").split(",", rangesMax).map((range, index) => {
    const [tag = "", ...parameters] = range
      .toLowerCase()
      .split(";")
      .map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { language: tag.split("-", 1)[0], quality: quality === undefined ? 1 : Number(quality), index };
  });
  const [best] = ranges
    .filter(({ language, quality }) => quality > 0 && isLanguage(language))
    .sort((one, other) => other.quality - one.quality || one.index - other.index);
  return best?.language as Language | undefined;
}
