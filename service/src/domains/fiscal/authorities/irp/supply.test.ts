import { describe, expect, test } from "vitest";
import { indian } from "../contract.fixture.ts";
import { gstinOf, pinOf, supplyOf } from "./supply.ts";

test.each([
  ["29AAAPL2356Q1ZS", "29AAAPL2356Q1ZS"],
  ["29aaapl2356q1zs", "29AAAPL2356Q1ZS"],
  [" 29 AAAPL2356Q 1ZS\n", "29AAAPL2356Q1ZS"],
  ["29AAAPL2356Q1ZSX", undefined],
  ["X29AAAPL2356Q1ZS", undefined],
  ["29AAAPL2356Q1Z", undefined],
  ["2XAAAPL2356Q1ZS", undefined],
  ["29AAAPL2356Q1Z-", undefined],
  ["", undefined],
  [null, undefined],
])("the tax number %j is the GSTIN %s", (taxId, expected) => expect(gstinOf(taxId)).toBe(expected));

test.each([
  ["560001", 560_001],
  [" 400 020 ", 400_020],
  ["060001", undefined],
  ["0560001", undefined],
  ["5600011", undefined],
  ["56000", undefined],
  ["56000A", undefined],
  ["", undefined],
  [null, undefined],
])("the postal code %j is the PIN code %s", (postalCode, expected) =>
  expect(pinOf(postalCode)).toBe(expected),
);

describe("a supply", () => {
  const { customer, supplier } = indian();
  const to = (tax_id: string | null, country: string | null) =>
    supplyOf(indian({ customer: { ...customer, tax_id, address: { ...customer.address, country } } }));
  const inKarnataka = { sellerState: "29", placeOfSupply: "29", isExport: false, isWithinState: true };

  test("goes where the buyer is registered", () => {
    expect(to("29AADCB2230M1ZT", "IN")).toEqual(inKarnataka);
    const elsewhere = { ...inKarnataka, placeOfSupply: "27", isWithinState: false };
    expect(to("27AADCB2230M1ZT", "IN")).toEqual(elsewhere);
  });

  test("goes abroad if the buyer's address is there, whatever its number", () => {
    const abroad = { sellerState: "29", placeOfSupply: "96", isExport: true, isWithinState: false };
    expect(to(null, "NG")).toEqual(abroad);
    expect(to("29AADCB2230M1ZT", "NG")).toEqual(abroad);
  });

  test("stays in India if the buyer's country is not known", () => {
    expect(to("29AADCB2230M1ZT", null)).toEqual(inKarnataka);
  });

  test("has no state where nobody is registered", () => {
    expect(to(null, "IN")).toMatchObject({ placeOfSupply: "", isWithinState: false });
    expect(supplyOf(indian({ supplier: { ...supplier, tax_id: null } }))).toMatchObject({ sellerState: "" });
  });
});
