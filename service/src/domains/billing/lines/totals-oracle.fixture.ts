// The totals of a document in whole numbers. This file imports nothing, so that it shares no code with what it judges.

export type GivenAdjustment = { kind: "percent" | "amount"; units: number };
export type GivenLine = {
  quantity: number;
  price: number;
  rate: number;
  category: string;
  discounts: GivenAdjustment[];
  charges: GivenAdjustment[];
};
/** Quantities and prices in millionths, percentages in ten-thousandths, amounts in minor units. */
export type GivenDocument = {
  lines: GivenLine[];
  discounts: GivenAdjustment[];
  charges: GivenAdjustment[];
  includesTax: boolean;
  withholding: number;
};

/** All amounts are minor units. `shares` are what the tax groups bear of the document's discounts (below 0) and charges. */
export type ExactTotals = {
  lines: { gross: bigint; discounts: bigint[]; charges: bigint[]; net: bigint; tax: bigint; total: bigint }[];
  groups: { key: string; taxable: bigint; tax: bigint; shares: bigint[] }[];
  subtotal: bigint;
  discountTotal: bigint;
  chargeTotal: bigint;
  taxTotal: bigint;
  total: bigint;
  withheld: bigint;
  fits: boolean;
};

const million = 1_000_000n;
const halfUp = (numerator: bigint, divisor: bigint) => (2n * numerator + divisor) / (2n * divisor);
const add = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);

export function exactTotals(document: GivenDocument, digits: number): ExactTotals {
  const { lines, discounts, charges, includesTax, withholding } = document;
  const unit = 10n ** BigInt(digits);
  const applied = lines.map((line) => {
    const gross = halfUp(BigInt(line.quantity) * BigInt(line.price) * unit, million * million);
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
    const ownNets = without.slice(0, indexes.length);
    const lineTaxes = taxOfLines({ own, tax, rate, priced, ownNets, includesTax });
    indexes.forEach((index, at) => {
      nets[index] = ownNets[at]!;
      taxes[index] = lineTaxes[at]!;
    });
    return { key, taxable, tax, shares: without.slice(indexes.length) };
  });
  const shares = groups.flatMap((group) => group.shares);
  const subtotal = add(nets);
  const discountTotal = -add(shares.filter((part) => part < 0n));
  const chargeTotal = add(shares.filter((part) => part > 0n));
  const taxTotal = add(groups.map((group) => group.tax));
  return {
    lines: applied.map(({ gross, discounts: off, charges: on }, index) => {
      const [net, tax] = [nets[index]!, taxes[index]!];
      return { gross, discounts: off, charges: on, net, tax, total: net + tax };
    }),
    groups,
    subtotal,
    discountTotal,
    chargeTotal,
    taxTotal,
    total: subtotal - discountTotal + chargeTotal + taxTotal,
    withheld: halfUp(add(groups.map(({ taxable }) => taxable)) * BigInt(withholding), million),
    fits: whole.fits && applied.every(({ fits }) => fits),
  };
}

type GroupOfLines = {
  own: bigint[];
  tax: bigint;
  rate: bigint;
  priced: bigint[];
  ownNets: bigint[];
  includesTax: boolean;
};

function taxOfLines({ own, tax, rate, priced, ownNets, includesTax }: GroupOfLines): bigint[] {
  if (own.length > 0) return share(tax, ownNets);
  if (includesTax) return priced.map((amount, at) => amount - ownNets[at]!);
  return settle(
    tax,
    priced.map((net) => [net * rate, million] as const),
  );
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

function share(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = add(weights);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  return settle(
    amount,
    weights.map((weight) => [amount * weight, whole] as const),
  );
}

/** Looks for the largest remainder again for each unit, instead of sorting once. */
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
