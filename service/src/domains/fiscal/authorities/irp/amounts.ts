import { Big } from "big.js";
import { parseDecimal, roundHalfUp } from "../../../../platform/values/money.ts";
import { fromUnits, shareByWeight, toUnits } from "../../../billing/lines/shares.ts";
import type { LineAllowance } from "../../canonical/allowances.ts";
import { type CanonicalDocument, type CanonicalLine, taxExclusive } from "../../canonical/canonical.ts";
import type { Supply } from "./supply.ts";

/**
 * The amounts of one line. The portal knows no discounts on the document and no taxed charges, so the line carries its
 * share of the former, and the price contains the latter.
 */
export type Item = { unitPrice: Big; gross: Big; discount: Big; net: Big };

export function itemsOf(document: CanonicalDocument): Item[] {
  const shared = sharesOf(document);
  return document.lines.map((line, index) => {
    const own = (isCharge: boolean) => sumOf(line.allowances ?? [], isCharge);
    const discount = own(false).plus(shared.discounts[index]!);
    const charge = own(true).plus(shared.charges[index]!);
    const gross = read(line.net_amount).plus(own(false)).plus(shared.charges[index]!);
    const isPlain = charge.eq(zero) && line.price_quantity === undefined;
    const unitPrice = isPlain ? read(line.unit_price) : gross.div(read(line.quantity));
    return { unitPrice, gross, discount, net: gross.minus(discount) };
  });
}

/** The parts of the document's discounts and charges that its lines carry, within their tax group. */
function sharesOf({ lines, allowances = [] }: CanonicalDocument): { discounts: Big[]; charges: Big[] } {
  const shares = { discounts: lines.map(() => zero), charges: lines.map(() => zero) };
  for (const { is_charge, amount, category, rate } of allowances) {
    const places = lines.flatMap((line, index) =>
      line.tax_category === category && read(line.tax_rate).eq(read(rate)) ? [index] : [],
    );
    const weights = places.map((index) => toUnits(read(lines[index]!.net_amount), digits));
    const list = is_charge ? shares.charges : shares.discounts;
    shareByWeight(toUnits(read(amount), digits), weights).forEach((units, at) => {
      const place = places[at]!;
      list[place] = list[place]!.plus(fromUnits(units, digits));
    });
  }
  return shares;
}

const sumOf = (allowances: readonly LineAllowance[], isCharge: boolean) =>
  allowances
    .filter(({ is_charge }) => is_charge === isCharge)
    .reduce((sum, { amount }) => sum.plus(read(amount)), zero);

/** The tax of one line, and the line with it. */
export type ItemTax = { igst: Big; cgst: Big; sgst: Big; total: Big };

const digits = 2;
const zero = new Big("0");

export function taxOf({ net }: Item, { tax_rate }: CanonicalLine, { isWithinState }: Supply): ItemTax {
  const share = (parts: number) => roundHalfUp(net.times(read(tax_rate)).div(100 * parts), digits);
  // The two halves are equal by law, even if the whole has an odd last digit.
  const half = isWithinState ? share(2) : zero;
  const igst = isWithinState ? zero : share(1);
  return { igst, cgst: half, sgst: half, total: net.plus(igst).plus(half).plus(half) };
}

/**
 * The totals. The portal rounds tax per line, our invoice once per rate: the difference is reported as rounding, so
 * that the total is the amount that the buyer owes.
 */
export function sumsOf(document: CanonicalDocument, taxes: readonly ItemTax[]): Record<string, number> {
  const sum = (name: keyof ItemTax) => taxes.reduce((total, tax) => total.plus(tax[name]), zero);
  const total = read(document.total);
  return {
    AssVal: wire(read(taxExclusive(document))),
    CgstVal: wire(sum("cgst")),
    SgstVal: wire(sum("sgst")),
    IgstVal: wire(sum("igst")),
    RndOffAmt: wire(total.minus(sum("total"))),
    TotInvVal: wire(total),
  };
}

/** The portal allows three decimals in quantities and prices. */
export const threeDecimals = (value: Big) => roundHalfUp(value, 3);

export const read = (value: string) => parseDecimal(value) ?? zero;

/** Our amounts have few enough digits to be exact as doubles (see platform/values/money.ts). */
export const wire = (value: Big) => Number(value.toFixed());
