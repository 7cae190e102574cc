import { Big } from "big.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { addUp, computeTotals } from "../../billing/lines/totals.ts";
import { type DocumentRecord, explainDocument } from "./document.ts";
import type { Amount, Step } from "./tree.ts";

type Given = { percent?: number; amount?: number };

const adjustment = (digits: number): fc.Arbitrary<Given> =>
  fc.oneof(
    fc.integer({ min: 0, max: 1_000_000 }).map((units) => ({ percent: units / 10_000 })),
    fc.integer({ min: 1, max: 4_000 }).map((units) => ({ amount: units / 10 ** digits })),
  );
const lists = (digits: number) => ({
  discounts: fc.array(adjustment(digits), { maxLength: 3 }),
  charges: fc.array(adjustment(digits), { maxLength: 2 }),
});
const documentIn = (currency: string) => {
  const digits = currencyDigits(currency)!;
  return fc.record({
    currency: fc.constant(currency),
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 5_000 }).map((units) => units / 100),
        unit_price: fc.integer({ min: 0, max: 99_999_999 }).map((units) => units / 10_000),
        tax_rate: fc.oneof(
          fc.constantFrom(0, 5, 7.5, 19),
          fc.integer({ min: 0, max: 1_000_000 }).map((u) => u / 10_000),
        ),
        tax_category: fc.constantFrom("S", "S", "L"),
        ...lists(digits),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    ...lists(digits),
    prices_include_tax: fc.boolean(),
    withholding: fc.option(fc.integer({ min: 1, max: 1_000_000 }).map((units) => ({ rate: units / 10_000 }))),
    exchange_rate: fc.option(fc.integer({ min: 1, max: 99_999_999 }).map((units) => units / 10_000)),
  });
};
type Document = ReturnType<typeof documentIn> extends fc.Arbitrary<infer T> ? T : never;

const big = (value: number) => new Big(String(value));
const number = (value: Big) => Number(value.toFixed());
const read = ({ percent, amount }: Given) =>
  percent === undefined ? { amount: big(amount!) } : { percent: big(percent) };

/** The record that the service would make of it; undefined if it would refuse it. */
function recordOf({ lines, withholding, exchange_rate, ...document }: Document): DocumentRecord | undefined {
  const digits = currencyDigits(document.currency)!;
  const totals = computeTotals(
    lines.map((line) => ({
      quantity: big(line.quantity),
      unitPrice: big(line.unit_price),
      taxRate: big(line.tax_rate),
      taxCategory: line.tax_category,
      discounts: line.discounts.map(read),
      charges: line.charges.map(read),
    })),
    digits,
    {
      discounts: document.discounts.map(read),
      charges: document.charges.map(read),
      pricesIncludeTax: document.prices_include_tax,
      withholdingRate: withholding ? big(withholding.rate) : undefined,
    },
  );
  if (totals.excessive.length > 0) return undefined;
  const convert = (amount: Big) =>
    exchange_rate === null ? null : number(amount.times(big(exchange_rate)).round(2, Big.roundHalfUp));
  return {
    ...document,
    lines: lines.map((line, index) => ({
      ...line,
      description: `Work ${index}`,
      gross_amount: number(totals.lines[index]!.gross),
      discount_amount: number(addUp(totals.lines[index]!.discounts)),
      charge_amount: number(addUp(totals.lines[index]!.charges)),
      net_amount: number(totals.lines[index]!.net),
      tax_amount: number(totals.lines[index]!.tax),
      total_amount: number(totals.lines[index]!.total),
    })),
    subtotal: number(totals.subtotal),
    discount_total: number(totals.discountTotal),
    charge_total: number(totals.chargeTotal),
    taxes: totals.taxes.map(({ category, rate, taxable, tax }) => ({
      category,
      rate: number(rate),
      taxable_amount: number(taxable),
      tax_amount: number(tax),
    })),
    tax_total: number(totals.taxTotal),
    total: number(totals.total),
    withholding,
    withholding_amount: number(totals.withholding),
    accounting_currency: "EUR",
    exchange_rate,
    tax_total_accounting: convert(totals.taxTotal),
    total_accounting: convert(totals.total),
  };
}

const leavesOf = ({ parts }: Amount): Step[] =>
  parts.flatMap((part) => (part.parts.length > 0 ? part.parts : [part]));

/** The amount that a name such as `taxes[0].tax_amount` means. */
function fieldOf(record: object, name: string): unknown {
  const steps = name.split(/[.[\]]+/).filter((each) => each !== "");
  return steps.reduce<unknown>((value, each) => (value as Record<string, unknown>)[each], record);
}

test.each(["EUR", "JPY", "KWD"])(
  "in %s the leaves of every amount add up to it, and no difference is left",
  (currency) => {
    fc.assert(
      fc.property(documentIn(currency), (document) => {
        const record = recordOf(document);
        if (record === undefined) return;
        const amounts = explainDocument(record);
        const names = amounts.map(({ name }) => name);
        for (const field of ["gross", "discount", "charge", "net", "tax", "total"])
          expect(names).toContain(`lines[0].${field}_amount`);
        for (const amount of amounts) {
          expect(number(amount.amount), amount.name).toBe(fieldOf(record, amount.name));
          const leaves = leavesOf(amount);
          expect(addUp(leaves.map((leaf) => leaf.amount)).toFixed(), amount.name).toBe(
            amount.amount.toFixed(),
          );
          expect(leaves.map(({ rule }) => rule)).not.toContain("stored.difference");
          for (const { explainedBy } of leaves) {
            if (explainedBy !== null) expect(amounts.map(({ name }) => name)).toContain(explainedBy);
          }
        }
      }),
      { numRuns: 300 },
    );
  },
);

test("a rounding leads from the exact amount to the rounded one, by less than a unit", () => {
  fc.assert(
    fc.property(documentIn("EUR"), (document) => {
      const record = recordOf(document);
      if (record === undefined) return;
      for (const { amount, rounding } of explainDocument(record).flatMap(leavesOf)) {
        if (rounding === null) continue;
        const exact = new Big(rounding.exact);
        expect(exact.minus(amount).abs().lt("0.01")).toBe(true);
        if (rounding.method === "half_up")
          expect(exact.round(rounding.digits, Big.roundHalfUp).toFixed()).toBe(amount.toFixed());
      }
    }),
    { numRuns: 300 },
  );
});

test("an amount that the rules do not give is shown as stored, with the difference", () => {
  const record = recordOf({
    currency: "EUR",
    lines: [{ quantity: 1, unit_price: 10, tax_rate: 19, tax_category: "S", discounts: [], charges: [] }],
    discounts: [],
    charges: [],
    prices_include_tax: false,
    withholding: null,
    exchange_rate: null,
  })!;
  const amounts = explainDocument({ ...record, subtotal: 11 });
  const subtotal = amounts.find(({ name }) => name === "subtotal")!;
  expect(subtotal.parts.map(({ rule, amount }) => [rule, amount.toFixed()])).toEqual([
    ["line.net", "10"],
    ["stored.difference", "1"],
  ]);
});
