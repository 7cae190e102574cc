import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencyCodes, currencyDigits } from "../../../platform/values/currency.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { computeTotals, exceedsDigits, type Totals, type TotalsLine } from "./totals.ts";

// Integers with the number of digits behind the point, so that the oracle below needs no decimal library.
type Scaled = { units: bigint; scale: number };
type Case = { quantity: Scaled; price: Scaled; rate: Scaled; category: string };

// Small numbers make exact halves and equal remainders frequent; large ones reach beyond 15 digits.
const scaled = (min: number): fc.Arbitrary<Scaled> =>
  fc
    .tuple(
      fc.oneof(...[40, 100_000, 999_999_999_999_999].map((max) => fc.integer({ min, max }))),
      fc.integer({ min: 0, max: 6 }),
    )
    .map(([units, scale]) => ({ units: BigInt(units), scale }));

// A few usual rates make groups of several lines, though some are written with needless zeros.
const usualRates: Scaled[] = ["0", "5", "7.5", "7.50", "19", "19.0000", "100"].map((text) => {
  return { units: BigInt(text.replace(".", "")), scale: text.split(".")[1]?.length ?? 0 };
});
const anyRate = fc.integer({ min: 0, max: 1_000_000 }).map((units) => ({ units: BigInt(units), scale: 4 }));

const lineCase: fc.Arbitrary<Case> = fc.record({
  quantity: scaled(1),
  price: scaled(0),
  rate: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usualRates) }, { weight: 1, arbitrary: anyRate }),
  category: fc.constantFrom("S", "S", "S", "Z", "E", "AE", "K", "G", "O", "L", "M"),
});
const invoiceCase = fc.array(lineCase, { minLength: 1, maxLength: 20, size: "max" });

function write({ units, scale }: Scaled): string {
  const digits = units.toString().padStart(scale + 1, "0");
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function line(quantity: string, unitPrice: string, taxRate: string, taxCategory = "S"): TotalsLine {
  const [a, b, c] = [quantity, unitPrice, taxRate].map((text) => parseDecimal(text)!);
  return { quantity: a!, unitPrice: b!, taxRate: c!, taxCategory };
}

const lineOf = (from: Case) => line(write(from.quantity), write(from.price), write(from.rate), from.category);

// Amounts in minor units, rates in ten-thousandths of a percent: net × rate / taxScale is the tax.
type ExactLine = { net: bigint; tax: bigint; total: bigint };
type ExactGroup = { category: string; rate: bigint; taxable: bigint; tax: bigint };
type Exact = { lines: ExactLine[]; groups: ExactGroup[]; subtotal: bigint; taxTotal: bigint; total: bigint };

const taxScale = 1_000_000n;
const powers = Array.from({ length: 13 }, (_, exponent) => 10n ** BigInt(exponent));
const rateUnits = ({ units, scale }: Scaled) => units * powers[4 - scale]!;
const halfUp = (numerator: bigint, divisor: bigint) => (2n * numerator + divisor) / (2n * divisor);
const add = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);

// The oracle is integer arithmetic from end to end, and shares nothing with the code it judges.
function oracle(cases: readonly Case[], digits: number): Exact {
  const shares = cases.map(({ quantity, price, rate, category }) => {
    const net = halfUp(quantity.units * price.units * powers[digits]!, powers[quantity.scale + price.scale]!);
    const exact = net * rateUnits(rate);
    return { category, rate: rateUnits(rate), net, tax: exact / taxScale, remainder: exact % taxScale };
  });
  const groups: ExactGroup[] = [];
  for (const { category, rate } of shares) {
    if (groups.some((group) => group.category === category && group.rate === rate)) continue;
    const members = shares.filter((share) => share.category === category && share.rate === rate);
    const taxable = add(members.map((share) => share.net));
    const tax = halfUp(taxable * rate, taxScale);
    groups.push({ category, rate, taxable, tax });
    for (let missing = tax - add(members.map((share) => share.tax)); missing > 0n; missing -= 1n) {
      const most = members.reduce((a, b) => (b.remainder > a.remainder ? b : a));
      members.splice(members.indexOf(most), 1);
      most.tax += 1n;
    }
  }
  const subtotal = add(groups.map((group) => group.taxable));
  const taxTotal = add(groups.map((group) => group.tax));
  const lines = shares.map(({ net, tax }) => ({ net, tax, total: net + tax }));
  return { lines, groups, subtotal, taxTotal, total: subtotal + taxTotal };
}

function unitsOf(value: Totals["total"], digits: number): bigint {
  const text = toPlain(value);
  const point = text.indexOf(".");
  if (point < 0) return BigInt(text) * powers[digits]!;
  const unused = digits - (text.length - point - 1);
  if (unused < 0) throw new Error(`${text} has more than ${digits} decimals`);
  return BigInt(text.slice(0, point) + text.slice(point + 1)) * powers[unused]!;
}

function read(totals: Totals, digits: number): Exact {
  const units = (value: Totals["total"]) => unitsOf(value, digits);
  return {
    lines: totals.lines.map(({ net, tax, total }) => ({
      net: units(net),
      tax: units(tax),
      total: units(total),
    })),
    groups: totals.taxes.map(({ category, rate, taxable, tax }) => {
      return { category, rate: unitsOf(rate, 4), taxable: units(taxable), tax: units(tax) };
    }),
    subtotal: units(totals.subtotal),
    taxTotal: units(totals.taxTotal),
    total: units(totals.total),
  };
}

function amountsOf({ lines, groups, subtotal, taxTotal, total }: Exact): bigint[] {
  return [
    ...lines.flatMap((each) => [each.net, each.tax, each.total]),
    ...groups.flatMap((group) => [group.taxable, group.tax]),
    ...[subtotal, taxTotal, total],
  ];
}

const keysOf = ({ groups }: Exact) => groups.map(({ category, rate }) => `${category} ${rate}`);

// A plain comparison, because an `expect` for each amount of each case would take most of the time.
function same<T>(what: string, actual: T, expected: T): void {
  if (actual !== expected) throw new Error(`${what}: ${actual} instead of ${expected}`);
}

// These hold whatever the oracle says, so that a mistake made in both places alike would still show.
function checkInvariants(cases: readonly Case[], answer: Exact): void {
  const lines = answer.lines.map((each, index) => ({ ...each, from: cases[index]! }));
  for (const { net, tax, total, from } of lines) {
    same("line total", total, net + tax);
    const error = tax * taxScale - net * rateUnits(from.rate);
    same("line tax less than a unit off", -taxScale < error && error < taxScale, true);
  }
  for (const { category, rate, taxable, tax } of answer.groups) {
    const members = lines.filter(({ from }) => from.category === category && rateUnits(from.rate) === rate);
    same("taxable of the group", taxable, add(members.map((each) => each.net)));
    same("tax of the group", tax, add(members.map((each) => each.tax)));
  }
  same("subtotal", answer.subtotal, add(lines.map((each) => each.net)));
  same("tax total", answer.taxTotal, add(lines.map((each) => each.tax)));
  same("total", answer.total, answer.subtotal + answer.taxTotal);
}

function isTooLong(units: bigint, digits: number): boolean {
  if (units < 1_000_000_000_000_000n) return false;
  return digits === 0 || units % 10n !== 0n || isTooLong(units / 10n, digits - 1);
}

function check(cases: readonly Case[], digits: number): void {
  const totals = computeTotals(cases.map(lineOf), digits);
  const [answer, expected] = [read(totals, digits), oracle(cases, digits)];
  const amounts = amountsOf(answer);
  same("number of lines", answer.lines.length, cases.length);
  same("groups", keysOf(answer).join(), keysOf(expected).join());
  amountsOf(expected).forEach((amount, index) => {
    same(`amount ${index}`, amounts[index], amount);
  });
  checkInvariants(cases, answer);
  same(
    "exceedsDigits",
    exceedsDigits(totals),
    amounts.some((units) => isTooLong(units, digits)),
  );
}

function describeTotals(lines: TotalsLine[], digits = 2): string[] {
  const { lines: each, taxes, subtotal, taxTotal, total } = computeTotals(lines, digits);
  const words = (...values: Totals["total"][]) => values.map(toPlain).join(" ");
  return [
    ...each.map((amounts) => words(amounts.net, amounts.tax, amounts.total)),
    ...taxes.map(({ category, rate, taxable, tax }) => `${category} ${words(rate, taxable, tax)}`),
    words(subtotal, taxTotal, total),
  ];
}

describe("computeTotals, by hand", () => {
  test("lines and taxes are rounded half up, to the digits of the currency", () => {
    const reported = (from: TotalsLine, digits: number) => describeTotals([from], digits);
    expect(reported(line("3", "10.555", "0", "Z"), 2)).toEqual([
      "31.67 0 31.67",
      "Z 0 31.67 0",
      "31.67 0 31.67",
    ]);
    expect(reported(line("0.75", "98.50", "19"), 2)[0]).toBe("73.88 14.04 87.92");
    expect(reported(line("1", "105", "10"), 0)[0]).toBe("105 11 116");
    expect(reported(line("1", "1.0005", "5"), 3)[0]).toBe("1.001 0.05 1.051");
    expect(describeTotals([])).toEqual(["0 0 0"]);
  });

  test("of equal remainders the earlier line gets the unit", () => {
    const dime = line("1", "0.10", "5");
    const expected = ["0.1 0.01 0.11", "0.1 0.01 0.11", "0.1 0 0.1", "S 5 0.3 0.02", "0.3 0.02 0.32"];
    expect(describeTotals([dime, dime, dime])).toEqual(expected);
  });

  test("the largest remainder gets the unit, whatever the position of its line", () => {
    const lines = [line("1", "0.11", "10"), line("1", "0.19", "10"), line("1", "0.10", "10")];
    expect(describeTotals(lines).slice(0, 3)).toEqual(["0.11 0.01 0.12", "0.19 0.02 0.21", "0.1 0.01 0.11"]);
  });

  test("7.5 and 7.50 are one group, another category is another; the lines give the order", () => {
    const lines = [
      line("1", "10", "7.5"),
      line("1", "5", "0", "E"),
      line("2", "10", "7.50"),
      line("1", "5", "0", "Z"),
    ];
    expect(describeTotals(lines).slice(4, -1)).toEqual(["S 7.5 30 2.25", "E 0 5 0", "Z 0 5 0"]);
  });
});

test.each([
  ["9999999999999.99", "0", false],
  ["10000000000000.01", "0", true],
  ["9999999999999.99", "10", true],
  ["999999999999999", "0", false],
  ["1000000000000000", "0", true],
])("an amount of %s taxed at %s exceeds the digits: %s", (price, rate, expected) => {
  expect(exceedsDigits(computeTotals([line("1", price, rate)], 2))).toBe(expected);
});

test("exceedsDigits checks every amount", () => {
  const totals = computeTotals([line("1", "1", "5")], 2);
  const long = parseDecimal("10000000000000.01")!;
  const spoiled: Totals[] = [
    ...["net", "tax", "total"].map((name) => ({ ...totals, lines: [{ ...totals.lines[0]!, [name]: long }] })),
    ...["taxable", "tax"].map((name) => ({ ...totals, taxes: [{ ...totals.taxes[0]!, [name]: long }] })),
    ...["subtotal", "taxTotal", "total"].map((name) => ({ ...totals, [name]: long })),
  ];
  expect([totals, ...spoiled].map(exceedsDigits)).toEqual([false, ...spoiled.map(() => true)]);
  // One among several is enough.
  const two = computeTotals([line("1", "1", "5"), line("1", "1", "0", "Z")], 2);
  for (const place of [0, 1]) {
    const spoil = <T>(each: T, index: number) => (index === place ? { ...each, tax: long } : each);
    expect(exceedsDigits({ ...two, lines: two.lines.map(spoil) })).toBe(true);
    expect(exceedsDigits({ ...two, taxes: two.taxes.map(spoil) })).toBe(true);
  }
});

describe("computeTotals equals exact integer arithmetic", { timeout: 120_000 }, () => {
  test.each([0, 2, 3, 4])("with %i decimals", (digits) => {
    fc.assert(
      fc.property(invoiceCase, (cases) => check(cases, digits)),
      { numRuns: 4_000 },
    );
  });

  test("in every currency of the table", () => {
    const currency = fc.constantFrom(...currencyCodes);
    const holds = fc.property(invoiceCase, currency, (cases, code) => check(cases, currencyDigits(code)!));
    fc.assert(holds, { numRuns: 10_000 });
  });

  test("the order of the lines changes no group and no total", () => {
    const groupsAndTotals = (cases: Case[]) => describeTotals(cases.map(lineOf)).slice(cases.length).sort();
    const shuffled = invoiceCase.chain((cases) =>
      fc.tuple(fc.constant(cases), fc.shuffledSubarray(cases, { minLength: cases.length })),
    );
    const holds = fc.property(shuffled, ([cases, others]) => {
      same("shuffled", groupsAndTotals(others).join(), groupsAndTotals(cases).join());
    });
    fc.assert(holds, { numRuns: 10_000 });
  });
});
