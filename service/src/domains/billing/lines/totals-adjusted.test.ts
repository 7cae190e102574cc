import { readFileSync } from "node:fs";
import { Big } from "big.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Adjustment } from "./adjustments.ts";
import { computeTotals, type Totals, type TotalsLine, type TotalsTerms } from "./totals.ts";
import { checkDocument, randomDocument } from "./totals-documents.fixture.ts";

describe("with discounts, charges, withholding and prices that contain tax", { timeout: 120_000 }, () => {
  // npm run test:money checks a million of them.
  test("totals equal whole-number arithmetic, in currencies with 0, 2 and 3 digits", () => {
    fc.assert(
      fc.property(randomDocument, (from) => checkDocument(from)),
      { numRuns: 6_000 },
    );
  });

  test("an engine that is wrong by one unit is found, whichever amount it is", () => {
    const unit = new Big("0.01");
    const off = (change: (totals: Totals) => Partial<Totals>) => () =>
      checkDocument(
        { document: plainDocument, exchange: { units: 1n, to: naira }, currency: { code: "NGN", digits: 2 } },
        (...given) => {
          const totals = computeTotals(...given);
          return { ...totals, ...change(totals) };
        },
      );
    const inFirst = <T>(list: T[], change: (first: T) => T) =>
      list.map((each, at) => (at === 0 ? change(each) : each));
    expect(off(() => ({}))).not.toThrow();
    const amounts = ["subtotal", "discountTotal", "chargeTotal", "taxTotal", "total", "withholding"] as const;
    for (const name of amounts)
      expect(off((totals) => ({ [name]: totals[name].plus(unit) }))).toThrow("totals");
    for (const name of ["gross", "net", "tax", "total"] as const)
      expect(
        off(({ lines }) => ({
          lines: inFirst(lines, (line) => ({ ...line, [name]: line[name].plus(unit) })),
        })),
      ).toThrow("totals");
    for (const name of ["taxable", "tax"] as const)
      expect(
        off(({ taxes }) => ({
          taxes: inFirst(taxes, (group) => ({ ...group, [name]: group[name].plus(unit) })),
        })),
      ).toThrow("totals");
    expect(
      off(({ shares }) => ({
        shares: inFirst(shares, (share) => ({ ...share, net: share.net.plus(unit) })),
      })),
    ).toThrow("totals");
    expect(off(() => ({ excessive: [{ discount: 0 }] }))).toThrow("totals");
  });

  test("the oracle imports nothing of what it judges", () => {
    const source = readFileSync(new URL("./totals-oracle.fixture.ts", import.meta.url), "utf8");
    expect(source).not.toMatch(/\bimport\b[^s]|require\(/);
  });
});

const naira = { currency: "NGN", digits: 2 };
const plainDocument = {
  lines: [
    { quantity: 3_000_000, price: 10_555_000, rate: 75_000, category: "S", discounts: [], charges: [] },
    { quantity: 1_000_000, price: 9_990_000, rate: 0, category: "Z", discounts: [], charges: [] },
  ],
  discounts: [{ kind: "percent" as const, units: 100_000 }],
  charges: [{ kind: "amount" as const, units: 500 }],
  includesTax: false,
  withholding: 50_000,
};

const line = (fields: Partial<TotalsLine> & { price: string }): TotalsLine => ({
  quantity: new Big(1),
  unitPrice: new Big(fields.price),
  taxRate: new Big("7.5"),
  taxCategory: "S",
  ...fields,
});
const percent = (value: string): Adjustment => ({ percent: new Big(value) });
const amount = (value: string): Adjustment => ({ amount: new Big(value) });
const plain = (totals: Totals) =>
  [totals.subtotal, totals.discountTotal, totals.chargeTotal, totals.taxTotal, totals.total].map((each) =>
    each.toFixed(2),
  );

describe("by hand", () => {
  test("each percentage applies to what the ones before it left: discounts first, then charges", () => {
    const [only] = computeTotals(
      [
        line({
          price: "200",
          discounts: [percent("10"), amount("30"), percent("50")],
          charges: [percent("10")],
        }),
      ],
      2,
    ).lines;
    expect([only!.discounts, only!.charges].map((list) => list.map((each) => each.toFixed(2)))).toEqual([
      ["20.00", "30.00", "75.00"],
      ["7.50"],
    ]);
    expect([only!.net, only!.tax, only!.total].map((each) => each.toFixed(2))).toEqual([
      "82.50",
      "6.19",
      "88.69",
    ]);
  });

  test("a discount on the document is shared by the tax groups in proportion to their net", () => {
    const lines = [line({ price: "300" }), line({ price: "100", taxRate: new Big(0), taxCategory: "Z" })];
    const totals = computeTotals(lines, 2, { discounts: [amount("50")], charges: [percent("10")] });
    expect(totals.shares.map(({ kind, category, net }) => `${kind} ${category} ${net.toFixed(2)}`)).toEqual([
      "discount S 37.50",
      "charge S 26.25",
      "discount Z 12.50",
      "charge Z 8.75",
    ]);
    expect(plain(totals)).toEqual(["400.00", "50.00", "35.00", "21.66", "406.66"]);
  });

  test("prices that contain tax are what the buyer pays; tax and net are taken out of the sum", () => {
    const lines = [
      line({ price: "10.75" }),
      line({ price: "10.75" }),
      line({ price: "0.99", taxRate: new Big(19) }),
    ];
    const totals = computeTotals(lines, 2, { pricesIncludeTax: true });
    expect(plain(totals)).toEqual(["20.83", "0.00", "0.00", "1.66", "22.49"]);
    expect(totals.lines.map(({ total }) => total.toFixed(2))).toEqual(["10.75", "10.75", "0.99"]);
  });

  test("a discount on prices that contain tax contains it too", () => {
    const totals = computeTotals([line({ price: "1075" })], 2, {
      pricesIncludeTax: true,
      discounts: [percent("10")],
    });
    expect(plain(totals)).toEqual(["1000.00", "100.00", "0.00", "67.50", "967.50"]);
  });

  test("a discount of more than there is left is named, on a line and on the document", () => {
    const lines = [
      line({ price: "10" }),
      line({ price: "10", discounts: [percent("100"), amount("0.01")] }),
      line({ price: "5", discounts: [percent("100")] }),
    ];
    expect(computeTotals(lines, 2, { discounts: [percent("50"), amount("5.01")] }).excessive).toEqual([
      { line: 1, discount: 1 },
      { discount: 1 },
    ]);
    expect(computeTotals(lines.slice(2), 2, { discounts: [percent("100")] }).excessive).toEqual([]);
  });

  test("what is withheld is computed on the document without tax, and rounded half up", () => {
    const withheld = (price: string, withholdingRate: string, terms: TotalsTerms = {}, digits = 2) =>
      computeTotals([line({ price })], digits, {
        ...terms,
        withholdingRate: new Big(withholdingRate),
      }).withholding.toFixed(digits);
    expect(withheld("1000", "5")).toBe("50.00");
    expect(withheld("1075", "5", { pricesIncludeTax: true })).toBe("50.00");
    expect(withheld("1000", "5", { discounts: [percent("10")], charges: [amount("30")] })).toBe("46.50");
    expect([withheld("0.10", "5"), withheld("0.09", "5"), withheld("0.30", "5")]).toEqual([
      "0.01",
      "0.00",
      "0.02",
    ]);
    expect([withheld("10", "5", {}, 0), withheld("1.001", "50", {}, 3)]).toEqual(["1", "0.501"]);
    expect(computeTotals([line({ price: "1000" })], 2).withholding.toFixed(2)).toBe("0.00");
  });

  test("a charge on lines that cost nothing belongs to the first tax group", () => {
    const lines = [line({ price: "0" }), line({ price: "0", taxRate: new Big(19) })];
    const totals = computeTotals(lines, 2, { charges: [amount("100")] });
    expect(plain(totals)).toEqual(["0.00", "0.00", "100.00", "7.50", "107.50"]);
  });
});
