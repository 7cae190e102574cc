import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { auditActions, auditedRecords } from "../../../service/src/contract/audit-actions.ts";
import { CreatedFilters, FilterBar, SelectFilter } from "../dashboard/filters.tsx";
import { NoMatch } from "../dashboard/record-list.tsx";
import { type Filters, useFilters } from "../dashboard/use-filters.ts";
import { downloadUrl, query } from "../data/api.ts";
import { usePages } from "../data/use-pages.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/settings/audit.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Facts, Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { DateText, useRegion } from "../ui/values.tsx";
import { actorName, type Entry, recordName, sentenceOf, sentenceText } from "./audit-entry.ts";

const names = ["actor", "action", "record_type", "created_from", "created_to"] as const;
type Name = (typeof names)[number];

export function AuditPage() {
  const { filters, change, clear } = useFilters<Name>(names);
  const asked = requestOf(filters);
  const pages = usePages<Entry>("/audit", "audit_entries", { ...asked, limit: 50 });
  const [opened, setOpened] = useState<Entry>();
  const count = Object.keys(filters).length;
  const actions = (
    <ButtonAnchor icon="download" href={downloadUrl(`/exports/audit.csv${query(asked)}`)} download>
      {texts.export}
    </ButtonAnchor>
  );
  return (
    <Page title={texts.title} intro={texts.intro} actions={actions}>
      <FilterBar count={count} onClear={clear}>
        <AuditFilters filters={filters} onChange={change} />
      </FilterBar>
      <Entries pages={pages} onClear={count > 0 ? clear : undefined} onOpen={setOpened} />
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

/** The address has one value for a person or key: `user:5`. */
function requestOf({ actor, ...rest }: Filters<Name>) {
  const [actor_type, actor_id] = actor?.split(/:(.*)/s) ?? [];
  return { ...rest, actor_type, actor_id: actor_id || undefined };
}

type FiltersProps = { filters: Filters<Name>; onChange: (changes: Filters<Name>) => void };

function AuditFilters({ filters, onChange }: FiltersProps) {
  const { data } = useResponse<{ actors: Entry["actor"][] }>("/audit/actors");
  const actors = (data?.actors ?? []).map((actor) => ({
    value: `${actor.type}:${actor.id ?? ""}`,
    label: actorName(actor),
  }));
  const actions = auditActions
    .map((value) => ({ value, label: texts.actionNames[value] }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  const records = auditedRecords.map((value) => ({ value, label: texts.records[value] }));
  return (
    <>
      <SelectFilter
        label={texts.filters.person}
        value={filters.actor}
        options={actors}
        onChange={(actor) => onChange({ actor })}
      />
      <SelectFilter
        label={texts.filters.action}
        value={filters.action}
        options={actions}
        onChange={(action) => onChange({ action })}
      />
      <SelectFilter
        label={texts.filters.record}
        value={filters.record_type}
        options={records}
        onChange={(record_type) => onChange({ record_type })}
      />
      <CreatedFilters filters={filters} onChange={onChange} />
    </>
  );
}

type EntriesProps = {
  pages: ReturnType<typeof usePages<Entry>>;
  onClear: (() => void) | undefined;
  onOpen: (entry: Entry) => void;
};

/** One line per entry, which wraps on narrow screens instead of squeezing columns. */
function Entries({ pages, onClear, onOpen }: EntriesProps) {
  const { rows, error, refetch } = pages;
  if (!rows && error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!rows) return <ListSkeleton />;
  if (rows.length === 0 && onClear) return <NoMatch onClear={onClear} />;
  if (rows.length === 0) {
    return (
      <EmptyState icon="operator" title={texts.empty}>
        {texts.emptyBody}
      </EmptyState>
    );
  }
  return (
    <div
      className={`flex flex-col gap-4 ${pages.isPlaceholderData ? "opacity-60" : ""}`}
      aria-busy={pages.isPlaceholderData}
    >
      <ul aria-label={texts.caption} className="rounded-card border border-line bg-raised">
        {rows.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onOpen={() => onOpen(entry)} />
        ))}
      </ul>
      <Pager pages={pages} />
    </div>
  );
}

function EntryRow({ entry, onOpen }: { entry: Entry; onOpen: () => void }) {
  const sentence = sentenceOf(entry, useRegion());
  return (
    <li className="flex items-start justify-between gap-3 border-b border-line py-3 ps-4 pe-1 sm:pe-2 last:border-0">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {sentence.before}
          {sentence.to ? (
            <Link {...sentence.to} className="font-medium text-accent">
              {sentence.record.includes("@") ? <EmailText email={sentence.record} /> : sentence.record}
            </Link>
          ) : (
            sentence.record
          )}
          {sentence.after}
        </p>
        <p className="text-sm text-muted">
          <DateText value={entry.created_at} />
          {entry.address && ` ${texts.from(entry.address)}`}
        </p>
      </div>
      <Button
        kind="quiet"
        size="small"
        className="shrink-0"
        aria-label={texts.detailsOf(sentenceText(sentence))}
        onClick={onOpen}
      >
        {texts.details}
      </Button>
    </li>
  );
}

function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const region = useRegion();
  const kinds: Readonly<Record<string, string>> = texts.records;
  const kind = kinds[entry.subject?.split("/")[0] ?? ""] ?? "";
  const names: Readonly<Record<string, string>> = texts.actionNames;
  return (
    <Dialog
      open
      onClose={onClose}
      title={names[entry.action] ?? entry.action}
      description={sentenceText(sentenceOf(entry, region))}
    >
      <Facts
        facts={[
          [texts.time, <DateText key="at" value={entry.created_at} />],
          [
            texts.who,
            <span className="wrap-anywhere" key="who">
              {actorName(entry.actor)}
            </span>,
          ],
          [texts.record, <span className="wrap-anywhere" key="on">{`${kind} ${recordName(entry)}`}</span>],
          [texts.address, entry.address ?? "–"],
          [
            texts.requestId,
            <code key="request" className="font-mono text-sm wrap-anywhere">
              {entry.request_id ?? "–"}
            </code>,
          ],
        ]}
      />
      {entry.details && Object.keys(entry.details).length > 0 && (
        <pre className="mt-4 rounded-control bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {JSON.stringify(entry.details, null, 2)}
        </pre>
      )}
    </Dialog>
  );
}
