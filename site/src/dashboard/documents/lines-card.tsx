import { texts } from "../../texts/dashboard.ts";
import { Card } from "../../ui/page.tsx";
import { LineTable } from "../lines/line-table.tsx";
import { type FurtherSum, Totals, totalsOf } from "../lines/totals.tsx";
import type { Quote, RecurringInvoice, Sale } from "../records.ts";

/** What a document charges: its lines, and what they add up to. */
export function LinesCard({
  document,
  more = [],
}: {
  document: Sale | Quote | RecurringInvoice;
  more?: readonly FurtherSum[];
}) {
  const { lines, currency } = document;
  return (
    <Card>
      <h2 className="sr-only">{texts.lines.title}</h2>
      <LineTable lines={lines} currency={currency} pricesIncludeTax={document.prices_include_tax} />
      <div className="ms-auto mt-6 max-w-sm">
        <Totals totals={totalsOf(document)} currency={currency} more={more} />
      </div>
    </Card>
  );
}
