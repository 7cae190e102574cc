import type { Invoice } from "../dashboard/records.ts";
import { texts } from "../texts/invoices.ts";
import { showMoney } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { DateText, usePlace } from "../ui/values.tsx";
import { type Moment, timelineOf } from "./timeline.ts";
import type { Belongings } from "./use-related-records.ts";

/** What happened, newest first. */
export function TimelineCard({ invoice, belongings }: { invoice: Invoice; belongings: Belongings }) {
  const place = usePlace();
  const moments = timelineOf({ invoice, ...belongings }, (amount, currency) =>
    showMoney(amount, currency, place),
  );
  return (
    <Card title={texts.timeline.title}>
      <ol className="flex flex-col">
        {moments.map((moment) => (
          <Step key={`${moment.at} ${moment.says}`} moment={moment} />
        ))}
      </ol>
    </Card>
  );
}

const dots = { good: "bg-accent", bad: "bg-bad", plain: "bg-edge" } as const;

function Step({ moment }: { moment: Moment }) {
  return (
    <li className="relative border-l-2 border-line pb-4 pl-5 last:border-transparent last:pb-0">
      <span
        aria-hidden="true"
        className={`absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-raised ${dots[moment.tone]}`}
      />
      <p className="font-medium">{moment.says}</p>
      {moment.detail && <p className="text-sm text-quiet">{moment.detail}</p>}
      <p className="text-sm text-quiet">
        <DateText value={moment.at} />
      </p>
    </li>
  );
}
