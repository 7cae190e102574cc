import type { CanonicalDocument, CanonicalLine, CanonicalParty } from "../../canonical/canonical.ts";
import { clean } from "../../ubl/xml.ts";
import type { Fault, FiscalAccount } from "../port.ts";
import { type Item, itemsOf, read, threeDecimals } from "./amounts.ts";
import { hsnOf } from "./document.ts";
import { irpNumber } from "./key.ts";
import { gstinOf, pinOf, supplyOf } from "./supply.ts";

/** Finds errors that the portal would certainly reject, before it is called. */
export function irpFaults(document: CanonicalDocument, account: FiscalAccount): Fault[] {
  return [
    ...headFaults(document),
    ...sellerFaults(document.supplier, account),
    ...buyerFaults(document),
    ...itemsOf(document).flatMap((item, index) => lineFaults(document.lines[index]!, item, index)),
  ];
}

const linesMax = 1000;

function headFaults({ number, currency, lines }: CanonicalDocument): Fault[] {
  const found: Fault[] = [];
  const add = (code: string, field: string, message: string) => found.push({ code, field, message });
  if (!/^[A-Z1-9][A-Z0-9/-]{0,15}$/.test(irpNumber(number))) {
    add(
      "wrong_format",
      "number",
      `${number} is not a valid invoice number in India: it must have at most 16 letters, digits, / and -, and must not start with 0, / or -. Use a different number prefix.`,
    );
  }
  if (currency !== "INR") {
    add("unknown_code", "currency", `Amounts must be in INR, not ${currency}. Invoice in rupees.`);
  }
  if (lines.length === 0) add("required", "lines", "The document has no lines. Add at least one.");
  if (lines.length > linesMax) {
    add(
      "too_long",
      "lines",
      `The document has more than ${linesMax} lines. Split it into several documents.`,
    );
  }
  return found;
}

function sellerFaults(supplier: CanonicalParty, { business_id }: FiscalAccount): Fault[] {
  const found = placeFaults("supplier", supplier, true);
  const gstin = gstinOf(supplier.tax_id);
  if (gstin !== undefined && gstin === business_id) return found;
  const why =
    gstin === undefined
      ? "has no GSTIN"
      : `has the GSTIN ${gstin}, but e-invoicing is set up for ${business_id}`;
  const message = `The supplier ${why}. Correct the company's tax number.`;
  return [{ code: "tin_mismatch", field: "supplier.tax_id", message }, ...found];
}

function buyerFaults(document: CanonicalDocument): Fault[] {
  const { customer } = document;
  const { isExport } = supplyOf(document);
  const found = placeFaults("customer", customer, !isExport);
  if (isExport) return found;
  if (customer.kind === "consumer") {
    const message =
      "Invoices to consumers are not registered in India. Only those to businesses and government are.";
    return [{ code: "unsupported", field: "customer.kind", message }, ...found];
  }
  if (gstinOf(customer.tax_id) !== undefined) return found;
  const message =
    "The customer has no GSTIN. Add it to the customer as the tax number: 15 letters and digits.";
  return [{ code: "required", field: "customer.tax_id", message }, ...found];
}

function placeFaults(field: string, { name, address }: CanonicalParty, hasPin: boolean): Fault[] {
  const found: Fault[] = [];
  const who = field === "supplier" ? "The supplier" : "The customer";
  const where = field === "supplier" ? "the company" : "the customer";
  const require = (member: string, isThere: boolean, what: string) => {
    if (isThere) return;
    const message = `${who} has no ${what}. Add it to ${where}.`;
    found.push({ code: "required", field: `${field}.${member}`, message });
  };
  require("name", clean(name) !== null, "name");
  require("address.line1", clean(address.line1) !== null, "street in the address");
  require("address.city", clean(address.city) !== null, "city in the address");
  require("address.postal_code", !hasPin ||
    pinOf(address.postal_code) !== undefined, "PIN code of six digits");
  return found;
}

const categories = ["S", "Z", "E", "G", "O"];

function lineFaults(line: CanonicalLine, item: Item, index: number): Fault[] {
  const found: Fault[] = [];
  const add = (code: string, name: string, message: string) =>
    found.push({ code, field: `lines[${index}].${name}`, message });
  const { hs_code, service_code, tax_category, tax_rate } = line;
  if (hs_code && service_code) {
    add(
      "codes_exclusive",
      "service_code",
      "A line is either goods or a service. Remove one of the two codes.",
    );
  } else if (hsnOf(line) === undefined) {
    const name = service_code ? "service_code" : "hs_code";
    add("2176", name, "The line needs an HSN or SAC code of 4, 6 or 8 digits. Set hs_code or service_code.");
  }
  if (!categories.includes(tax_category)) {
    add(
      "unknown_code",
      "tax_category",
      `The tax category ${tax_category} does not exist in India. Use S, Z or E.`,
    );
  } else if (tax_category !== "S" && read(tax_rate).gt(0)) {
    add(
      "category_percent",
      "tax_rate",
      `The tax category ${tax_category} has no tax. Set the rate to 0 %, or use S.`,
    );
  }
  const off = threeDecimals(read(line.quantity)).times(threeDecimals(item.unitPrice)).minus(item.gross);
  if (off.abs().gt(1)) {
    add(
      "too_many_decimals",
      "unit_price",
      "Quantity and price can have at most three decimals in India. Round them.",
    );
  }
  return found;
}
