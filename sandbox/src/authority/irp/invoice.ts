import { compare, type Decimal, minus, plus, sum, times, toText, zero } from "../decimal.ts";
import {
  at,
  entries,
  type FieldValue,
  type Issue,
  isDate,
  readAmount,
  readCode,
  readText,
  report,
  required,
  requiredGroup,
} from "../field-checks.ts";

const supplyTypes = new Set(["B2B", "SEZWP", "SEZWOP", "EXPWP", "EXPWOP", "DEXP"]);
const documentTypes = new Set(["INV", "CRN", "DBN"]);
const yesOrNo = new Set(["Y", "N"]);
const gstin = { pattern: /^\d{2}[A-Z0-9]{13}$/, says: "must be a GSTIN of 15 letters and digits" };

/**
 * All faults of an invoice under the schema INV-01. An issue has the portal's error number, or 2140, a schema
 * violation, if there is no specific one.
 */
export function irpIssuesOf(invoice: Record<string, unknown>, seller: string, latestDate: string): Issue[] {
  const place: FieldValue = { value: invoice, field: "", issues: [] };
  readCode(required(at(place, "Version")), new Set(["1.1"]), "1.1");
  const transaction = requiredGroup(at(place, "TranDtls"));
  if (transaction) {
    readCode(required(at(transaction, "TaxSch")), new Set(["GST"]), "GST");
    readCode(required(at(transaction, "SupTyp")), supplyTypes, [...supplyTypes].join(", "));
  }
  checkDocument(at(place, "DocDtls"), latestDate);
  checkParty(at(place, "SellerDtls"));
  checkParty(at(place, "BuyerDtls"));
  readText(required(at(at(place, "BuyerDtls"), "Pos")), { most: 2 });
  const sellerGstin = at(at(place, "SellerDtls"), "Gstin");
  if (typeof sellerGstin.value === "string" && sellerGstin.value !== seller) {
    report(sellerGstin, "wrong_format", "must be the GSTIN that logged in");
  }
  const items = entries(at(place, "ItemList"));
  if (items.length === 0) report(at(place, "ItemList"), "required", "must have at least one item");
  const sums = items.map((item) => checkItem(item, isWithinState(place)));
  checkTotals(place, sums);
  return place.issues.map((issue) => (/^\d{4}$/.test(issue.code) ? issue : { ...issue, code: "2140" }));
}

function checkDocument(document: FieldValue, latestDate: string): void {
  if (!requiredGroup(document)) return;
  readCode(required(at(document, "Typ")), documentTypes, [...documentTypes].join(", "));
  readText(required(at(document, "No")), {
    pattern: /^[A-Za-z1-9][A-Za-z0-9/-]{0,15}$/,
    says: "must be up to 16 letters, digits, / and -, and not begin with 0, / or -",
  });
  const place = required(at(document, "Dt"));
  const given = readText(place);
  if (given === undefined || !place) return;
  const date = isoDate(given);
  if (date === undefined) report(place, "wrong_format", "must be a date that exists, written DD/MM/YYYY");
  else if (date > latestDate) report(place, "in_future", "must not be in the future");
}

/** Converts DD/MM/YYYY to ISO 8601. */
export function isoDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isDate(date) ? date : undefined;
}

function checkParty(party: FieldValue): void {
  if (!requiredGroup(party)) return;
  const isUnregistered = at(party, "Gstin").value === "URP";
  readText(required(at(party, "Gstin")), isUnregistered ? {} : gstin);
  readText(required(at(party, "LglNm")), { most: 100 });
  readText(required(at(party, "Addr1")), { most: 100 });
  readText(required(at(party, "Loc")), { most: 50 });
  readText(required(at(party, "Stcd")), { pattern: /^\d{1,2}$/, says: "must be the number of a state" });
  const pin = at(party, "Pin");
  if (typeof pin.value !== "number" || !/^\d{6}$/.test(String(pin.value))) {
    report(pin, "wrong_format", "must be a number of six digits");
  }
}

function isWithinState(invoice: FieldValue): boolean {
  const seller = at(at(invoice, "SellerDtls"), "Stcd").value;
  const isForeseen = at(at(invoice, "TranDtls"), "IgstOnIntra").value === "Y";
  return !isForeseen && seller !== undefined && seller === at(at(invoice, "BuyerDtls"), "Pos").value;
}

type Sums = { net: Decimal | undefined; total: Decimal | undefined };

function checkItem(item: FieldValue, isWithin: boolean): Sums {
  const nothing = { net: undefined, total: undefined };
  if (!requiredGroup(item)) return nothing;
  readText(required(at(item, "SlNo")), { most: 6 });
  readCode(required(at(item, "IsServc")), yesOrNo, "Y, N");
  readText(at(item, "PrdDesc"), { pattern: /^.{3,300}$/s, says: "must have 3 to 300 characters" });
  const hsn = at(item, "HsnCd");
  if (!/^(\d{4}|\d{6}|\d{8})$/.test(String(hsn.value)))
    report(hsn, "2176", "must be an HSN code of 4, 6 or 8 digits");
  const read = (name: string) => readAmount(at(item, name));
  const must = (name: string) => readAmount(required(at(item, name)));
  const [price, gross, net, total] = [must("UnitPrice"), must("TotAmt"), must("AssAmt"), must("TotItemVal")];
  must("GstRt");
  const quantity = read("Qty");
  if (gross && price && quantity) near(at(item, "TotAmt"), gross, times(quantity, price), "2140");
  if (gross && net) near(at(item, "AssAmt"), net, minus(gross, read("Discount") ?? zero), "2193");
  const igst = read("IgstAmt");
  if (isWithin && igst && compare(igst, zero) > 0) {
    report(at(item, "IgstAmt"), "2172", "must be 0 where seller and place of supply are in one state");
  }
  const taxes = ["IgstAmt", "CgstAmt", "SgstAmt", "CesAmt", "CesNonAdvlAmt", "StateCesAmt", "OthChrg"];
  const more = taxes.map((name) => read(name) ?? zero);
  if (net && total) near(at(item, "TotItemVal"), total, sum([net, ...more]), "2140");
  return { net, total };
}

function checkTotals(invoice: FieldValue, items: Sums[]): void {
  const totals = requiredGroup(at(invoice, "ValDtls"));
  if (!totals) return;
  const net = readAmount(required(at(totals, "AssVal")));
  const total = readAmount(required(at(totals, "TotInvVal")));
  const nets = items.map((item) => item.net).filter((value) => value !== undefined);
  const wholes = items.map((item) => item.total).filter((value) => value !== undefined);
  if (net && nets.length === items.length) near(at(totals, "AssVal"), net, sum(nets), "2182");
  const more = plus(
    readAmount(at(totals, "OthChrg")) ?? zero,
    readAmount(at(totals, "RndOffAmt"), { signed: true }) ?? zero,
  );
  const less = readAmount(at(totals, "Discount")) ?? zero;
  if (total && wholes.length === items.length) {
    near(at(totals, "TotInvVal"), total, minus(plus(sum(wholes), more), less), "2189");
  }
}

/** The portal tolerates a difference of one in every sum. */
function near(place: FieldValue, given: Decimal, expected: Decimal, code: string): void {
  const difference = minus(given, expected);
  const off = { ...difference, units: difference.units < 0n ? -difference.units : difference.units };
  if (compare(off, { units: 1n, scale: 0 }) <= 0) return;
  report(place, code, `must be ${toText(expected)}, give or take 1, not ${toText(given)}`);
}
