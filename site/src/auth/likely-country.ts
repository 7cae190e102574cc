import { countryCodes, countryOfZone } from "../../../service/src/platform/values/country-defaults.ts";

/**
 * A first guess at the country: by the time zone, since browsers are often set to American English everywhere. Without
 * a time zone that tells, nothing is chosen.
 */
export function likelyCountry(
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
  language = navigator.language,
): string {
  const byZone = countryOfZone(timeZone);
  if (byZone) return byZone;
  const isPlace = timeZone.includes("/") && !timeZone.startsWith("Etc/");
  const region = isPlace ? regionOf(language) : "";
  return countryCodes.includes(region) ? region : "";
}

/** Some systems report an invalid locale, such as en-US@posix. */
function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).region ?? "";
  } catch {
    return "";
  }
}
