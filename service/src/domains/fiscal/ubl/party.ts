import type { CanonicalAddress, CanonicalParty } from "../canonical/canonical.ts";
import { vatIdentifier } from "./vat-identifier.ts";
import { type Element, group, text } from "./xml.ts";

/** Outside the scope of VAT a tax number is written as an ordinary identifier (BR-O-02). */
export function partyOf(
  role: string,
  party: CanonicalParty,
  options: { outsideScope: boolean },
): Element | undefined {
  const vat = options.outsideScope ? null : vatIdentifier(party.tax_id, party.address.country);
  return group(
    role,
    group(
      "cac:Party",
      group("cac:PartyIdentification", text("cbc:ID", options.outsideScope ? party.tax_id : null)),
      addressOf(party.address),
      vat === null ? undefined : group("cac:PartyTaxScheme", text("cbc:CompanyID", vat), vatScheme()),
      group(
        "cac:PartyLegalEntity",
        text("cbc:RegistrationName", party.name),
        text("cbc:CompanyID", party.registration_number),
      ),
      group("cac:Contact", text("cbc:Telephone", party.phone), text("cbc:ElectronicMail", party.email)),
    ),
  );
}

/** EN 16931 has only this scheme, whatever the tax is called in the seller's country. */
export function vatScheme(): Element | undefined {
  return group("cac:TaxScheme", text("cbc:ID", "VAT"));
}

export function countryOf(country: string | null): Element | undefined {
  return group("cac:Country", text("cbc:IdentificationCode", country));
}

function addressOf(address: CanonicalAddress): Element | undefined {
  return group(
    "cac:PostalAddress",
    text("cbc:StreetName", address.line1),
    text("cbc:AdditionalStreetName", address.line2),
    text("cbc:CityName", address.city),
    text("cbc:PostalZone", address.postal_code),
    text("cbc:CountrySubentity", address.region),
    countryOf(address.country),
  );
}
