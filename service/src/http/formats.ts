import { reservedSeries } from "../contract/number-series.ts";
import { isCalendarDate, isTimeZone } from "../platform/values/clock.ts";
import { isCurrency } from "../platform/values/currency.ts";
import { isEmail } from "../platform/values/email.ts";
import { isIban } from "../platform/values/iban.ts";

type Format = {
  /** No text that is longer fits: it is refused before the test looks at it. */
  charactersMax: number;
  test: (text: string) => boolean;
  message: string;
};

/** Whether a text fits one of the formats below. The length goes first, for a schema's own limit does not stop this. */
export const fitsFormat = ({ charactersMax, test }: Format, text: string): boolean =>
  text.length <= charactersMax && test(text);

const reserved: readonly string[] = Object.values(reservedSeries);

/** The formats that schemas refer to by name, and the message for a text that does not match. */
export const formats: Record<string, Format> = {
  date: {
    charactersMax: 10,
    test: isCalendarDate,
    message: "must be a valid date in the form YYYY-MM-DD, 1900 or later",
  },
  moment: {
    charactersMax: 40,
    test: isMoment,
    message: "must be a date (YYYY-MM-DD) or a timestamp such as 2026-11-15T09:30:00Z",
  },
  currency: {
    charactersMax: 3,
    test: isCurrency,
    message: "must be an ISO 4217 currency code in upper case, such as NGN",
  },
  country: {
    charactersMax: 2,
    test: isCountry,
    message: "must be an ISO 3166 country code in upper case, such as NG",
  },
  "time-zone": {
    charactersMax: 64,
    test: isTimeZone,
    message: "must be an IANA time zone, such as Africa/Lagos",
  },
  series: {
    charactersMax: 20,
    test: (text) =>
      /^([A-Z0-9][A-Z0-9-]{0,18})?[A-Z]$/.test(text) && !reserved.includes(text.replaceAll("-", "")),
    message: `must contain only capital letters, digits and dashes, end with a letter, and not be ${reserved.join(", ").replace(/, (?=\w+$)/, " or ")}`,
  },
  "international-phone": {
    charactersMax: 40,
    test: (text) => /^\+\d{7,15}$/.test(text.replace(/[ -]/g, "")),
    message: "must be a phone number in international format, such as +234 803 000 0000",
  },
  colour: {
    charactersMax: 7,
    test: (text) => /^#[0-9a-f]{6}$/i.test(text),
    message: "must be a colour as # and six hexadecimal digits, such as #0a6b4e",
  },
  iban: {
    charactersMax: 42,
    test: (text) => isIban(text.replaceAll(" ", "")),
    message: "must be a valid IBAN in upper case, such as DE89 3704 0044 0532 0130 00: check every character",
  },
  bic: {
    charactersMax: 11,
    test: (text) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text),
    message: "must be a BIC of 8 or 11 capital letters and digits, such as FBNINGLA",
  },
  email: { charactersMax: 254, test: isEmail, message: "must be a valid email address" },
};

function isMoment(text: string): boolean {
  if (isCalendarDate(text)) return true;
  const timestamp = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  return timestamp !== null && isCalendarDate(timestamp[1]!) && !Number.isNaN(Date.parse(text));
}

// Made with the first question: it takes a while, which most processes can spare.
let regions: Intl.DisplayNames | undefined;

function isCountry(code: string): boolean {
  regions ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return /^[A-Z]{2}$/.test(code) && code !== "ZZ" && regions.of(code) !== undefined;
}
