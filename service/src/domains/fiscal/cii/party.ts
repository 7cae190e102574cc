import type { CanonicalAddress, CanonicalParty } from "../canonical/canonical.ts";
import { vatIdentifier } from "../ubl/vat-identifier.ts";
import { type Element, group, text } from "../ubl/xml.ts";

/** Outside the scope of VAT a tax number is written as an ordinary identifier (BR-O-02). */
export function partyOf(
  role: string,
  party: CanonicalParty,
  options: { outsideScope: boolean },
): Element | undefined {
  const vat = options.outsideScope ? null : vatIdentifier(party.tax_id, party.address.country);
  return group(
    role,
    text("ram:ID", options.outsideScope ? party.tax_id : null),
    text("ram:Name", party.name),
    group("ram:SpecifiedLegalOrganization", text("ram:ID", party.registration_number)),
    group(
      "ram:DefinedTradeContact",
      group("ram:TelephoneUniversalCommunication", text("ram:CompleteNumber", party.phone)),
      group("ram:EmailURIUniversalCommunication", text("ram:URIID", party.email)),
    ),
    addressOf(party.address),
    group("ram:SpecifiedTaxRegistration", text("ram:ID", vat, { schemeID: "VA" })),
  );
}

export function countryOf(country: string | null): Element | undefined {
  return text("ram:CountryID", country);
}

function addressOf(address: CanonicalAddress): Element | undefined {
  return group(
    "ram:PostalTradeAddress",
    text("ram:PostcodeCode", address.postal_code),
    text("ram:LineOne", address.line1),
    text("ram:LineTwo", address.line2),
    text("ram:CityName", address.city),
    countryOf(address.country),
    text("ram:CountrySubDivisionName", address.region),
  );
}
