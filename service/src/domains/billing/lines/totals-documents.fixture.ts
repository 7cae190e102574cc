import { isDeepStrictEqual } from "node:util";
import { Big } from "big.js";
import fc from "fast-check";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { compareAccounting, type Exchange, exchange } from "./accounting.fixture.ts";
import type { Adjustment } from "./adjustments.ts";
import { addUp, computeTotals, type Totals, type TotalsLine, type TotalsTerms } from "./totals.ts";
import {
  type ExactTotals,
  exactTotals,
  type GivenAdjustment,
  type GivenDocument,
  type GivenLine,
} from "./totals-oracle.fixture.ts";

export type RandomDocument = {
  document: GivenDocument;
  exchange: Exchange;
  currency: { code: string; digits: number };
};

// With all of the six decimals that the API takes. Each has 15 digits, as the longest number that it takes, or almost; the
// totals then have more than can be stored, and are compared all the same.
const largestQuantity = 99_999_999_999_999;
const largestPrice = 999_999_999_999_999;

/** Random documents with everything that changes a total, in currencies with 0, 2 and 3 digits. */
export const randomDocument: fc.Arbitrary<RandomDocument> = fc.record({
  document: fc.record({
    lines: fc.array(givenLine(), { minLength: 1, maxLength: 8 }),
    ...lists(9_000),
    includesTax: fc.boolean(),
    withholding: fc.oneof(fc.constantFrom(0, 50_000, 1_000_000), fc.integer({ min: 1, max: 1_000_000 })),
  }),
  exchange,
  currency: fc.constantFrom(
    ...["JPY", "XAF"].map((code) => ({ code, digits: 0 })),
    ...["NGN", "EUR"].map((code) => ({ code, digits: 2 })),
    ...["KWD", "TND"].map((code) => ({ code, digits: 3 })),
  ),
});

/** Throws if the totals of a document differ from whole-number arithmetic, or contradict each other. */
export function checkDocument(from: RandomDocument, compute: typeof computeTotals = computeTotals): void {
  const { document, currency } = from;
  const { digits } = currency;
  same("digits of the currency", currencyDigits(currency.code), digits);
  const totals = computeDocument(document, digits, compute);
  const expected = exactTotals(document, digits);
  same("totals", read(totals, digits), expected);
  checkInvariants(document, totals);
  const accounting = compareAccounting(from.exchange, [expected.taxTotal, expected.total], digits);
  same("accounting", accounting.actual, accounting.expected);
}

function givenLine(): fc.Arbitrary<GivenLine> {
  // Small numbers and usual rates make exact halves, equal remainders and groups of several lines frequent.
  const rate = fc.oneof(
    fc.constantFrom(0, 50_000, 75_000, 190_000, 1_000_000),
    fc.integer({ min: 0, max: 1_000_000 }),
  );
  const taxed = fc.record({ rate, category: fc.constantFrom("S", "S", "S", "L", "M") });
  const untaxed = fc.record({
    rate: fc.constant(0),
    category: fc.constantFrom("Z", "E", "AE", "K", "G", "O"),
  });
  return fc
    .record({
      quantity: fc.oneof(
        fc.constant(1_000_000),
        hundredths(5_000),
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.integer({ min: 1, max: 50_000_000 }),
        fc.integer({ min: 1, max: largestQuantity }),
      ),
      price: fc.oneof(
        fc.constant(0),
        hundredths(900),
        fc.integer({ min: 0, max: 9_000_000 }),
        fc.integer({ min: 0, max: 9_999_999_999 }),
        fc.integer({ min: 0, max: largestPrice }),
      ),
      tax: fc.oneof({ weight: 4, arbitrary: taxed }, { weight: 1, arbitrary: untaxed }),
      ...lists(4_000),
    })
    .map(({ tax, ...line }) => ({ ...line, ...tax }));
}

/** Few decimals make exact halves, all six of them long products. */
function hundredths(max: number) {
  return fc.integer({ min: 1, max }).map((value) => value * 10_000);
}

function lists(amountMax: number) {
  const list = fc.array(givenAdjustment(amountMax), { maxLength: 5 });
  // Tax is shared by the lines in another way where the document has none.
  const listOrNone = fc.oneof(fc.constant<GivenAdjustment[]>([]), list);
  return { discounts: listOrNone, charges: listOrNone };
}

function givenAdjustment(amountMax: number): fc.Arbitrary<GivenAdjustment> {
  const percent = fc.oneof(
    fc.constantFrom(0, 50_000, 100_000, 333_333, 1_000_000),
    fc.integer({ min: 0, max: 1_000_000 }),
  );
  return fc.oneof(
    percent.map((units) => ({ kind: "percent" as const, units })),
    fc.integer({ min: 1, max: amountMax }).map((units) => ({ kind: "amount" as const, units })),
  );
}

const scaled = (units: number, scale: number) => new Big(`${units}e-${scale}`);
const adjustment =
  (digits: number) =>
  ({ kind, units }: GivenAdjustment): Adjustment =>
    kind === "percent" ? { percent: scaled(units, 4) } : { amount: scaled(units, digits) };

function computeDocument(from: GivenDocument, digits: number, compute: typeof computeTotals): Totals {
  const { lines, discounts, charges, includesTax, withholding } = from;
  const parse = adjustment(digits);
  const parsed: TotalsLine[] = lines.map((line) => ({
    quantity: scaled(line.quantity, 6),
    unitPrice: scaled(line.price, 6),
    taxRate: scaled(line.rate, 4),
    taxCategory: line.category,
    discounts: line.discounts.map(parse),
    charges: line.charges.map(parse),
  }));
  const terms: TotalsTerms = {
    discounts: discounts.map(parse),
    charges: charges.map(parse),
    pricesIncludeTax: includesTax,
    withholdingRate: withholding === 0 ? undefined : scaled(withholding, 4),
  };
  return compute(parsed, digits, terms);
}

function read(totals: Totals, digits: number): ExactTotals {
  const units = (amount: Big) => {
    const minor = amount.times(10 ** digits);
    if (!minor.eq(minor.round(0))) throw new Error(`${toPlain(amount)} has more than ${digits} decimals`);
    return BigInt(minor.toFixed(0));
  };
  return {
    lines: totals.lines.map(({ gross, discounts, charges, net, tax, total }) => ({
      gross: units(gross),
      discounts: discounts.map(units),
      charges: charges.map(units),
      net: units(net),
      tax: units(tax),
      total: units(total),
    })),
    groups: totals.taxes.map(({ category, rate, taxable, tax }) => ({
      key: `${category} ${rate.times(10_000).toFixed()}`,
      taxable: units(taxable),
      tax: units(tax),
      shares: totals.shares
        .filter((share) => share.category === category && share.rate.eq(rate))
        .map(({ kind, net }) => (kind === "discount" ? -units(net) : units(net))),
    })),
    subtotal: units(totals.subtotal),
    discountTotal: units(totals.discountTotal),
    chargeTotal: units(totals.chargeTotal),
    taxTotal: units(totals.taxTotal),
    total: units(totals.total),
    withheld: units(totals.withholding),
    fits: totals.excessive.length === 0,
  };
}

// These hold whatever the oracle says, so that a mistake made in both places alike would still show.
function checkInvariants(from: GivenDocument, totals: Totals): void {
  const { lines, taxes, shares } = totals;
  const isNegative = (amount: Big) => amount.lt(0);
  const amounts = lines.flatMap(({ gross, net, tax, parts }) => [gross, net, tax, parts.gross]);
  const withoutTax = totals.total.minus(totals.taxTotal);
  const taxable = taxes.map((group) => group.taxable);
  same("no amount is negative", [...amounts, totals.total, ...taxable].some(isNegative), false);
  same("the taxable amounts are the document without tax", addUp(taxable).toFixed(), withoutTax.toFixed());
  same("no more is withheld than the document without tax", totals.withholding.gt(withoutTax), false);
  for (const { net, tax, total, parts } of lines) {
    same("line total", total.toFixed(), net.plus(tax).toFixed());
    const sum = parts.gross.minus(addUp(parts.discounts)).plus(addUp(parts.charges));
    same("parts of a line", sum.toFixed(), net.toFixed());
  }
  for (const group of taxes) {
    const isHere = (each: { category: string; rate: Big }) =>
      each.category === group.category && each.rate.eq(group.rate);
    const own = lines.filter((_, index) => {
      const { category, rate } = from.lines[index]!;
      return isHere({ category, rate: scaled(rate, 4) });
    });
    const onDocument = shares
      .filter(isHere)
      .map(({ kind, net }) => (kind === "charge" ? net : net.times(-1)));
    const sum = addUp([...own.map(({ net }) => net), ...onDocument]);
    same("taxable of the group", sum.toFixed(), group.taxable.toFixed());
    same("tax of the group", addUp(own.map((line) => line.tax)).toFixed(), group.tax.toFixed());
  }
  if (!from.includesTax || shares.length > 0) return;
  // What the buyer sees is what they pay.
  const seen = lines.map(({ gross, discounts, charges }) =>
    gross.minus(addUp(discounts)).plus(addUp(charges)),
  );
  same("the total is the sum of what the lines show", totals.total.toFixed(), addUp(seen).toFixed());
  same(
    "each line's total is what it shows",
    lines.map(({ total }) => total.toFixed()),
    seen.map((each) => each.toFixed()),
  );
}

const text = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each));

// A plain comparison, because an `expect` for each amount of each document would take most of the time.
function same(what: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${what}: ${text(actual)} instead of ${text(expected)}`);
}
