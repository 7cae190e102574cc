import type { CanonicalDocument, CanonicalParty } from "../canonical/canonical.ts";
import { categories } from "./categories.ts";
import { countryCodes } from "./codes.ts";
import type { Violation } from "./rules.ts";
import { clean } from "./xml.ts";

export function partyViolations(document: CanonicalDocument): Violation[] {
  const { supplier, customer } = document;
  return [
    ...nameAndCountry("supplier", "The supplier", supplier, { name: "BR-06", country: "BR-09" }),
    ...nameAndCountry("customer", "The customer", customer, { name: "BR-07", country: "BR-11" }),
    ...supplierIsIdentified(supplier),
    ...identifiersByCategory(document),
  ];
}

function nameAndCountry(
  field: string,
  who: string,
  { name, address }: CanonicalParty,
  rules: { name: string; country: string },
): Violation[] {
  const found: Violation[] = [];
  if (clean(name) === null) {
    found.push({ rule: rules.name, field: `${field}.name`, message: `${who} has no name. Add one.` });
  }
  const place = `${field}.address.country`;
  if (clean(address.country) === null) {
    const message = `${who} has no country in the address. Add the two-letter code, such as NG.`;
    found.push({ rule: rules.country, field: place, message });
  } else if (!countryCodes.has(address.country!)) {
    const message = `${address.country} is not an ISO 3166-1 country. Use the two-letter code, such as NG.`;
    found.push({ rule: "BR-CL-14", field: place, message });
  }
  return found;
}

function supplierIsIdentified({ tax_id, registration_number }: CanonicalParty): Violation[] {
  if (clean(tax_id) !== null || clean(registration_number) !== null) return [];
  const message = "The supplier has neither a tax number nor a registration number. Add one of them.";
  return [{ rule: "BR-CO-26", field: "supplier.tax_id", message }];
}

/** One violation for each category and party, however many lines there are. */
function identifiersByCategory({ lines, supplier, customer }: CanonicalDocument): Violation[] {
  const found: Violation[] = [];
  for (const letter of new Set(lines.map((line) => line.tax_category))) {
    const category = categories[letter];
    if (!category) continue;
    const because = `lines with tax_category ${letter} (${category.meaning}) need it`;
    const rule = `${category.rules}-02`;
    if (category.needs.includes("seller") && clean(supplier.tax_id) === null) {
      const message = `The supplier has no tax number, but ${because}. Add it to the company.`;
      found.push({ rule, field: "supplier.tax_id", message });
    }
    if (category.needs.includes("buyer") && !isKnownBuyer(letter, customer)) {
      const message = `The customer has no tax number, but ${because}. Add it to the customer.`;
      found.push({ rule, field: "customer.tax_id", message });
    }
  }
  return found;
}

// A reverse charge accepts the company registration number (BR-AE-02); an intra-community supply does not.
function isKnownBuyer(letter: string, { tax_id, registration_number }: CanonicalParty): boolean {
  return clean(tax_id) !== null || (letter === "AE" && clean(registration_number) !== null);
}
