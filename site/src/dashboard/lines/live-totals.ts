import type { Big } from "big.js";
import {
  addUp,
  computeTotals,
  exceedsDigits,
  type TotalsLine,
} from "../../../../service/src/domains/billing/lines/totals.ts";
import { defaultTaxCategory } from "../../../../service/src/domains/catalog/products/tax.ts";
import { currencyDigits } from "../../../../service/src/platform/values/currency.ts";
import { parseDecimal } from "../../../../service/src/platform/values/money.ts";
import { plain } from "../../ui/decimals.ts";
import { type AdjustmentForm, readable } from "./adjustment-form.ts";

/** The fields of a line, as typed. */
export type TypedLine = {
  quantity: string;
  unitPrice: string;
  taxRate: string;
  taxCategory: string;
  adjustments?: readonly AdjustmentForm[];
};

/** What holds for the document as a whole. */
export type TypedTerms = {
  adjustments: readonly AdjustmentForm[];
  pricesIncludeTax: boolean;
  /** The percentage that the buyer withholds; empty for none. */
  withholdingRate?: string;
};

export type LiveTotals = {
  /** The amount of each line, with tax where the prices have it; undefined where it cannot be computed yet. */
  nets: (string | undefined)[];
  subtotal: string;
  discountTotal: string;
  chargeTotal: string;
  taxes: { category: string; rate: string; taxable: string; tax: string }[];
  taxTotal: string;
  total: string;
  pricesIncludeTax: boolean;
  /** What the buyer withholds, and what is left to pay. */
  withholding: string;
  payable: string;
  /** An amount has more than 15 digits, which the service refuses. */
  tooLong: boolean;
  /** A discount is larger than what is left, which the service refuses. */
  tooMuch: boolean;
};

export const noTerms: TypedTerms = { adjustments: [], pricesIncludeTax: false };

/**
 * The totals that the service will compute, by the same code. Incomplete lines are left out, because while
 * somebody types, a total of the others is more useful than none.
 */
export function liveTotals(
  lines: readonly TypedLine[],
  currency: string,
  { adjustments, pricesIncludeTax, withholdingRate = "" }: TypedTerms = noTerms,
): LiveTotals {
  const digits = currencyDigits(currency) ?? 2;
  const read = lines.map(readLine);
  const totals = computeTotals(
    read.filter((line) => line !== undefined),
    digits,
    { ...readable(adjustments), pricesIncludeTax, withholdingRate: rateOf(withholdingRate) },
  );
  const amounts = totals.lines.values();
  const write = (amount: Big) => amount.toFixed(digits);
  return {
    nets: read.map((line) => {
      if (!line) return undefined;
      const { gross, discounts, charges } = amounts.next().value!;
      return write(gross.minus(addUp(discounts)).plus(addUp(charges)));
    }),
    subtotal: write(totals.subtotal),
    discountTotal: write(totals.discountTotal),
    chargeTotal: write(totals.chargeTotal),
    taxes: totals.taxes.map(({ category, rate, taxable, tax }) => ({
      category,
      rate: rate.toFixed(),
      taxable: write(taxable),
      tax: write(tax),
    })),
    taxTotal: write(totals.taxTotal),
    total: write(totals.total),
    pricesIncludeTax,
    withholding: write(totals.withholding),
    payable: write(totals.total.minus(totals.withholding)),
    tooLong: exceedsDigits(totals),
    tooMuch: totals.excessive.length > 0,
  };
}

function readLine(line: TypedLine): TotalsLine | undefined {
  const { quantity, unitPrice, taxRate, taxCategory, adjustments = [] } = line;
  const [count, price, rate] = [typed(quantity), typed(unitPrice), typed(taxRate || "0")];
  if (!count || !price || !rate || count.lte(0) || price.lt(0) || rate.lt(0)) return undefined;
  return {
    quantity: count,
    unitPrice: price,
    taxRate: rate,
    taxCategory: taxCategory || defaultTaxCategory(rate.eq(0)),
    ...readable(adjustments),
  };
}

/** While a rate is typed that the service would refuse, nothing is withheld. */
function rateOf(text: string): Big | undefined {
  const rate = typed(text);
  return rate?.gt(0) && rate.lte(100) ? rate : undefined;
}

const typed = (text: string) => parseDecimal(plain(text));
