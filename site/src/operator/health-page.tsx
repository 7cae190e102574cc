import { type Mail, UndeliveredMails } from "../dashboard/undelivered-mails.tsx";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/operator.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { formatAge, formatNumber } from "../ui/format.ts";
import { Card, Page } from "../ui/page.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { Table } from "../ui/table.tsx";
import { DateText, useRegion } from "../ui/values.tsx";

const words = texts.health;
const refreshMs = 10_000;

type Count = number | string | null | Record<string, number>;
type Loop = { name: string; every_seconds: number; ran_at: string | null; failed_at: string | null };

/** Each section reports counts; those with a known name have a label. */
type Health = Partial<Record<(typeof sections)[number], Record<string, Count>>> & { loops?: Loop[] };
const sections = ["deliveries", "registrations", "refunds", "mails", "companies", "database"] as const;

/** The state of the queues. It refreshes automatically. */
export function HealthPage() {
  const { data, error, refetch, isFetching } = useResponse<Health>("/operator/api/health", {
    refetchInterval: refreshMs,
  });
  const outbox = useResponse<{ mails: Mail[] }>("/operator/api/mails", { refetchInterval: refreshMs });
  return (
    <Page
      title={words.title}
      intro={words.intro}
      actions={
        <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
          {words.refresh}
        </Button>
      }
    >
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton />}
      {data && (
        <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
          {sections.map((name) => {
            const counts = data[name];
            return (
              counts && (
                <Card key={name} title={words.sections[name]}>
                  <Counts counts={counts} />
                </Card>
              )
            );
          })}
        </div>
      )}
      <UndeliveredMails mails={outbox.data?.mails ?? []} />
      {data?.loops && <Loops loops={data.loops} />}
    </Page>
  );
}

function Counts({ counts }: { counts: Record<string, Count> }) {
  const region = useRegion();
  const show = (name: string, count: Count): string => {
    if (count === null || (count === 0 && name.endsWith("_seconds"))) return "–";
    if (typeof count === "object")
      return (
        Object.entries(count)
          .map(([each, number]) => `${each} ${number}`)
          .join(", ") || "–"
      );
    if (typeof count === "string") return count;
    if (name.endsWith("_seconds")) return formatAge(count);
    return name === "bytes"
      ? `${formatNumber(Math.round(count / 1e6), region)} MB`
      : formatNumber(count, region);
  };
  return (
    <dl className="flex flex-col gap-2">
      {Object.entries(counts).map(([name, count]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="wrap-break-word text-muted">{nameOf(name)}</dt>
          <dd className="min-w-0 text-end tabular-nums">{show(name, count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function nameOf(name: string): string {
  const plain = name.replaceAll("_", " ");
  return words.names[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

const jobName = (name: string): string => words.jobs[name] ?? name;

function Loops({ loops }: { loops: readonly Loop[] }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{words.loops}</h2>
      <Table
        caption={words.loops}
        rows={loops}
        rowKey={({ name }) => name}
        columns={[
          { id: "name", title: words.loop, cell: ({ name }) => jobName(name), onPhone: "title" },
          {
            id: "every",
            title: words.every,
            cell: ({ every_seconds }) => (
              <span className="whitespace-nowrap">{formatAge(every_seconds)}</span>
            ),
            onPhone: "aside",
          },
          { id: "ran", title: words.ran, cell: ({ ran_at }) => <DateText value={ran_at} /> },
          {
            id: "failed",
            title: words.failed,
            cell: ({ failed_at }) => <DateText value={failed_at} />,
            isEmpty: ({ failed_at }) => failed_at === null,
          },
        ]}
      />
    </section>
  );
}
