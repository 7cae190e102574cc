import { useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import type { Delivery, DeliveryDetails } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useRecord } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/events.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { formatNumber } from "../ui/format.ts";
import { Card, Facts, Page } from "../ui/page.tsx";
import { DateText, useRegion } from "../ui/values.tsx";
import { DeliveryRequest } from "./delivery-request.tsx";
import { FailureCard } from "./failure-card.tsx";

const words = texts.delivery;
const back = { to: "/app/events", search: { tab: "deliveries" }, label: texts.tabs.deliveries } as const;

export function DeliveryBadge({ status }: { status: Delivery["status"] }) {
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

/** The outcome of the first attempt, or of the one in progress, is a matter of seconds. */
const isBeingAttempted = ({ status, attempts }: DeliveryDetails) =>
  status === "pending" && !attempts[0]?.completed;

/** A delivery with its attempts, the request, and why it failed. */
export function DeliveryPage() {
  const { id } = useParams({ strict: false });
  const path = `/webhooks/deliveries/${id}`;
  const { record, error, refetch } = useRecord<DeliveryDetails>(path, "delivery", isBeingAttempted);
  const client = useQueryClient();
  // A new attempt has headers of its own.
  const refresh = () =>
    void Promise.all([refetch(), client.invalidateQueries({ queryKey: [`${path}/request`] })]);
  const title = words.name(id ?? "");
  if (!record) return <LoadingPage title={title} back={back} error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={title}
      badge={<DeliveryBadge status={record.status} />}
      back={back}
      actions={<Actions delivery={record} onRefresh={refresh} />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {record.status !== "succeeded" && <FailureCard delivery={record} />}
          <Attempts attempts={record.attempts} />
          <DeliveryRequest id={record.id} />
        </div>
        <Card title={words.details}>
          <Facts facts={factsOf(record)} />
        </Card>
      </div>
    </Page>
  );
}

function Actions({ delivery, onRefresh }: { delivery: DeliveryDetails; onRefresh: () => void }) {
  const can = useCan();
  const replay = useChange(() => callOnce(`/webhooks/deliveries/${delivery.id}/replay`), {
    invalidates: [],
    successMessage: texts.replayed,
  });
  return (
    <>
      {can("webhooks:write", "webhooks") && (
        <Button kind="primary" icon="send" busy={replay.isPending} onClick={() => replay.mutate()}>
          {texts.replay}
        </Button>
      )}
      <Button icon="refresh" onClick={onRefresh}>
        {texts.refresh}
      </Button>
      {replay.error && <ErrorNote className="basis-full" error={replay.error} />}
    </>
  );
}

function factsOf(delivery: DeliveryDetails) {
  const { event_type, event_id, endpoint_id, created_at, next_attempt_at, attempts } = delivery;
  return [
    [
      texts.event,
      <Link
        key="event"
        to="/app/events"
        search={{ tab: "deliveries", event_id }}
        className="font-mono text-sm wrap-anywhere text-accent"
      >
        {event_type}
      </Link>,
    ],
    [
      texts.id,
      <code key="id" className="font-mono text-sm wrap-anywhere select-all">
        {event_id}
      </code>,
    ],
    [
      texts.endpoint,
      <Link
        key="endpoint"
        to="/app/events"
        search={{ tab: "deliveries", endpoint_id: String(endpoint_id) }}
        className="wrap-anywhere text-accent"
      >
        {attempts[0]?.url ?? endpoint_id}
      </Link>,
    ],
    [words.created, <DateText key="created" value={created_at} />],
    ...(next_attempt_at ? [[texts.next, <DateText key="next" value={next_attempt_at} />] as const] : []),
  ] as const;
}

type Attempt = DeliveryDetails["attempts"][number];

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Card title={texts.attempts}>
      {attempts.length === 0 && <p className="text-muted">{words.noAttempts}</p>}
      <ol className="flex flex-col divide-y divide-line">
        {attempts.map((attempt) => (
          <AttemptEntry key={attempt.number} attempt={attempt} />
        ))}
      </ol>
    </Card>
  );
}

function AttemptEntry({ attempt }: { attempt: Attempt }) {
  const { number, cause, completed, attempted_at, duration_ms, status_code, message, url } = attempt;
  const region = useRegion();
  const isGood = status_code !== null && status_code >= 200 && status_code < 300;
  const outcome = message ?? (status_code === null ? words.unfinished : words.response(status_code));
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{words.attempt(number)}</h3>
        <span className="text-sm text-muted">
          <DateText value={attempted_at} />
          {completed && ` · ${words.duration(formatNumber(duration_ms, region))}`}
        </span>
      </div>
      <p className={isGood ? "text-accent" : "text-bad"}>{sentence(outcome)}</p>
      <p className="text-sm text-muted">
        {cause && words.causes[cause]}
        {cause && " · "}
        <span className="wrap-anywhere">{url}</span>
      </p>
      {attempt.answer_withheld && <p className="mt-1 text-sm text-muted">{words.responseWithheld}</p>}
      {attempt.answer && (
        <details className="mt-2 text-sm">
          <summary className="w-fit text-muted">{words.responseBody}</summary>
          <pre className="mt-1 max-h-64 overflow-auto rounded-control bg-sunken p-3 font-mono whitespace-pre-wrap">
            {attempt.answer}
          </pre>
        </details>
      )}
    </li>
  );
}

/** The service writes outcomes in lower case, to be put after a colon. */
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
