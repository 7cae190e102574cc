import { Link } from "@tanstack/react-router";
import { texts } from "../texts/overview.ts";
import { formatNumber } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { Money, useRegion } from "../ui/values.tsx";
import { ageLink, outstandingLink } from "./links.ts";
import type { CurrencyOverview } from "./overview.ts";

const words = texts.ageing;
const fills = {
  not_due: "bg-accent",
  days_1_30: "bg-warn",
  days_31_60: "bg-warn",
  days_61_90: "bg-bad",
  days_91_or_more: "bg-bad",
} as const;

/** What customers owe, by how long it has been overdue. The bars show the same as the figures beside them. */
export function AgeingCard({ shown }: { shown: CurrencyOverview }) {
  const { currency, ageing, outstanding, invoices_open } = shown;
  const region = useRegion();
  const highest = Math.max(...ageing.map(({ amount }) => Number(amount)));
  return (
    <Card title={words.title} intro={words.intro}>
      {invoices_open === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <table className="w-full text-start tabular-nums">
          <caption className="sr-only">{words.caption}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{words.age}</th>
              <th scope="col">{words.invoices}</th>
              <th scope="col">{words.amount}</th>
            </tr>
          </thead>
          <tbody>
            {ageing.map((each) => (
              <tr key={each.age} className="relative border-b border-line hover:bg-tint">
                <th scope="row" className="py-2.5 pe-3 text-start font-medium">
                  <Link {...ageLink(currency, each)} className="no-underline after:absolute after:inset-0">
                    {words.ages[each.age]}
                  </Link>
                  <span aria-hidden="true" className="mt-1.5 block h-1.5 rounded-full bg-sunken">
                    <span
                      className={`block h-full rounded-full ${fills[each.age]}`}
                      style={{ inlineSize: `${highest > 0 ? (Number(each.amount) / highest) * 100 : 0}%` }}
                    />
                  </span>
                </th>
                <td className="w-px px-3 py-2.5 text-end align-top whitespace-nowrap text-muted">
                  {formatNumber(each.invoices, region)}
                </td>
                <td className="w-px py-2.5 text-end align-top font-medium">
                  <Money amount={each.amount} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="relative hover:bg-tint">
              <th scope="row" className="py-2.5 pe-3 text-start font-semibold">
                <Link {...outstandingLink(currency)} className="no-underline after:absolute after:inset-0">
                  {words.total}
                </Link>
              </th>
              <td className="px-3 py-2.5 text-end whitespace-nowrap text-muted">
                {formatNumber(invoices_open, region)}
              </td>
              <td className="py-2.5 text-end font-semibold">
                <Money amount={outstanding} currency={currency} />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </Card>
  );
}
