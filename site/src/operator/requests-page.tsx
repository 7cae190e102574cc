import { type FormEvent, useState } from "react";
import { useFilters } from "../dashboard/use-filters.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/operator.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { Card, Page } from "../ui/page.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { DateText } from "../ui/values.tsx";

const words = texts.requests;

/** Finds everything that a request did, by the request id of an error message. */
export function RequestsPage() {
  const { filters, change } = useFilters(["id"]);
  const [text, setText] = useState(filters.id ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ id: text.trim() });
  };
  return (
    <Page title={words.title} intro={words.intro}>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label={words.label} hint={words.hint} className="min-w-0 flex-1 basis-72">
          <TextInput value={text} onChange={setText} maxLength={200} className="font-mono" />
        </Field>
        <Button type="submit" kind="primary" icon="search">
          {words.find}
        </Button>
      </form>
      {filters.id && <Found key={filters.id} id={filters.id} />}
    </Page>
  );
}

function Found({ id }: { id: string }) {
  const { data, error, refetch } = useResponse<Record<string, unknown>>(
    `/operator/api/requests/${encodeURIComponent(id)}`,
  );
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} />;
  const groups = Object.entries(data).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0,
  );
  if (groups.length === 0)
    return (
      <EmptyState icon="search" title={words.nothing}>
        {words.nothingHint}
      </EmptyState>
    );
  return groups.map(([name, entries]) => (
    <Card key={name} title={words.groups[name] ?? name}>
      <ul className="flex flex-col gap-3">
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the stored records do not change their order
          <li key={place}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </Card>
  ));
}

/** A summary line that expands to the whole record. */
function Entry({ entry }: { entry: unknown }) {
  const fields = (typeof entry === "object" && entry !== null ? entry : {}) as Record<string, unknown>;
  const title = [fields.type, fields.action, fields.operation].find((each) => typeof each === "string");
  const when = [fields.created_at, fields.at, fields.called_at].find((each) => typeof each === "string");
  return (
    <details className="rounded-control border border-line p-3">
      <summary className="font-mono text-sm">
        {String(title ?? fields.id ?? "")}{" "}
        <span className="font-sans text-muted">{typeof when === "string" && <DateText value={when} />}</span>
      </summary>
      <pre className="mt-2 rounded-control bg-sunken p-3 font-mono text-sm whitespace-pre-wrap">
        {JSON.stringify(entry, null, 2)}
      </pre>
    </details>
  );
}
