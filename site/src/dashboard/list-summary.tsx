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

const phoneCells = { first: "max-sm:w-10 max-sm:shrink-0", sum: "max-sm:flex-1 max-sm:text-end" };

/** What all matching rows add up to, for each currency. */
export function ListSummary({ totals, isPartial, sums, countLabel }: Props) {
  const region = useRegion();
  if (!totals || totals.length === 0) return null;
  const shown = sums.filter(
    ({ name, isHiddenIfZero }) => !isHiddenIfZero || totals.some((total) => Number(total[name]) !== 0),
  );
  const isBounded = isPartial || totals.reduce((sum, { count }) => sum + count, 0) >= boundedRows;
  return (
    <section aria-label={texts.summary} className="flex flex-col gap-1 text-sm">
      {/* On phones the currencies are the rows of a table, so that the list begins on the first screen. */}
      <ul className="flex flex-wrap gap-x-3 gap-y-2 max-sm:flex-col max-sm:flex-nowrap max-sm:gap-y-0 max-sm:rounded-control max-sm:bg-sunken max-sm:px-3 max-sm:py-2">
        <li aria-hidden="true" className="flex gap-x-3 text-xs text-muted sm:hidden">
          <span className={phoneCells.first} />
          {shown.map(({ name, label }) => (
            <span key={name} className={phoneCells.sum}>
              {label}
            </span>
          ))}
        </li>
        {totals.map((total) => (
          <li
            key={total.currency}
            className="flex items-baseline gap-x-3 gap-y-0.5 sm:flex-wrap sm:gap-x-4 sm:rounded-control sm:bg-sunken sm:px-3 sm:py-1.5"
          >
            <span className={`text-muted ${phoneCells.first}`}>
              <span className="font-semibold text-foreground">{total.currency}</span>{" "}
              <span className="max-sm:sr-only">{countLabel(formatNumber(total.count, region))}</span>
            </span>
            {shown.map(({ name, label, isHiddenIfZero }) => (
              <span
                key={name}
                className={`whitespace-nowrap text-muted ${phoneCells.sum} ${isHiddenIfZero && Number(total[name]) === 0 ? "sm:hidden" : ""}`}
              >
                <span className="max-sm:sr-only">{label}</span>{" "}
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
