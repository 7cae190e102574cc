import { hash } from "node:crypto";
import type { CanonicalDocument } from "../../canonical/canonical.ts";
import { type FiscalAccount, settingOf } from "../port.ts";

/** The IRN, a hash of seller, financial year, document type and number. */
export function irpKey({ type, number, issue_date }: CanonicalDocument, account: FiscalAccount): string {
  const gstin = settingOf(account, "business_id");
  return hash("sha256", `${gstin}${financialYear(issue_date)}${typeWords[type]}${irpNumber(number)}`);
}

export const typeWords = { invoice: "INV", credit_note: "CRN" } as const;

/** Since June 2025 document numbers are case-insensitive. */
export const irpNumber = (number: string) => number.toUpperCase();

/** From April to March, as `2022-23`. */
function financialYear(date: string): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < "04" ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, "0")}`;
}
