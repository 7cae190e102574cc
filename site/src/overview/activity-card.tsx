import { Link } from "@tanstack/react-router";
import { useCan } from "../session.tsx";
import { texts } from "../texts/overview.ts";
import { formatMoney } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { DateText, useRegion } from "../ui/values.tsx";
import { authorOf, sentenceOf } from "./activity.ts";
import type { ActivityEntry } from "./overview.ts";

/** The last few events as sentences, with who caused them and when. */
export function ActivityCard({ activity }: { activity: readonly ActivityEntry[] }) {
  const can = useCan();
  const all = can("webhooks:read", "webhooks") && (
    <Link to="/app/events" className="text-sm font-medium text-accent">
      {texts.activity.all}
    </Link>
  );
  return (
    <Card title={texts.activity.title} actions={all}>
      {activity.length === 0 ? (
        <p className="text-muted">{texts.activity.none}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {activity.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const region = useRegion();
  const sentence = sentenceOf(entry, (amount, currency) => formatMoney(amount, currency, region));
  if (!sentence) return null;
  const { before, record, after, to } = sentence;
  return (
    <li className="border-s-2 border-line ps-3">
      <p>
        {before}
        {to ? (
          <Link {...to} className="font-medium text-accent">
            {record}
          </Link>
        ) : (
          record
        )}
        {after}
      </p>
      <p className="text-sm text-muted">
        {authorOf(entry)} · <DateText value={entry.created_at} />
      </p>
    </li>
  );
}
