import type { Invoice } from "../dashboard/records.ts";
import { texts } from "../texts/invoice-detail.ts";
import { formatMoney } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { DateText, useRegion } from "../ui/values.tsx";
import type { RelatedRecords } from "./related-records.tsx";
import { type TimelineEntry, timelineOf } from "./timeline.ts";

/** The history of the invoice, newest first. */
export function TimelineCard({ invoice, related }: { invoice: Invoice; related: RelatedRecords }) {
  const region = useRegion();
  const entries = timelineOf({ invoice, ...related }, (amount, currency) =>
    formatMoney(amount, currency, region),
  );
  return (
    <Card title={texts.timeline.title}>
      <ol className="flex flex-col">
        {entries.map((entry) => (
          <Step key={`${entry.at} ${entry.text}`} entry={entry} />
        ))}
      </ol>
    </Card>
  );
}

const dots = { good: "bg-accent", bad: "bg-bad", plain: "bg-edge" } as const;

function Step({ entry }: { entry: TimelineEntry }) {
  return (
    <li className="relative border-s-2 border-line pb-4 ps-5 last:border-transparent last:pb-0">
      <span
        aria-hidden="true"
        className={`absolute top-1.5 -start-[7px] size-3 rounded-full border-2 border-raised ${dots[entry.tone]}`}
      />
      <p className="font-medium">{entry.text}</p>
      {entry.detail && <p className="text-sm text-muted">{entry.detail}</p>}
      <p className="text-sm text-muted">
        <DateText value={entry.at} />
        {entry.by && ` ${texts.timeline.by(entry.by)}`}
      </p>
    </li>
  );
}
