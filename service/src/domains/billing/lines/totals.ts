import { Big } from "big.js";
import { digitCount, maxDigits, roundDown, roundHalfUp, toPlain } from "../../../platform/values/money.ts";
import { type Adjusted, type Adjustment, adjust } from "./adjustments.ts";
import { fromUnits, roundTogether, shareByWeight, toUnits } from "./shares.ts";

export type TotalsLine = {
  quantity: Big;
  unitPrice: Big;
  taxRate: Big;
  taxCategory: string;
  discounts?: readonly Adjustment[];
  charges?: readonly Adjustment[];
};

/** What holds for the document as a whole. */
export type TotalsTerms = {
  discounts?: readonly Adjustment[];
  charges?: readonly Adjustment[];
  /** Prices, and so discounts and charges, contain the tax. */
  pricesIncludeTax?: boolean;
  /** The percentage that the buyer withholds. */
  withholdingRate?: Big | undefined;
};

/**
 * `gross`, `discounts` and `charges` are in terms of the prices, so they contain the tax where the prices do. `parts` are
 * the same amounts without tax, and add up to `net`.
 */
export type LineTotals = {
  gross: Big;
  discounts: Big[];
  charges: Big[];
  net: Big;
  tax: Big;
  total: Big;
  parts: { gross: Big; discounts: Big[]; charges: Big[] };
};
export type TaxGroup = { category: string; rate: Big; taxable: Big; tax: Big };
/** The part of a discount or charge on the document that belongs to one tax group, without tax. */
export type DocumentShare = {
  kind: "discount" | "charge";
  index: number;
  category: string;
  rate: Big;
  net: Big;
};
/** A discount that is larger than the amount it applies to; without a line, one of the document's. */
export type ExcessiveDiscount = { line?: number; discount: number };
export type Totals = {
  lines: LineTotals[];
  shares: DocumentShare[];
  taxes: TaxGroup[];
  /** The sum of the lines' net amounts. */
  subtotal: Big;
  /** Those on the document, without tax: total = subtotal − discountTotal + chargeTotal + taxTotal. */
  discountTotal: Big;
  chargeTotal: Big;
  taxTotal: Big;
  total: Big;
  /** What the buyer withholds of the total without tax. It is a way to pay, and lowers no other amount. */
  withholding: Big;
  excessive: ExcessiveDiscount[];
};

type Member = { index: number; net: Big };
type GroupedLines = { category: string; rate: Big; members: Member[] };

const zero = new Big("0");
const percent = new Big("0.01");
const none: readonly Adjustment[] = [];

/**
 * The order is that of EN 16931: lines are rounded first, with their discounts and charges; those on the document are
 * shared by the tax groups; tax is rounded once per group, never per line.
 */
export function computeTotals(lines: readonly TotalsLine[], digits: number, terms: TotalsTerms = {}): Totals {
  const adjusted = lines.map((line) => adjustLine(line, digits));
  const groups = groupByTax(
    lines,
    adjusted.map(({ left }) => left),
  );
  const onDocument = adjustDocument(groups, terms, digits);
  const lineNets = adjusted.map(({ left }) => left);
  const lineTaxes = new Array<Big>(lines.length);
  const shares: DocumentShare[] = [];
  const taxes = groups.map(({ category, rate, members }, place) => {
    const own = onDocument.shares.flatMap((share) => {
      const amount = share.amounts[place]!;
      return amount.eq(zero) ? [] : [{ ...share, amount }];
    });
    const group = terms.pricesIncludeTax
      ? taxWithin({ rate, members, own }, digits, lineNets, lineTaxes)
      : taxOnTop({ rate, members, own }, digits, lineTaxes);
    own.forEach(({ kind, index }, at) => {
      shares.push({ kind, index, category, rate, net: group.nets[at]! });
    });
    return { category, rate, taxable: group.taxable, tax: group.tax };
  });
  const totalOf = (kind: DocumentShare["kind"]) =>
    addUp(shares.filter((share) => share.kind === kind).map((share) => share.net));
  const subtotal = addUp(lineNets);
  const discountTotal = totalOf("discount");
  const chargeTotal = totalOf("charge");
  const taxTotal = addUp(taxes.map((group) => group.tax));
  const net = subtotal.minus(discountTotal).plus(chargeTotal);
  const { withholdingRate = zero } = terms;
  return {
    lines: lines.map(({ taxRate }, index) => {
      const amounts = { net: lineNets[index]!, tax: lineTaxes[index]! };
      return lineTotals(adjusted[index]!, amounts, terms.pricesIncludeTax ? { taxRate, digits } : undefined);
    }),
    shares,
    taxes,
    subtotal,
    discountTotal,
    chargeTotal,
    taxTotal,
    total: net.plus(taxTotal),
    withholding: roundHalfUp(net.times(withholdingRate).times(percent), digits),
    excessive: [
      ...adjusted.flatMap(({ excessive }, line) =>
        excessive === undefined ? [] : [{ line, discount: excessive }],
      ),
      ...(onDocument.excessive === undefined ? [] : [{ discount: onDocument.excessive }]),
    ],
  };
}

export function exceedsDigits(totals: Totals): boolean {
  const tooLong = (amount: Big) => digitCount(amount) > maxDigits;
  const { subtotal, discountTotal, chargeTotal, taxTotal, total } = totals;
  return (
    [subtotal, discountTotal, chargeTotal, taxTotal, total].some(tooLong) ||
    totals.taxes.some((group) => tooLong(group.taxable) || tooLong(group.tax)) ||
    totals.lines.some(
      (line) =>
        [line.gross, line.net, line.tax, line.total].some(tooLong) ||
        tooLong(addUp(line.discounts)) ||
        tooLong(addUp(line.charges)),
    )
  );
}

type AdjustedLine = Adjusted & { gross: Big };

function adjustLine(line: TotalsLine, digits: number): AdjustedLine {
  const gross = roundHalfUp(line.quantity.times(line.unitPrice), digits);
  const { discounts = none, charges = none } = line;
  return { gross, ...adjust(gross, { discounts, charges }, digits) };
}

/** `included` is given where the prices include the tax. */
function lineTotals(
  adjusted: AdjustedLine,
  { net, tax }: { net: Big; tax: Big },
  included: { taxRate: Big; digits: number } | undefined,
): LineTotals {
  const { gross, discounts, charges } = adjusted;
  const parts = included
    ? partsWithoutTax(adjusted, net, included.taxRate, included.digits)
    : { gross, discounts, charges };
  return { gross, discounts, charges, net, tax, total: net.plus(tax), parts };
}

/** `amounts` has an entry for each tax group, in terms of the prices. */
type SharedAdjustment = Pick<DocumentShare, "kind" | "index"> & { amounts: Big[] };

/** Each discount and charge is shared by the groups in proportion to what the ones before it left of them. */
function adjustDocument(
  groups: readonly GroupedLines[],
  { discounts = none, charges = none }: TotalsTerms,
  digits: number,
): { shares: SharedAdjustment[]; excessive: number | undefined } {
  if (discounts.length === 0 && charges.length === 0) return { shares: [], excessive: undefined };
  let left = groups.map(({ members }) => toUnits(addUp(members.map((member) => member.net)), digits));
  const whole = fromUnits(
    left.reduce((total, units) => total + units, 0n),
    digits,
  );
  const adjusted = adjust(whole, { discounts, charges }, digits);
  const share = (kind: DocumentShare["kind"], amount: Big, index: number): SharedAdjustment => {
    const parts = shareByWeight(toUnits(amount, digits), left);
    left = left.map((units, place) => (kind === "discount" ? units - parts[place]! : units + parts[place]!));
    return { kind, index, amounts: parts.map((units) => fromUnits(units, digits)) };
  };
  return {
    shares: [
      ...adjusted.discounts.map((amount, index) => share("discount", amount, index)),
      ...adjusted.charges.map((amount, index) => share("charge", amount, index)),
    ],
    excessive: adjusted.excessive,
  };
}

type OwnShare = Pick<DocumentShare, "kind" | "index"> & { amount: Big };
type GroupToTax = { rate: Big; members: Member[]; own: readonly OwnShare[] };
type TaxedGroup = { taxable: Big; tax: Big; nets: Big[] };

const signed = ({ kind, amount }: OwnShare) => (kind === "discount" ? zero.minus(amount) : amount);

function taxOnTop({ rate, members, own }: GroupToTax, digits: number, lineTaxes: Big[]): TaxedGroup {
  const taxable = addUp([...members.map((member) => member.net), ...own.map(signed)]);
  const factor = rate.times(percent);
  const tax = roundHalfUp(taxable.times(factor), digits);
  if (own.length === 0) shareTax(members, factor, tax, digits, lineTaxes);
  else shareTaxByNet(members, tax, digits, lineTaxes);
  return { taxable, tax, nets: own.map(({ amount }) => amount) };
}

/**
 * The members' amounts contain the tax. It is computed on their sum; what is left of lines, discounts and charges is
 * rounded together, so that they add up to the taxable amount.
 */
function taxWithin(
  { rate, members, own }: GroupToTax,
  digits: number,
  lineNets: Big[],
  lineTaxes: Big[],
): TaxedGroup {
  const amounts = [...members.map((member) => member.net), ...own.map(signed)].map((amount) =>
    toUnits(amount, digits),
  );
  const gross = amounts.reduce((total, units) => total + units, 0n);
  const rateUnits = toUnits(rate, rateDigits);
  const tax = divideHalfUp(gross * rateUnits, hundredPercent + rateUnits);
  const nets = roundTogether(
    gross - tax,
    amounts.map((units) => units * hundredPercent),
    hundredPercent + rateUnits,
  ).map((units) => fromUnits(units, digits));
  members.forEach(({ index, net: withTax }, at) => {
    lineNets[index] = nets[at]!;
    lineTaxes[index] = withTax.minus(nets[at]!);
  });
  const taxAmount = fromUnits(tax, digits);
  if (own.length > 0) {
    const netMembers = members.map(({ index }) => ({ index, net: lineNets[index]! }));
    shareTaxByNet(netMembers, taxAmount, digits, lineTaxes);
  }
  return {
    taxable: fromUnits(gross - tax, digits),
    tax: taxAmount,
    nets: nets.slice(members.length).map((net) => net.abs()),
  };
}

/** What a line's amounts are without tax: unit prices that contain it need not have an exact net price. */
function partsWithoutTax(
  { gross, discounts, charges }: AdjustedLine,
  net: Big,
  rate: Big,
  digits: number,
): LineTotals["parts"] {
  const amounts = [gross, ...discounts.map((amount) => zero.minus(amount)), ...charges];
  const numerators = amounts.map((amount) => toUnits(amount, digits) * hundredPercent);
  const nets = roundTogether(
    toUnits(net, digits),
    numerators,
    hundredPercent + toUnits(rate, rateDigits),
  ).map((units) => fromUnits(units, digits));
  const withoutSign = nets.map((amount) => amount.abs());
  return {
    gross: withoutSign[0]!,
    discounts: withoutSign.slice(1, 1 + discounts.length),
    charges: withoutSign.slice(1 + discounts.length),
  };
}

/** Rates have at most four decimals. */
const rateDigits = 4;
const hundredPercent = 1_000_000n;
const divideHalfUp = (numerator: bigint, divisor: bigint) => (2n * numerator + divisor) / (2n * divisor);

// The plain text of a rate is the same for 7.5 and 7.50 and contains no space, so the key is unambiguous.
function groupByTax(lines: readonly TotalsLine[], nets: readonly Big[]): GroupedLines[] {
  const groups = new Map<string, GroupedLines>();
  lines.forEach(({ taxCategory, taxRate }, index) => {
    const key = `${toPlain(taxRate)} ${taxCategory}`;
    const member = { index, net: nets[index]! };
    const group = groups.get(key);
    if (group) group.members.push(member);
    else groups.set(key, { category: taxCategory, rate: taxRate, members: [member] });
  });
  return [...groups.values()];
}

// Largest remainder method: each line gets its exact tax rounded down, and the missing units go to the lines with the
// largest remainders. There are never more missing units than such lines, so no line is off by a whole unit.
function shareTax(members: Member[], factor: Big, tax: Big, digits: number, lineTaxes: Big[]): void {
  if (members.length === 1) {
    lineTaxes[members[0]!.index] = tax;
    return;
  }
  let missing = tax;
  const shares = members.map(({ index, net }) => {
    const exact = net.times(factor);
    const floor = roundDown(exact, digits);
    lineTaxes[index] = floor;
    missing = missing.minus(floor);
    return { index, floor, remainder: exact.minus(floor) };
  });
  const unit = new Big(`1e-${digits}`);
  // The sort is stable: of equal remainders the earlier line comes first.
  shares.sort((a, b) => b.remainder.cmp(a.remainder));
  for (const { index, floor } of shares) {
    if (!missing.gt(zero)) break;
    lineTaxes[index] = floor.plus(unit);
    missing = missing.minus(unit);
  }
}

/** With discounts or charges on the document, a group's tax is not that of its lines, so it is shared in proportion. */
function shareTaxByNet(members: readonly Member[], tax: Big, digits: number, lineTaxes: Big[]): void {
  const weights = members.map(({ net }) => toUnits(net, digits));
  const parts = shareByWeight(toUnits(tax, digits), weights);
  members.forEach(({ index }, at) => {
    lineTaxes[index] = fromUnits(parts[at]!, digits);
  });
}

/** A stored line after its own discounts and charges, in terms of the prices: with tax where they contain it. */
export const lineInPrices = (line: {
  gross_amount: number;
  discount_amount: number;
  charge_amount: number;
}): Big =>
  new Big(String(line.gross_amount)).minus(String(line.discount_amount)).plus(String(line.charge_amount));

type StoredAdjustment = { percent?: number | undefined; amount?: number | undefined };

/** What a document's stored discounts and charges come to in terms of the prices, where its lines come to `lines`. */
export function adjustmentsInPrices(
  lines: Big,
  document: { discounts: readonly StoredAdjustment[]; charges: readonly StoredAdjustment[] },
  digits: number,
): { discount: Big; charge: Big } {
  const read = ({ percent, amount }: StoredAdjustment): Adjustment =>
    percent === undefined ? { amount: new Big(String(amount)) } : { percent: new Big(String(percent)) };
  const { discounts, charges } = adjust(
    lines,
    { discounts: document.discounts.map(read), charges: document.charges.map(read) },
    digits,
  );
  return { discount: addUp(discounts), charge: addUp(charges) };
}

export function addUp(amounts: readonly Big[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount), zero);
}
