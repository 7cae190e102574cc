import type { CanonicalDocument } from "../../canonical/canonical.ts";
import { clean } from "../../ubl/xml.ts";

/**
 * The place of supply determines the tax: within the seller's state half goes to the centre and half to the state;
 * across states and borders all of it is integrated tax.
 */
export type Supply = {
  /** The first two digits of a GSTIN; 96 means abroad. */
  sellerState: string;
  placeOfSupply: string;
  isExport: boolean;
  isWithinState: boolean;
};

export function supplyOf({ supplier, customer }: CanonicalDocument): Supply {
  const { country } = customer.address;
  const isExport = country !== null && country !== "IN";
  const sellerState = gstinOf(supplier.tax_id)?.slice(0, 2) ?? "";
  const placeOfSupply = isExport ? abroad.state : (gstinOf(customer.tax_id)?.slice(0, 2) ?? "");
  return { sellerState, placeOfSupply, isExport, isWithinState: sellerState === placeOfSupply };
}

/** Placeholders for a buyer without state, postal code or GSTIN. */
export const abroad = { state: "96", pin: 999_999, gstin: "URP" };

/** The tax number if it is a GSTIN: the state's number and thirteen letters and digits. */
export function gstinOf(taxId: string | null): string | undefined {
  const number = clean(taxId)?.replace(/\s/g, "").toUpperCase();
  return number && /^\d{2}[A-Z0-9]{13}$/.test(number) ? number : undefined;
}

/** Six digits, the first of which is not zero. */
export function pinOf(postalCode: string | null): number | undefined {
  const digits = postalCode?.replace(/\s/g, "");
  return digits && /^[1-9]\d{5}$/.test(digits) ? Number(digits) : undefined;
}
