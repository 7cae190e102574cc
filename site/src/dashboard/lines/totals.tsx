import type { ReactNode } from "react";
import { texts } from "../../texts/dashboard.ts";
import { texts as withholdingTexts } from "../../texts/withholding.ts";
import { formatNumber } from "../../ui/format.ts";
import { Money, useRegion } from "../../ui/values.tsx";

export type ShownTotals = {
  subtotal: number | string;
  discountTotal: number | string;
  chargeTotal: number | string;
  taxes: readonly { category: string; rate: number | string; tax: number | string }[];
  total: number | string;
};

type TotalsProps = {
  totals: ShownTotals;
  currency: string;
  /** Further sums below the total, such as what was paid. */
  more?: readonly (readonly [name: string, amount: number | string])[];
};

/** The totals of an invoice or a sale. While it is being edited, screen readers announce the total as it changes. */
export function Totals({ totals, currency, more = [] }: TotalsProps) {
  const region = useRegion();
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
      <Sum name={texts.totals.subtotal}>
        <Money amount={totals.subtotal} currency={currency} />
      </Sum>
      {Number(totals.discountTotal) > 0 && (
        <Sum name={texts.totals.discount}>
          −<Money amount={totals.discountTotal} currency={currency} />
        </Sum>
      )}
      {Number(totals.chargeTotal) > 0 && (
        <Sum name={texts.totals.charges}>
          <Money amount={totals.chargeTotal} currency={currency} />
        </Sum>
      )}
      {totals.taxes.map(({ category, rate, tax }) => (
        <Sum key={`${category} ${rate}`} name={texts.totals.tax(formatNumber(rate, region), category)}>
          <Money amount={tax} currency={currency} />
        </Sum>
      ))}
      <Sum name={texts.totals.total} isStrong>
        <Money amount={totals.total} currency={currency} />
      </Sum>
      {more.map(([name, amount]) => (
        <Sum key={name} name={name}>
          <Money amount={amount} currency={currency} />
        </Sum>
      ))}
    </dl>
  );
}

/** What the buyer deducts and what is left to pay, if anything is deducted. */
export const withheldSums = (
  { withholding, payable }: { withholding: number | string; payable: number | string },
  rate: string,
): (readonly [string, number | string])[] =>
  Number(withholding) > 0
    ? [
        [withholdingTexts.deducted(rate), withholding],
        [withholdingTexts.payable, payable],
      ]
    : [];

function Sum({ name, isStrong, children }: { name: string; isStrong?: boolean; children: ReactNode }) {
  const className = isStrong ? "border-t border-line pt-2 text-xl font-semibold" : "";
  return (
    <div className={`col-span-2 grid grid-cols-subgrid ${className}`}>
      <dt className={isStrong ? "" : "text-muted"}>{name}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}

/** The totals of a record of the API. */
export const totalsOf = (record: {
  subtotal: number;
  discount_total: number;
  charge_total: number;
  total: number;
  taxes: readonly { category: string; rate: number; tax_amount: number }[];
}): ShownTotals => ({
  subtotal: record.subtotal,
  discountTotal: record.discount_total,
  chargeTotal: record.charge_total,
  total: record.total,
  taxes: record.taxes.map(({ category, rate, tax_amount }) => ({ category, rate, tax: tax_amount })),
});
