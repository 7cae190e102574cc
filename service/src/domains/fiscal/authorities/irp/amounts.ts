import { Big } from "big.js";
import { parseDecimal, roundHalfUp } from "../../../../platform/values/money.ts";
import type { CanonicalDocument, CanonicalLine } from "../../canonical/canonical.ts";
import type { Supply } from "./supply.ts";

/** The tax of one line, and the line with it. */
export type ItemTax = { igst: Big; cgst: Big; sgst: Big; total: Big };

const digits = 2;
const zero = new Big("0");

export function taxOf({ net_amount, tax_rate }: CanonicalLine, { isWithinState }: Supply): ItemTax {
  const net = read(net_amount);
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
    AssVal: wire(read(document.subtotal)),
    CgstVal: wire(sum("cgst")),
    SgstVal: wire(sum("sgst")),
    IgstVal: wire(sum("igst")),
    RndOffAmt: wire(total.minus(sum("total"))),
    TotInvVal: wire(total),
  };
}

/** The portal allows three decimals in quantities and prices. */
export const threeDecimals = (value: string) => roundHalfUp(read(value), 3);

export const read = (value: string) => parseDecimal(value) ?? zero;

/** Our amounts have few enough digits to be exact as doubles (see platform/values/money.ts). */
export const wire = (value: Big) => Number(value.toFixed());
