import type { CanonicalDocument, CanonicalLine, CanonicalParty } from "../../canonical/canonical.ts";
import { clean } from "../../ubl/xml.ts";
import { type Item, type ItemTax, itemsOf, read, sumsOf, taxOf, threeDecimals, wire } from "./amounts.ts";
import { irpNumber, typeWords } from "./key.ts";
import { abroad, gstinOf, pinOf, type Supply, supplyOf } from "./supply.ts";

/** An invoice in the schema INV-01, version 1.1. */
export function irpDocument(document: CanonicalDocument): object {
  const supply = supplyOf(document);
  const { type, number, issue_date, supplier, customer, lines, preceding } = document;
  const items = itemsOf(document);
  const taxes = lines.map((line, index) => taxOf(items[index]!, line, supply));
  const remark = textFrom(document.notes, 100, 3);
  const order = orderOf(document);
  const before = preceding && [
    { InvNo: irpNumber(preceding.number), InvDt: indianDate(preceding.issue_date) },
  ];
  return {
    Version: "1.1",
    TranDtls: { TaxSch: "GST", SupTyp: supplyType(document, supply), RegRev: "N", IgstOnIntra: "N" },
    DocDtls: { Typ: typeWords[type], No: irpNumber(number), Dt: indianDate(issue_date) },
    SellerDtls: partyOf(supplier, supply.sellerState),
    BuyerDtls: { ...buyerOf(customer, supply), Pos: supply.placeOfSupply },
    ItemList: lines.map((line, index) => itemOf(line, items[index]!, taxes[index]!, index)),
    ValDtls: sumsOf(document, taxes),
    RefDtls:
      remark || before || order
        ? { InvRm: remark, PrecDocDtls: before ?? undefined, ContrDtls: order }
        : undefined,
  };
}

function supplyType({ tax_total }: CanonicalDocument, { isExport }: Supply): string {
  if (!isExport) return "B2B";
  return read(tax_total).gt(0) ? "EXPWP" : "EXPWOP";
}

function buyerOf(customer: CanonicalParty, { isExport, placeOfSupply }: Supply): object {
  if (!isExport) return partyOf(customer, placeOfSupply);
  return { ...partyOf(customer, abroad.state), Gstin: abroad.gstin, Pin: abroad.pin };
}

function partyOf(party: CanonicalParty, state: string): object {
  const { line1, line2, city, postal_code } = party.address;
  return {
    Gstin: gstinOf(party.tax_id),
    LglNm: textFrom(party.name, 100),
    Addr1: textFrom(line1, 100),
    Addr2: textFrom(line2, 100, 3),
    Loc: textFrom(city, 50),
    Pin: pinOf(postal_code),
    Stcd: state,
    Ph: phoneOf(party.phone),
    Em: textFrom(party.email, 100, 6),
  };
}

/** A purchase order is optional, and refused if it has more than 16 characters or a quotation mark. */
function orderOf({ order_reference }: CanonicalDocument): object[] | undefined {
  const order = clean(order_reference ?? null);
  return order && /^[^"]{1,16}$/.test(order) ? [{ PORefr: order }] : undefined;
}

/** An optional field of six to twelve digits. */
function phoneOf(phone: string | null): string | undefined {
  const digits = phone?.replace(/\D/g, "");
  return digits && /^\d{6,12}$/.test(digits) ? digits : undefined;
}

function itemOf(
  line: CanonicalLine,
  item: Item,
  { igst, cgst, sgst, total }: ItemTax,
  index: number,
): object {
  return {
    SlNo: String(index + 1),
    PrdDesc: textFrom(line.description.replace(/\s+/g, " "), 300, 3),
    IsServc: line.service_code ? "Y" : "N",
    HsnCd: hsnOf(line),
    Qty: wire(threeDecimals(read(line.quantity))),
    Unit: units[line.unit_code] ?? "OTH",
    UnitPrice: wire(threeDecimals(item.unitPrice)),
    TotAmt: wire(item.gross),
    Discount: item.discount.gt(0) ? wire(item.discount) : undefined,
    AssAmt: wire(item.net),
    GstRt: wire(read(line.tax_rate)),
    IgstAmt: wire(igst),
    CgstAmt: wire(cgst),
    SgstAmt: wire(sgst),
    TotItemVal: wire(total),
  };
}

/** Goods and services share one code list; dots in a code are only for readability. */
export function hsnOf({ hs_code, service_code }: CanonicalLine): string | undefined {
  const digits = (hs_code || service_code)?.replace(/[\s.]/g, "");
  return digits && /^(\d{4}|\d{6}|\d{8})$/.test(digits) ? digits : undefined;
}

const units: Readonly<Record<string, string>> = {
  ...{ C62: "NOS", EA: "NOS", H87: "PCS", PR: "PRS", DZN: "DOZ", SET: "SET" },
  ...{ KGM: "KGS", GRM: "GMS", TNE: "TON", LTR: "LTR", MLT: "MLT" },
  ...{ MTR: "MTR", CMT: "CMS", KMT: "KME", MTK: "SQM", FTK: "SQF", MTQ: "CBM" },
  ...{ XBX: "BOX", XBG: "BAG", XBO: "BTL", XCT: "CTN", XPK: "PAC", XRO: "ROL" },
};

/** An optional field; texts shorter than `least` are rejected. */
function textFrom(text: string | null, most: number, least = 1): string | undefined {
  const cleaned = clean(text)?.slice(0, most).toWellFormed() ?? "";
  return cleaned.length >= least ? cleaned : undefined;
}

export const indianDate = (date: string) => date.split("-").reverse().join("/");
