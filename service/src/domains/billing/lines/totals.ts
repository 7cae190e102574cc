import { Big } from "big.js";
import { digitCount, maxDigits, roundDown, roundHalfUp, toPlain } from "../../../platform/values/money.ts";

export type TotalsLine = { quantity: Big; unitPrice: Big; taxRate: Big; taxCategory: string };
export type LineTotals = { net: Big; tax: Big; total: Big };
export type TaxGroup = { category: string; rate: Big; taxable: Big; tax: Big };
export type Totals = { lines: LineTotals[]; taxes: TaxGroup[]; subtotal: Big; taxTotal: Big; total: Big };

type Member = { index: number; net: Big };
type GroupedLines = { category: string; rate: Big; members: Member[] };

const zero = new Big("0");
const percent = new Big("0.01");

// The order is that of EN 16931: lines are rounded first, and tax is rounded once per group, never per line.
export function computeTotals(lines: readonly TotalsLine[], currencyDigits: number): Totals {
  const nets = lines.map((line) => roundHalfUp(line.quantity.times(line.unitPrice), currencyDigits));
  const lineTaxes = new Array<Big>(lines.length);
  const taxes = groupByTax(lines, nets).map(({ category, rate, members }) => {
    const taxable = sum(members.map((member) => member.net));
    const factor = rate.times(percent);
    const tax = roundHalfUp(taxable.times(factor), currencyDigits);
    shareTax(members, factor, tax, currencyDigits, lineTaxes);
    return { category, rate, taxable, tax };
  });
  const subtotal = sum(taxes.map((group) => group.taxable));
  const taxTotal = sum(taxes.map((group) => group.tax));
  return {
    lines: nets.map((net, index) => lineTotals(net, lineTaxes[index]!)),
    taxes,
    subtotal,
    taxTotal,
    total: subtotal.plus(taxTotal),
  };
}

export function exceedsDigits(totals: Totals): boolean {
  const tooLong = (amount: Big) => digitCount(amount) > maxDigits;
  return (
    tooLong(totals.subtotal) ||
    tooLong(totals.taxTotal) ||
    tooLong(totals.total) ||
    totals.taxes.some((group) => tooLong(group.taxable) || tooLong(group.tax)) ||
    totals.lines.some((line) => tooLong(line.net) || tooLong(line.tax) || tooLong(line.total))
  );
}

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

function lineTotals(net: Big, tax: Big): LineTotals {
  return { net, tax, total: net.plus(tax) };
}

function sum(amounts: readonly Big[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount), zero);
}
