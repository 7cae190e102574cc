import type { InboxEntry } from "../dashboard/records.ts";
import { usePages } from "../data/use-pages.ts";
import { texts } from "../texts/events.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";
import { subjectOf } from "./event-subject.ts";
import { EventTable } from "./event-table.tsx";

const columns: readonly Column<InboxEntry>[] = [
  {
    id: "type",
    title: texts.type,
    cell: ({ event }) => <code className="font-mono text-sm">{event.type}</code>,
    onPhone: "title",
  },
  { id: "about", title: texts.object, cell: ({ event }) => subjectOf(event.data?.object) },
  { id: "when", title: texts.when, cell: ({ created_at }) => <DateText value={created_at} /> },
];

/** The events that the built-in receiver accepted while the company had no endpoint of its own. */
export function InboxList() {
  const pages = usePages<InboxEntry>("/webhooks/inbox", "inbox_entries");
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{texts.inboxIntro}</p>
      <EventTable
        pages={pages}
        caption={texts.inboxCaption}
        columns={columns}
        eventOf={({ event }) => event}
        empty={
          <EmptyState
            icon="events"
            title={texts.inboxEmptyTitle}
            action={<ButtonLink to="/app/settings/webhooks">{texts.toWebhooks}</ButtonLink>}
          >
            {texts.inboxEmpty}
          </EmptyState>
        }
      />
    </div>
  );
}
