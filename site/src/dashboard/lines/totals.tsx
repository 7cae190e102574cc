import type { ReactNode } from "react";
import { reasonsOf } from "../../../../service/src/domains/billing/lines/adjustments.ts";
import { texts } from "../../texts/dashboard.ts";
import { texts as withholdingTexts } from "../../texts/withholding.ts";
import { formatRate } from "../../ui/format.ts";
import { Money, useRegion } from "../../ui/values.tsx";
import { MoneyButton } from "../explained-money.tsx";

export type ShownTotals = {
  subtotal: number | string;
  discountTotal: number | string;
  chargeTotal: number | string;
  taxes: readonly { category: string; rate: number | string; tax: number | string }[];
  total: number | string;
  /** Then the lines show amounts with tax, and the subtotal does not. */
  pricesIncludeTax: boolean;
  /** Why the document has its discounts and charges, where somebody said so. */
  reasons?: { discount: string | null; charge: string | null };
};

type TotalsProps = {
  totals: ShownTotals;
  currency: string;
  /** Further sums below the total, such as what was paid. */
  more?: readonly FurtherSum[];
  /** Makes the amounts buttons that explain them, for a record that is stored. */
  onExplain?: (field: string) => void;
};

/** `field` is what the API calls the amount. */
export type FurtherSum = readonly [name: string, amount: number | string, field: string];

/** The totals of an invoice or a sale. While it is being edited, screen readers announce the total as it changes. */
export function Totals({ totals, currency, more = [], onExplain }: TotalsProps) {
  const region = useRegion();
  const sum = (field: string, amount: number | string) => (
    <FieldMoney field={field} amount={amount} currency={currency} onExplain={onExplain} />
  );
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
      <Sum name={subtotalName(totals)}>{sum("subtotal", totals.subtotal)}</Sum>
      {Number(totals.discountTotal) > 0 && (
        <Sum name={texts.totals.discount} note={totals.reasons?.discount}>
          −{sum("discount_total", totals.discountTotal)}
        </Sum>
      )}
      {Number(totals.chargeTotal) > 0 && (
        <Sum name={texts.totals.charges} note={totals.reasons?.charge}>
          {sum("charge_total", totals.chargeTotal)}
        </Sum>
      )}
      {totals.taxes.map(({ category, rate, tax }, index) => (
        <Sum key={`${category} ${rate}`} name={taxName(formatRate(rate, region), category)}>
          {sum(`taxes[${index}].tax_amount`, tax)}
        </Sum>
      ))}
      <Sum name={texts.totals.total} isStrong>
        {sum("total", totals.total)}
      </Sum>
      {more.map(([name, amount, field]) => (
        <Sum key={name} name={name}>
          {sum(field, amount)}
        </Sum>
      ))}
    </dl>
  );
}

export const subtotalName = ({ pricesIncludeTax }: Pick<ShownTotals, "pricesIncludeTax">): string =>
  pricesIncludeTax ? texts.totals.subtotalWithoutTax : texts.totals.subtotal;

/** A tax as buyers read it: a category in words, unless it is the standard rate. */
export function taxName(rate: string, category: string): string {
  const names: Readonly<Record<string, string>> = texts.totals.categories;
  return texts.totals.tax(rate, Object.hasOwn(names, category) ? names[category] : undefined);
}

/** What the buyer deducts and what is left to pay, if anything is deducted. */
export const withheldSums = (
  { withholding, payable }: { withholding: number | string; payable: number | string },
  rate: string,
): FurtherSum[] =>
  Number(withholding) > 0
    ? [
        [withholdingTexts.deducted(rate), withholding, "withholding_amount"],
        [withholdingTexts.payable, payable, "amount_payable"],
      ]
    : [];

type FieldMoneyProps = {
  field: string;
  amount: number | string;
  currency: string;
  onExplain: ((field: string) => void) | undefined;
};

function FieldMoney({ field, amount, currency, onExplain }: FieldMoneyProps) {
  if (!onExplain) return <Money amount={amount} currency={currency} />;
  return <MoneyButton amount={amount} currency={currency} onClick={() => onExplain(field)} />;
}

type SumProps = {
  name: string;
  /** Small print below it. */
  note?: string | null | undefined;
  isStrong?: boolean;
  children: ReactNode;
};

function Sum({ name, note, isStrong, children }: SumProps) {
  const className = isStrong ? "border-t border-line pt-2 text-xl font-semibold" : "";
  return (
    <div className={`col-span-2 grid grid-cols-subgrid ${className}`}>
      <dt className={isStrong ? "" : "text-muted"}>
        {name}
        {note && <span className="block text-sm">{note}</span>}
      </dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}

/** The totals of a record of the API. */
export const totalsOf = (record: {
  subtotal: number;
  discount_total: number;
  charge_total: number;
  prices_include_tax: boolean;
  discounts: Parameters<typeof reasonsOf>[0];
  charges: Parameters<typeof reasonsOf>[0];
  total: number;
  taxes: readonly { category: string; rate: number; tax_amount: number }[];
}): ShownTotals => ({
  subtotal: record.subtotal,
  discountTotal: record.discount_total,
  chargeTotal: record.charge_total,
  pricesIncludeTax: record.prices_include_tax,
  reasons: { discount: reasonsOf(record.discounts), charge: reasonsOf(record.charges) },
  total: record.total,
  taxes: record.taxes.map(({ category, rate, tax_amount }) => ({ category, rate, tax: tax_amount })),
});
