import type { CanonicalDocument } from "../../canonical/canonical.ts";
import { type FiscalAccount, settingOf } from "../port.ts";

/**
 * The IRN, which we generate: `{number}-{service id}-{YYYYMMDD}`. Only letters and digits of the number are used; the
 * unique index on stripped numbers ensures that no two numbers give the same IRN.
 */
export function firsKey({ number, issue_date }: CanonicalDocument, account: FiscalAccount): string {
  return `${stripped(number)}-${settingOf(account, "service_id")}-${issue_date.replaceAll("-", "")}`;
}

export const stripped = (number: string) => number.replace(/[^A-Za-z0-9]/g, "");

export const isIrn = (text: unknown): text is string =>
  typeof text === "string" && /^[A-Za-z0-9]{1,150}-[A-Za-z0-9]{8}-\d{8}$/.test(text);
