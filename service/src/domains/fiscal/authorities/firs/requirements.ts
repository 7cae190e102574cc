import { isCurrency } from "../../../../platform/values/currency.ts";
import { parseDecimal } from "../../../../platform/values/money.ts";
import type { CanonicalDocument, CanonicalLine, CanonicalParty } from "../../canonical/canonical.ts";
import { clean } from "../../ubl/xml.ts";
import type { Fault } from "../port.ts";
import { taxNumberOf, taxWords } from "./document.ts";
import { stripped } from "./key.ts";

/** Finds errors that FIRS would certainly reject, before it is called. */
export function firsFaults(document: CanonicalDocument): Fault[] {
  return [
    ...headFaults(document),
    ...partyFaults("supplier", document.supplier),
    ...partyFaults("customer", document.customer),
    ...document.lines.flatMap(lineFaults),
  ];
}

function headFaults(document: CanonicalDocument): Fault[] {
  const { type, number, issue_date, due_date, currency, lines, preceding } = document;
  const found: Fault[] = [];
  const add = (code: string, field: string, message: string) => found.push({ code, field, message });
  if (stripped(number) === "") {
    add("required", "number", "The number has no letters or digits. Use a different number.");
  }
  if (due_date !== null && due_date < issue_date) {
    add("before_issue_date", "due_date", "The due date is before the invoice date. Choose a later due date.");
  }
  if (!isCurrency(currency)) {
    add("unknown_code", "currency", `${currency} is not an ISO 4217 currency. Use a different currency.`);
  }
  if (lines.length === 0) add("required", "lines", "The document has no lines. Add at least one.");
  if (type === "credit_note" && !preceding?.irn) {
    add("required", "invoice_id", "The credited invoice is not registered. Register it first.");
  }
  return found;
}

/** A consumer needs neither a tax number nor an address. */
function partyFaults(field: "supplier" | "customer", party: CanonicalParty): Fault[] {
  const found: Fault[] = [];
  const isSupplier = field === "supplier";
  const [who, where] = isSupplier ? ["The supplier", "the company"] : ["The customer", "the customer"];
  const require = (name: string, value: string | null | undefined, what: string) => {
    if (value !== undefined && clean(value) !== null) return;
    const message = `${who} has no ${what}. Add it to ${where}.`;
    found.push({ code: "required", field: `${field}.${name}`, message });
  };
  require("name", party.name, "name");
  if (!isSupplier && party.kind === "consumer") return found;
  require("tax_id", isSupplier ? party.tax_id : taxNumberOf(party), "tax number");
  require("address.line1", party.address.line1, "street in the address");
  require("address.city", party.address.city, "city in the address");
  require("address.country", party.address.country, "country in the address");
  return found;
}

const goodsCode = /^\d{4}(\.?\d{2}){0,4}$/;
const serviceCode = /^\d{2,8}$/;

function lineFaults(line: CanonicalLine, index: number): Fault[] {
  const found: Fault[] = [];
  const add = (code: string, name: string, message: string) =>
    found.push({ code, field: `lines[${index}].${name}`, message });
  const { hs_code, service_code, quantity } = line;
  if (clean(line.description) === null) {
    add("required", "description", "The line has no description. Describe what is sold.");
  }
  if (parseDecimal(quantity)?.gt(0) !== true) {
    add(
      "not_positive",
      "quantity",
      "The quantity must be greater than zero. Correct it, or remove the line.",
    );
  }
  if (hs_code && service_code) {
    add(
      "codes_exclusive",
      "service_code",
      "A line is either goods or a service. Remove one of the two codes.",
    );
  }
  if (hs_code && !goodsCode.test(hs_code.trim())) {
    add("wrong_format", "hs_code", `${hs_code} is not a valid HS code. Use a format such as 8471.30.`);
  }
  if (service_code && !serviceCode.test(service_code.trim())) {
    add(
      "wrong_format",
      "service_code",
      `${service_code} is not a valid service code. Use digits, such as 6201.`,
    );
  }
  return [...found, ...categoryFaults(line, index)];
}

function categoryFaults({ tax_category: letter, tax_rate }: CanonicalLine, index: number): Fault[] {
  const field = `lines[${index}].tax_category`;
  if (!taxWords[letter]) {
    const message = `The tax category ${letter} does not exist in Nigeria. Use S (standard rate), Z (zero rate) or E (exempt).`;
    return [{ code: "unknown_code", field, message }];
  }
  const isTaxed = parseDecimal(tax_rate)?.gt(0) === true;
  if (isTaxed === (letter === "S")) return [];
  const message =
    letter === "S"
      ? "The standard rate (S) can't be 0 %. Enter the rate, or use Z (zero rate) or E (exempt)."
      : `The tax category ${letter} has no tax. Set the rate to 0 %, or use S (standard rate).`;
  return [{ code: "category_percent", field: `lines[${index}].tax_rate`, message }];
}
