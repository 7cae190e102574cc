import { countries } from "./codes.ts";
import {
  at,
  type FieldValue,
  isPresent,
  readCode,
  readText,
  report,
  required,
  requiredGroup,
} from "./field-checks.ts";

// Nigerian tax numbers have several formats, and a buyer without one may give its registration number.
const nigerianTin = /^(\d{8}-\d{4}|(TIN-?)?\d{8,15}|RN-?[A-Z0-9]{3,15})$/i;
const foreignTin = /^[A-Z0-9][A-Z0-9 ./-]{2,29}$/i;

export function checkSupplier(party: FieldValue, registeredTin: string | null): void {
  if (!requiredGroup(party)) return;
  checkParty(party);
  checkAddress(at(party, "postal_address"));
  const tin = at(party, "tin");
  const given = readTin(party);
  if (!isPresent(tin)) report(tin, "required", "is required");
  if (given !== undefined && registeredTin !== null && given !== registeredTin) {
    report(
      tin,
      "tin_mismatch",
      `must be ${registeredTin}, the number under which this business is registered`,
    );
  }
}

/** A consumer needs neither a tax number nor an address. */
export function checkCustomer(party: FieldValue, isConsumer: boolean): void {
  if (!requiredGroup(party)) return;
  checkParty(party);
  readTin(party);
  const tin = at(party, "tin");
  if (!isConsumer && !isPresent(tin))
    report(tin, "required", "is required, unless the buyer is a consumer (B2C)");
  const address = at(party, "postal_address");
  if (!isConsumer || isPresent(address)) checkAddress(address);
}

function checkParty(party: FieldValue): void {
  readText(required(at(party, "party_name")), { most: 300 });
  readText(at(party, "email"), {
    pattern: /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/,
    says: "must be an email address",
  });
  readText(at(party, "telephone"), {
    pattern: /^\+\d{7,15}$/,
    says: "must be + and 7 to 15 digits, beginning with the country's",
  });
  readText(at(party, "business_description"));
}

function checkAddress(address: FieldValue): void {
  if (!requiredGroup(address)) return;
  readText(required(at(address, "street_name")));
  readText(required(at(address, "city_name")));
  readText(at(address, "postal_zone"), { most: 40 });
  readCode(required(at(address, "country")), countries(), "the codes at resources/countries");
}

function readTin(party: FieldValue): string | undefined {
  const country = at(at(party, "postal_address"), "country").value ?? "NG";
  const pattern = country === "NG" ? nigerianTin : foreignTin;
  return readText(at(party, "tin"), { pattern, says: "must be a tax number such as 12345678-0001" });
}
