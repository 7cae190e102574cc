import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../api.ts";
import { showAge } from "../desk/display.ts";
import { texts } from "../texts/operator.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";

const words = texts.health;
const path = "/operator/api/health";
const everyMs = 10_000;

const sections = ["deliveries", "registrations", "refunds", "loops", "database"] as const;
type Health = Partial<Record<(typeof sections)[number], unknown>>;

/** How the queues stand. It looks again by itself, for whoever watches. */
export function HealthPage() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<Health>("GET", path, undefined, { signal }),
    refetchInterval: everyMs,
  });
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
        <div className="grid items-start gap-6 md:grid-cols-2">
          {sections
            .filter((name) => data[name] !== undefined)
            .map((name) => (
              <Card key={name} title={words[name]}>
                <Told value={data[name]} />
              </Card>
            ))}
        </div>
      )}
    </Page>
  );
}

/** The parts of the service tell of themselves, each in words of its own; what we have a name for is named. */
function Told({ value }: { value: unknown }) {
  if (Array.isArray(value))
    return value.length === 0 ? (
      <p className="text-quiet">{words.none}</p>
    ) : (
      <ul className="flex flex-col gap-4">
        {value.map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a snapshot; nothing in it moves
          <li key={place} className="border-b border-line pb-4 last:border-0 last:pb-0">
            <Told value={each} />
          </li>
        ))}
      </ul>
    );
  if (typeof value === "object" && value !== null)
    return (
      <Facts
        facts={Object.entries(value).map(([name, each]) => [nameOf(name), shownValue(name, each)] as const)}
      />
    );
  return <>{String(value)}</>;
}

function nameOf(name: string): string {
  const plain = name.replaceAll("_", " ");
  return words.names[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

function shownValue(name: string, value: unknown): ReactNode {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number" && name.endsWith("_seconds")) return showAge(value);
  if (typeof value === "object") return <Told value={value} />;
  return String(value);
}
