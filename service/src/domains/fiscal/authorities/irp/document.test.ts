import { Big } from "big.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CanonicalLine, CanonicalParty } from "../../canonical/canonical.ts";
import {
  anyTerms,
  creditNote,
  type GivenLine,
  type Terms,
  withPercentages,
} from "../../ubl/documents.fixture.ts";
import { indian, register, startAuthoritySetup } from "../contract.fixture.ts";
import { indiaIrp } from "./authority.ts";
import { hsnOf, irpDocument } from "./document.ts";
import { rejectedFor } from "./faults.ts";
import { irpKey } from "./key.ts";

const account = { baseUrl: "", business_id: "29AAAPL2356Q1ZS" };

describe("the IRN", () => {
  test("is the one of a recorded answer of the real portal", () => {
    const document = indian({ number: "SINV-CFY-00067", issue_date: "2022-09-17" });
    expect(irpKey(document, { baseUrl: "", business_id: "01AMBPG7773M002" })).toBe(
      "706daeccda0ef6f818da78f3a2a05a1288731057373002289b46c3229289a2e7",
    );
  });

  test("changes with the year that begins in April, and not with small letters", () => {
    const key = (number: string, issue_date: string) => irpKey(indian({ number, issue_date }), account);
    expect(key("INV-1", "2026-03-31")).toBe(key("inv-1", "2025-04-01"));
    expect(key("INV-1", "2026-03-31")).not.toBe(key("INV-1", "2026-04-01"));
    expect(key("INV-1", "1999-12-31")).toBe(key("INV-1", "2000-03-31"));
  });
});

test("an invoice after INV-01, across states", () => {
  expect(JSON.parse(JSON.stringify(irpDocument(indian({ notes: "Thank you" }))))).toEqual({
    Version: "1.1",
    TranDtls: { TaxSch: "GST", SupTyp: "B2B", RegRev: "N", IgstOnIntra: "N" },
    DocDtls: { Typ: "INV", No: "INV-000001", Dt: "15/11/2026" },
    SellerDtls: {
      ...{ Gstin: "29AAAPL2356Q1ZS", LglNm: "Ada Stores Ltd", Addr1: "1 MG Road", Loc: "Bengaluru" },
      ...{ Pin: 560001, Stcd: "29", Em: "ada@stores.example" },
    },
    BuyerDtls: {
      ...{ Gstin: "27AADCB2230M1ZT", LglNm: "Bola & Sons", Addr1: "7 Marine Drive", Loc: "Mumbai" },
      ...{ Pin: 400020, Stcd: "27", Ph: "08031111111", Pos: "27" },
    },
    ItemList: [
      {
        ...{ SlNo: "1", PrdDesc: "Cable Two metres", IsServc: "N", HsnCd: "847130", Qty: 3, Unit: "NOS" },
        ...{ UnitPrice: 10.555, TotAmt: 31.67, AssAmt: 31.67, GstRt: 0 },
        ...{ IgstAmt: 0, CgstAmt: 0, SgstAmt: 0, TotItemVal: 31.67 },
      },
      {
        ...{ SlNo: "2", PrdDesc: "Advice", IsServc: "Y", HsnCd: "6201", Qty: 0.75, Unit: "OTH" },
        ...{ UnitPrice: 98.5, TotAmt: 73.88, AssAmt: 73.88, GstRt: 19 },
        ...{ IgstAmt: 14.04, CgstAmt: 0, SgstAmt: 0, TotItemVal: 87.92 },
      },
    ],
    ValDtls: { AssVal: 105.55, CgstVal: 0, SgstVal: 0, IgstVal: 14.04, RndOffAmt: 0, TotInvVal: 119.59 },
    RefDtls: { InvRm: "Thank you" },
  });
});

describe("the place of supply", () => {
  const { customer } = indian();
  const taxed = [{ quantity: "1", unit_price: "100.10", tax_rate: "5", tax_category: "S", hs_code: "1006" }];

  test("in the seller's own state gives half to the centre and half to the state, equally", () => {
    const document = indian({ customer: { ...customer, tax_id: "29AADCB2230M1ZT" } }, taxed);
    expect(document.tax_total).toBe("5.01");
    expect(irpDocument(document)).toMatchObject({
      BuyerDtls: { Stcd: "29", Pos: "29" },
      ItemList: [{ IgstAmt: 0, CgstAmt: 2.5, SgstAmt: 2.5, TotItemVal: 105.1 }],
      // 5 % is 5.01, and two halves are 5.00.
      ValDtls: { CgstVal: 2.5, SgstVal: 2.5, IgstVal: 0, RndOffAmt: 0.01, TotInvVal: 105.11 },
    });
  });

  test("in another state gives all of it as integrated tax", () => {
    expect(irpDocument(indian({}, taxed))).toMatchObject({
      BuyerDtls: { Pos: "27" },
      ItemList: [{ IgstAmt: 5.01, CgstAmt: 0, SgstAmt: 0 }],
    });
  });

  test("abroad is 96, with tax or without", () => {
    const abroad = { ...customer, tax_id: null, address: { ...customer.address, country: "NG" } };
    const export_ = { BuyerDtls: { Gstin: "URP", Pin: 999999, Stcd: "96", Pos: "96" } };
    expect(irpDocument(indian({ customer: abroad }, taxed))).toMatchObject({
      ...export_,
      TranDtls: { SupTyp: "EXPWP" },
    });
    const free = taxed.map((line) => ({ ...line, tax_rate: "0", tax_category: "G" }));
    const document = indian({ customer: abroad }, free);
    expect(irpDocument(document)).toMatchObject({ ...export_, TranDtls: { SupTyp: "EXPWOP" } });
    expect(indiaIrp.faults(document, account)).toEqual([]);
  });
});

describe("what the portal measures", () => {
  const { customer, lines } = indian();
  const [line] = lines as [CanonicalLine];
  type Sent = { BuyerDtls: object; ItemList: object[]; RefDtls?: object };
  const buyerOf = (changes: Partial<CanonicalParty>) =>
    (irpDocument(indian({ customer: { ...customer, ...changes } })) as Sent).BuyerDtls;
  const itemOf = (changes: Partial<CanonicalLine>) =>
    (irpDocument({ ...indian(), lines: [{ ...line, ...changes }] }) as Sent).ItemList[0];

  test.each([
    ["(080) 311-111", "080311111"],
    ["123456", "123456"],
    ["123456789012", "123456789012"],
    ["12345", undefined],
    ["1234567890123", undefined],
    [null, undefined],
  ])("the phone number %s is sent as %s: six to twelve digits, or not at all", (phone, Ph) => {
    expect(buyerOf({ phone })).toMatchObject({ Ph });
  });

  test("an optional text is sent from its least length on, and is left out below", () => {
    const address = { ...customer.address, line2: "2nd" };
    expect(buyerOf({ address, email: "a@b.in" })).toMatchObject({ Addr2: "2nd", Em: "a@b.in" });
    const shorter = { ...customer.address, line2: " 2 " };
    expect(buyerOf({ address: shorter, email: "a@b.i" })).toMatchObject({ Addr2: undefined, Em: undefined });
    expect(irpDocument(indian({ notes: "Yes" }))).toMatchObject({ RefDtls: { InvRm: "Yes" } });
    expect(irpDocument(indian({ notes: "No" }))).toMatchObject({ RefDtls: undefined });
    const order = (order_reference: string) => irpDocument(indian({ notes: null, order_reference }));
    expect(order("PO 4711/Ä-16 cha")).toMatchObject({
      RefDtls: { ContrDtls: [{ PORefr: "PO 4711/Ä-16 cha" }] },
    });
    for (const unfit of ["17 characters long", 'PO "4711"', " "]) {
      expect(order(unfit)).toMatchObject({ RefDtls: undefined });
    }
    expect(itemOf({ description: "Tea" })).toMatchObject({ PrdDesc: "Tea" });
    expect(itemOf({ description: "PC" })).toMatchObject({ PrdDesc: undefined });
  });

  test("a description is one line; a text that is too long is cut, and never through a character", () => {
    const address = { ...customer.address, line1: "x".repeat(101), city: "y".repeat(51) };
    expect(buyerOf({ name: `${"n".repeat(99)}\u{1F600}`, address })).toMatchObject({
      ...{ LglNm: `${"n".repeat(99)}\uFFFD`, Addr1: "x".repeat(100), Loc: "y".repeat(50) },
    });
    expect(itemOf({ description: "Cable \r\n  two metres" })).toMatchObject({ PrdDesc: "Cable two metres" });
    expect(itemOf({ description: "d".repeat(301) })).toMatchObject({ PrdDesc: "d".repeat(300) });
  });

  test.each([
    ["8471", "8471"],
    ["8471.30", "847130"],
    ["84 71 30.10", "84713010"],
    ["847", undefined],
    ["84713", undefined],
    ["8471301", undefined],
    ["847130101", undefined],
    ["HS8471", undefined],
    [null, undefined],
  ])("the code %s is sent as %s: four, six or eight digits", (code, expected) => {
    expect(hsnOf({ ...line, hs_code: code, service_code: null })).toBe(expected);
    expect(hsnOf({ ...line, hs_code: null, service_code: code })).toBe(expected);
  });

  // The portal has its own list of units, the UQC of GST; ours are those of UN/ECE Recommendation 20.
  test.each(
    Object.entries({
      ...{ NOS: "C62 EA", PCS: "H87", PRS: "PR", DOZ: "DZN", SET: "SET", KGS: "KGM", GMS: "GRM", TON: "TNE" },
      ...{ LTR: "LTR", MLT: "MLT", MTR: "MTR", CMS: "CMT", KME: "KMT", SQM: "MTK", SQF: "FTK", CBM: "MTQ" },
      ...{ BOX: "XBX", BAG: "XBG", BTL: "XBO", CTN: "XCT", PAC: "XPK", ROL: "XRO", OTH: "HUR DAY 1I" },
    }),
  )("%s is its unit for %s", (Unit, codes) => {
    for (const unit_code of codes.split(" ")) expect(itemOf({ unit_code })).toMatchObject({ Unit });
  });
});

test("a credit note names what it corrects", () => {
  expect(irpDocument(indian(creditNote))).toMatchObject({
    DocDtls: { Typ: "CRN", No: "CN-000001" },
    RefDtls: { PrecDocDtls: [{ InvNo: "INV-000001", InvDt: "01/11/2026" }] },
  });
});

describe("the portal's errors are mapped to our fields", () => {
  test.each([
    ["2140", "BuyerDtls.Gstin is wrong", "customer.tax_id"],
    ["2140", "The field SellerDtls.Loc is required", "supplier.address.city"],
    ["2176", "ItemList[3].HsnCd must be an HSN code", "lines[3].hs_code"],
    ["2140", "ItemList must have at least one item", "lines"],
    ["2140", "DocDtls.Dt must not be in the future", "invoice_date"],
    ["2189", "Invalid total invoice value", "total"],
    ["3028", "GSTIN is not present in the system", "customer.tax_id"],
    ["9001", "Something else", null],
  ])("%s %s", (code, message, field) => {
    const { faults } = rejectedFor([{ code, message }]);
    expect(faults).toEqual([{ code, field, message: `The portal says (${code}): ${message}.` }]);
  });
});

test("the sums are exact to the last digit, and the portal takes them", async () => {
  const setup = await startAuthoritySetup(indiaIrp);
  let count = 0;
  const run = async (lines: GivenLine[], isWithin: boolean, terms: Terms | undefined) => {
    count += 1;
    const customer = { ...indian().customer, tax_id: isWithin ? "29AADCB2230M1ZT" : "07AADCB2230M1ZT" };
    const document = indian({ customer, number: `INV-${count}` }, lines, terms && withPercentages(terms));
    expect(indiaIrp.faults(document, setup.account)).toEqual([]);
    const { ValDtls: sums } = irpDocument(document) as { ValDtls: Record<string, number> };
    const parts = ["AssVal", "CgstVal", "SgstVal", "IgstVal", "RndOffAmt"];
    const sum = parts.reduce((total, name) => total.plus(String(sums[name])), new Big("0"));
    expect(sum.toFixed(2)).toBe(document.total);
    const key = indiaIrp.documentKey(document, setup.account);
    expect(await register({ ...setup, document, key })).toMatchObject({ kind: "accepted", irn: key });
  };
  await fc.assert(fc.asyncProperty(anyLines(), fc.boolean(), anyTermsOrNone, run), { numRuns: 60 });
});

const anyTermsOrNone = fc.option(anyTerms(), { nil: undefined });

function anyLines(): fc.Arbitrary<GivenLine[]> {
  const decimal = (max: number, scale: number) =>
    fc.integer({ min: 1, max }).map((units) => String(units / 10 ** scale));
  const line = fc.record({
    quantity: fc.oneof(decimal(40, 0), decimal(9_999, 3)),
    unit_price: decimal(99_999, 2),
    tax_rate: fc.constantFrom("5", "12", "18", "28", "0.25"),
    tax_category: fc.constant("S"),
    description: fc.string({ minLength: 1, maxLength: 400 }).map((text) => `x${text}`),
    hs_code: fc.constantFrom("1006", "8471.30", "85444920"),
  });
  return fc.array(line, { minLength: 1, maxLength: 8 });
}
