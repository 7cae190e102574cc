import { boundedRows, type CurrencyTotal } from "../data/use-pages.ts";
import { texts } from "../texts/lists.ts";
import { formatMoney, formatNumber } from "../ui/format.ts";
import { useRegion } from "../ui/values.tsx";

type Props = {
  totals: readonly CurrencyTotal[] | undefined;
  /** Whether the totals may leave out some. */
  isPartial: boolean;
  /** The sums to show, by their name in the response. */
  sums: readonly { name: string; label: string; isHiddenIfZero?: true }[];
  /** `148 invoices` */
  countLabel: (count: string) => string;
};

/** What all matching rows add up to, for each currency. */
export function ListSummary({ totals, isPartial, sums, countLabel }: Props) {
  const region = useRegion();
  if (!totals || totals.length === 0) return null;
  const isBounded = isPartial || totals.reduce((sum, { count }) => sum + count, 0) >= boundedRows;
  return (
    <section aria-label={texts.summary} className="flex flex-col gap-1 text-sm">
      <ul className="flex flex-wrap gap-x-3 gap-y-2">
        {totals.map((total) => (
          <li
            key={total.currency}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-control bg-sunken px-3 py-1.5"
          >
            <span className="text-muted">
              <span className="font-semibold text-foreground">{total.currency}</span>{" "}
              {countLabel(formatNumber(total.count, region))}
            </span>
            {sums
              .filter(({ name, isHiddenIfZero }) => !isHiddenIfZero || Number(total[name]) !== 0)
              .map(({ name, label }) => (
                <span key={name} className="whitespace-nowrap text-muted">
                  {label}{" "}
                  <span className="font-medium text-foreground tabular-nums">
                    {formatMoney(total[name] ?? 0, total.currency, region)}
                  </span>
                </span>
              ))}
          </li>
        ))}
      </ul>
      {isBounded && <p className="text-muted">{texts.bounded(formatNumber(boundedRows, region))}</p>}
    </section>
  );
}
