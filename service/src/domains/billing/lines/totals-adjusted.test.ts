import { Big } from "big.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPlain } from "../../../platform/values/money.ts";
import { compareAccounting, exchange } from "./accounting.fixture.ts";
import type { Adjustment } from "./adjustments.ts";
import { addUp, computeTotals, type Totals, type TotalsLine, type TotalsTerms } from "./totals.ts";

// More of them with TOTALS_DOCUMENTS=1000000: a long run takes about half an hour.
const documents = Number(process.env.TOTALS_DOCUMENTS ?? 6_000);

type GivenAdjustment = { kind: "percent" | "amount"; units: number };
type GivenLine = {
  quantity: number;
  price: number;
  rate: number;
  category: string;
  discounts: GivenAdjustment[];
  charges: GivenAdjustment[];
};
type Given = {
  lines: GivenLine[];
  discounts: GivenAdjustment[];
  charges: GivenAdjustment[];
  includesTax: boolean;
  withholding: number;
};

// Percentages in ten-thousandths, amounts in minor units, quantities in hundredths, prices in ten-thousandths.
const given = (amountMax: number): fc.Arbitrary<GivenAdjustment> =>
  fc.oneof(
    fc
      .oneof(fc.constantFrom(0, 50_000, 100_000, 333_333, 1_000_000), fc.integer({ min: 0, max: 1_000_000 }))
      .map((units) => ({ kind: "percent" as const, units })),
    fc.integer({ min: 1, max: amountMax }).map((units) => ({ kind: "amount" as const, units })),
  );
const lists = (amountMax: number) => ({
  discounts: fc.array(given(amountMax), { maxLength: 3 }),
  charges: fc.array(given(amountMax), { maxLength: 2 }),
});
const givenLine: fc.Arbitrary<GivenLine> = fc.record({
  quantity: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 5_000 })),
  price: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 90_000 }),
    fc.integer({ min: 0, max: 99_999_999 }),
  ),
  rate: fc.oneof(
    fc.constantFrom(0, 50_000, 75_000, 190_000, 1_000_000),
    fc.integer({ min: 0, max: 1_000_000 }),
  ),
  category: fc.constantFrom("S", "S", "S", "L", "M"),
  ...lists(4_000),
});
const document: fc.Arbitrary<Given> = fc.record({
  lines: fc.array(givenLine, { minLength: 1, maxLength: 8 }),
  ...lists(9_000),
  includesTax: fc.boolean(),
  withholding: fc.oneof(fc.constantFrom(0, 50_000, 1_000_000), fc.integer({ min: 1, max: 1_000_000 })),
});

const scaled = (units: number, scale: number) => new Big(String(units)).div(10 ** scale);
const adjustment =
  (digits: number) =>
  ({ kind, units }: GivenAdjustment): Adjustment =>
    kind === "percent" ? { percent: scaled(units, 4) } : { amount: scaled(units, digits) };

function compute(from: Given, digits: number): Totals {
  const { lines, discounts, charges, includesTax, withholding } = from;
  const parse = adjustment(digits);
  const parsed: TotalsLine[] = lines.map((line) => ({
    quantity: scaled(line.quantity, 2),
    unitPrice: scaled(line.price, 4),
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
  return computeTotals(parsed, digits, terms);
}

// The oracle: whole numbers only, and its own way to share an amount, by looking for the largest remainder each time.
const halfUp = (numerator: bigint, divisor: bigint) => (2n * numerator + divisor) / (2n * divisor);
const add = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
const million = 1_000_000n;

function share(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = add(weights);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  return settle(
    amount,
    weights.map((weight) => [amount * weight, whole] as const),
  );
}

function settle(total: bigint, exact: readonly (readonly [bigint, bigint])[]): bigint[] {
  const floor = ([n, d]: readonly [bigint, bigint]) => (n >= 0n ? n / d : -((-n + d - 1n) / d));
  const parts = exact.map(floor);
  const rest = exact.map(([n, d], index) => n - parts[index]! * d);
  while (add(parts) < total) {
    let best = 0;
    rest.forEach((remainder, index) => {
      if (remainder > rest[best]!) best = index;
    });
    parts[best]! += 1n;
    rest[best] = -1n;
  }
  return parts;
}

type Applied = { discounts: bigint[]; charges: bigint[]; left: bigint; fits: boolean };

function apply(gross: bigint, discounts: GivenAdjustment[], charges: GivenAdjustment[]): Applied {
  const result: Applied = { discounts: [], charges: [], left: gross, fits: true };
  const value = ({ kind, units }: GivenAdjustment) =>
    kind === "percent" ? halfUp(result.left * BigInt(units), million) : BigInt(units);
  for (const discount of discounts) {
    const amount = value(discount);
    if (amount > result.left) result.fits = false;
    const taken = amount > result.left ? result.left : amount;
    result.discounts.push(taken);
    result.left -= taken;
  }
  for (const charge of charges) {
    const amount = value(charge);
    result.charges.push(amount);
    result.left += amount;
  }
  return result;
}

function oracle({ lines, discounts, charges, includesTax, withholding }: Given, digits: number) {
  const unit = 10n ** BigInt(digits);
  const applied = lines.map((line) => {
    const gross = halfUp(BigInt(line.quantity) * BigInt(line.price) * unit, million);
    return { gross, ...apply(gross, line.discounts, line.charges) };
  });
  const keys = [...new Set(lines.map(({ category, rate }) => `${category} ${rate}`))];
  const members = keys.map((key) =>
    lines.flatMap(({ category, rate }, index) => (`${category} ${rate}` === key ? [index] : [])),
  );
  const left = members.map((indexes) => add(indexes.map((index) => applied[index]!.left)));
  const whole = apply(add(left), discounts, charges);
  const signed: bigint[][] = [];
  for (const [sign, amounts] of [[-1n, whole.discounts] as const, [1n, whole.charges] as const]) {
    for (const amount of amounts) {
      const parts = share(amount, left);
      parts.forEach((part, place) => {
        left[place]! += sign * part;
      });
      signed.push(parts.map((part) => sign * part));
    }
  }
  const nets: bigint[] = [];
  const taxes: bigint[] = [];
  const groups = keys.map((key, place) => {
    const rate = BigInt(key.split(" ")[1]!);
    const gross = left[place]!;
    const tax = includesTax ? halfUp(gross * rate, million + rate) : halfUp(gross * rate, million);
    const taxable = includesTax ? gross - tax : gross;
    const own = signed.map((parts) => parts[place]!).filter((part) => part !== 0n);
    const indexes = members[place]!;
    const priced = indexes.map((index) => applied[index]!.left);
    const without = includesTax
      ? settle(
          taxable,
          [...priced, ...own].map((amount) => [amount * million, million + rate] as const),
        )
      : [...priced, ...own];
    const lineTaxes =
      own.length > 0
        ? share(tax, without.slice(0, indexes.length))
        : includesTax
          ? priced.map((amount, at) => amount - without[at]!)
          : settle(
              tax,
              priced.map((net) => [net * rate, million] as const),
            );
    indexes.forEach((index, at) => {
      nets[index] = without[at]!;
      taxes[index] = lineTaxes[at]!;
    });
    const onDocument = without.slice(indexes.length);
    return {
      taxable,
      tax,
      discounts: onDocument.filter((part) => part < 0n),
      charges: onDocument.filter((part) => part > 0n),
    };
  });
  const subtotal = add(nets);
  const discountTotal = -add(groups.flatMap((group) => group.discounts));
  const chargeTotal = add(groups.flatMap((group) => group.charges));
  const taxTotal = add(groups.map((group) => group.tax));
  return {
    lines: applied.map(({ gross, discounts: off, charges: on }, index) => [
      gross,
      add(off),
      add(on),
      nets[index]!,
      taxes[index]!,
    ]),
    groups: groups.map(({ taxable, tax }) => [taxable, tax]),
    totals: [
      subtotal,
      discountTotal,
      chargeTotal,
      taxTotal,
      subtotal - discountTotal + chargeTotal + taxTotal,
    ],
    withheld: halfUp(add(groups.map(({ taxable }) => taxable)) * BigInt(withholding), million),
    fits: whole.fits && applied.every(({ fits }) => fits),
  };
}

function read(totals: Totals, digits: number) {
  const units = (amount: Big) => {
    const scaledAmount = amount.times(10 ** digits);
    if (!scaledAmount.eq(scaledAmount.round(0)))
      throw new Error(`${toPlain(amount)} has more than ${digits} decimals`);
    return BigInt(scaledAmount.toFixed(0));
  };
  return {
    lines: totals.lines.map((line) =>
      [line.gross, addUp(line.discounts), addUp(line.charges), line.net, line.tax].map(units),
    ),
    groups: totals.taxes.map(({ taxable, tax }) => [units(taxable), units(tax)]),
    totals: [totals.subtotal, totals.discountTotal, totals.chargeTotal, totals.taxTotal, totals.total].map(
      units,
    ),
    withheld: units(totals.withholding),
    fits: totals.excessive.length === 0,
  };
}

const text = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each));

function same(what: string, actual: unknown, expected: unknown): void {
  if (text(actual) !== text(expected))
    throw new Error(`${what}: ${text(actual)} instead of ${text(expected)}`);
}

// These hold whatever the oracle says, so that a mistake made in both places alike would still show.
function checkInvariants(from: Given, totals: Totals): void {
  const { lines, taxes, shares } = totals;
  const isNegative = (amount: Big) => amount.lt(0);
  const amounts = lines.flatMap(({ gross, net, tax, parts }) => [gross, net, tax, parts.gross]);
  same(
    "no amount is negative",
    [...amounts, totals.total, ...taxes.map(({ taxable }) => taxable)].some(isNegative),
    false,
  );
  same(
    "the taxable amounts are the document without tax",
    addUp(taxes.map(({ taxable }) => taxable)).toFixed(),
    totals.total.minus(totals.taxTotal).toFixed(),
  );
  const withoutTax = totals.total.minus(totals.taxTotal);
  same("no more is withheld than the document without tax", totals.withholding.gt(withoutTax), false);
  for (const { net, tax, total, parts } of lines) {
    same("line total", total.toFixed(), net.plus(tax).toFixed());
    same(
      "parts of a line",
      parts.gross.minus(addUp(parts.discounts)).plus(addUp(parts.charges)).toFixed(),
      net.toFixed(),
    );
  }
  for (const { category, rate, taxable, tax } of taxes) {
    const isHere = (each: { category: string; rate: Big }) =>
      each.category === category && each.rate.eq(rate);
    const own = lines.filter((_, index) => {
      const { category: letter, rate: units } = from.lines[index]!;
      return isHere({ category: letter, rate: scaled(units, 4) });
    });
    const onDocument = shares
      .filter(isHere)
      .map(({ kind, net }) => (kind === "charge" ? net : net.times(-1)));
    same(
      "taxable of the group",
      addUp([...own.map(({ net }) => net), ...onDocument]).toFixed(),
      taxable.toFixed(),
    );
    same("tax of the group", addUp(own.map((line) => line.tax)).toFixed(), tax.toFixed());
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

describe("with discounts, charges and prices that contain tax", { timeout: 7_200_000 }, () => {
  test.each([0, 2, 3])("totals equal whole-number arithmetic with %i decimals", (digits) => {
    fc.assert(
      fc.property(document, exchange, (from, rate) => {
        const totals = compute(from, digits);
        const [actual, expected] = [read(totals, digits), oracle(from, digits)];
        same("lines", actual.lines, expected.lines);
        same("groups", actual.groups, expected.groups);
        same("totals", actual.totals, expected.totals);
        same("withheld", actual.withheld, expected.withheld);
        same("fits", actual.fits, expected.fits);
        checkInvariants(from, totals);
        const accounting = compareAccounting(rate, expected.totals.slice(3), digits);
        same("accounting", accounting.actual, accounting.expected);
      }),
      { numRuns: Math.ceil(documents / 3) },
    );
  });
});

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
