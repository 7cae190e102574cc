import { Big } from "big.js";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { toPlain } from "../../../platform/values/money.ts";
import type { Adjustment } from "../../billing/lines/adjustments.ts";
import { computeTotals } from "../../billing/lines/totals.ts";

/** A discount, or a charge, without tax. */
export type LineAllowance = { is_charge: boolean; amount: string; reason: string | null };

/** The part of it that belongs to one tax group. */
export type DocumentAllowance = LineAllowance & { category: string; rate: string };

type Given = { percent?: number; amount?: number; reason?: string };
type Lists = { discounts?: Given[]; charges?: Given[] };

/** What an invoice says of discounts, charges and prices that contain the tax. Older ones say nothing of it. */
export type AdjustedDocument = Lists & {
  prices_include_tax?: boolean;
  discount_total?: number;
  charge_total?: number;
};

type Document = AdjustedDocument & {
  currency: string;
  total: number;
  lines: (Lists & { quantity: number; unit_price: number; tax_rate: number; tax_category: string })[];
};

export type Allowances = {
  document: DocumentAllowance[];
  lines: { unit_price?: string; price_quantity?: string; allowances?: LineAllowance[] }[];
};

const hasAny = ({ discounts, charges }: Lists) => Boolean(discounts?.length || charges?.length);

export const isAdjusted = (document: Document): boolean =>
  document.prices_include_tax === true || hasAny(document) || document.lines.some(hasAny);

/**
 * Discounts and charges as EN 16931 has them: amounts without tax, those on the document for each tax group. A price that
 * contains the tax has no exact net price, so the price of the whole quantity is given instead.
 */
export function allowancesOf(document: Document): Allowances {
  const digits = currencyDigits(document.currency)!;
  const lines = document.lines.map((line) => ({
    quantity: big(line.quantity),
    unitPrice: big(line.unit_price),
    taxRate: big(line.tax_rate),
    taxCategory: line.tax_category,
    ...parsed(line),
  }));
  const pricesIncludeTax = document.prices_include_tax ?? false;
  const totals = computeTotals(lines, digits, { ...parsed(document), pricesIncludeTax });
  if (!totals.total.eq(big(document.total))) {
    throw new Error(`discounts and charges lead to ${toPlain(totals.total)}, not ${document.total}`);
  }
  return {
    document: totals.shares.flatMap(({ kind, index, category, rate, net }) => {
      const given = (kind === "discount" ? document.discounts : document.charges)![index]!;
      return allowance(kind === "charge", net, given, digits).map((each) => {
        return { ...each, category, rate: toPlain(rate) };
      });
    }),
    lines: totals.lines.map(({ parts }, index) => {
      const { discounts = [], charges = [], quantity } = document.lines[index]!;
      const allowances = [
        ...parts.discounts.flatMap((amount, at) => allowance(false, amount, discounts[at]!, digits)),
        ...parts.charges.flatMap((amount, at) => allowance(true, amount, charges[at]!, digits)),
      ];
      return {
        ...(pricesIncludeTax && {
          unit_price: parts.gross.toFixed(digits),
          price_quantity: String(quantity),
        }),
        ...(allowances.length > 0 && { allowances }),
      };
    }),
  };
}

/** One that comes to nothing is left out. */
function allowance(isCharge: boolean, amount: Big, { reason }: Given, digits: number): LineAllowance[] {
  if (amount.eq(0)) return [];
  return [{ is_charge: isCharge, amount: amount.toFixed(digits), reason: reason ?? null }];
}

const parsed = ({ discounts = [], charges = [] }: Lists) => ({
  discounts: discounts.map(adjustmentOf),
  charges: charges.map(adjustmentOf),
});

const adjustmentOf = ({ percent, amount }: Given): Adjustment =>
  percent === undefined ? { amount: big(amount!) } : { percent: big(percent) };

/** A number of an answer has at most 15 digits, so its shortest text is what was stored. */
const big = (value: number) => new Big(String(value));
