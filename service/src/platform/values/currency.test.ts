import { describe, expect, test } from "vitest";
import { currencyCodes, currencyDigits, isCurrency } from "./currency.ts";

const digitsByIso: Record<number, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: "AFN ALL COP EUR GBP GHS HUF IDR IRR KES KPW LAK LBP MGA MMK MRU NGN PKR SOS SYP TWD USD XAD YER ZAR",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

const withdrawn = ["ANG", "BGN", "CUC", "DEM", "HRK", "LTL", "MRO", "SLL", "STD", "VEF", "ZMK", "ZWL"];
const withoutMinorUnit = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" ");

describe("currency", () => {
  for (const [digits, codes] of Object.entries(digitsByIso)) {
    test(`ISO gives ${digits} digits`, () => {
      for (const code of codes.split(" "))
        expect([code, currencyDigits(code)]).toEqual([code, Number(digits)]);
    });
  }

  test("the table has the 165 codes of 2026 that have a minor unit, sorted, each once", () => {
    expect(currencyCodes).toHaveLength(165);
    expect(currencyCodes).toEqual([...new Set(currencyCodes)].sort());
    expect(currencyCodes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
  });

  test("successors of withdrawn codes are included", () => {
    for (const code of ["EUR", "SLE", "VED", "VES", "XCG", "ZWG", "CUP", "MRU", "STN"]) {
      expect([code, isCurrency(code)]).toEqual([code, true]);
    }
  });

  test("codes that can't be invoiced are unknown", () => {
    const words = ["", "eur", " EUR", "EURO", "constructor", "__proto__"];
    for (const code of [...withdrawn, ...withoutMinorUnit, ...words]) {
      expect([code, isCurrency(code), currencyDigits(code)]).toEqual([code, false, undefined]);
    }
  });
});
