import { useState } from "react";
import { RecordList } from "../dashboard/record-list.tsx";
import { usePages } from "../data/use-pages.ts";
import { texts } from "../texts/settings/audit.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Facts, Page } from "../ui/page.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";

type Entry = {
  id: number | string;
  at: string;
  actor: { type: string; id: string | null; name: string | null };
  action: string;
  subject: string | null;
  details: Record<string, unknown> | null;
  request_id: string | null;
  address: string | null;
};

export function AuditPage() {
  const pages = usePages<Entry>("/audit", "entries");
  const [opened, setOpened] = useState<Entry>();
  return (
    <Page title={texts.title} intro={texts.intro}>
      <RecordList
        pages={pages}
        caption={texts.title}
        width="wide"
        columns={columns}
        rowKey={({ id }) => id}
        rowActions={(entry) => (
          <Button kind="quiet" size="small" onClick={() => setOpened(entry)}>
            {texts.details}
          </Button>
        )}
        empty={
          <EmptyState icon="operator" title={texts.empty}>
            {texts.emptyBody}
          </EmptyState>
        }
      />
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

/** The name of the user, or the label of another kind of actor. */
function actorName({ actor: { type, id, name } }: Entry): string {
  const kinds: Readonly<Record<string, string>> = texts.actors;
  return name ?? kinds[id ?? ""] ?? id ?? kinds[type] ?? type;
}

const columns: readonly Column<Entry>[] = [
  {
    id: "action",
    title: texts.action,
    cell: ({ action }) => <code className="font-mono text-sm">{action}</code>,
  },
  { id: "at", title: texts.at, cell: ({ at }) => <DateText value={at} /> },
  { id: "actor", title: texts.actor, cell: actorName },
  {
    id: "subject",
    title: texts.subject,
    cell: ({ subject }) => <span className="break-all">{subject ?? "–"}</span>,
  },
];

function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const kind = texts.actors[entry.actor.type as keyof typeof texts.actors] ?? entry.actor.type;
  return (
    <Dialog open onClose={onClose} title={entry.action}>
      <Facts
        facts={[
          [texts.at, <DateText key="at" value={entry.at} />],
          [texts.actor, `${actorName(entry)} (${kind})`],
          [texts.subject, entry.subject ?? "–"],
          [texts.address, entry.address ?? "–"],
          [
            texts.requestId,
            <code key="request" className="font-mono text-sm break-all">
              {entry.request_id ?? "–"}
            </code>,
          ],
        ]}
      />
      {entry.details && Object.keys(entry.details).length > 0 && (
        <pre className="mt-4 overflow-x-auto rounded-control bg-sunken p-3 text-sm whitespace-pre-wrap">
          {JSON.stringify(entry.details, null, 2)}
        </pre>
      )}
    </Dialog>
  );
}
