import type { Delivery, DeliveryDetails } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useRecord } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/events.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Facts } from "../ui/page.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { DateText } from "../ui/values.tsx";

export function DeliveryBadge({ status }: { status: Delivery["status"] }) {
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

/** A delivery with all its attempts, and a button to retry. */
export function DeliveryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { record, error } = useRecord<DeliveryDetails>(`/webhooks/deliveries/${id}`, "delivery");
  const can = useCan();
  const replay = useChange(() => callOnce(`/webhooks/deliveries/${id}/replay`), {
    invalidates: [],
    successMessage: texts.replayed,
  });
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={texts.deliveryName(id)}
      actions={
        can("webhooks:write", "webhooks") && (
          <Button kind="primary" icon="refresh" busy={replay.isPending} onClick={() => replay.mutate()}>
            {texts.replay}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {(error ?? replay.error) && <ErrorNote error={error ?? replay.error} />}
        {record ? <Details delivery={record} /> : !error && <ListSkeleton rows={3} />}
      </div>
    </Dialog>
  );
}

function Details({ delivery }: { delivery: DeliveryDetails }) {
  return (
    <>
      <Facts
        facts={[
          [
            texts.event,
            <code
              key="event"
              className="font-mono text-sm select-all"
            >{`${delivery.event_type} · ${delivery.event_id}`}</code>,
          ],
          [texts.status, <DeliveryBadge key="status" status={delivery.status} />],
          [texts.when, <DateText key="when" value={delivery.created_at} />],
          ...(delivery.next_attempt_at
            ? [[texts.next, <DateText key="next" value={delivery.next_attempt_at} />] as const]
            : []),
        ]}
      />
      {delivery.attempts.length === 0 && <p className="text-muted">{texts.noAttempts}</p>}
      <ol className="flex flex-col gap-3">
        {delivery.attempts.map((attempt) => (
          <li key={attempt.number} className="rounded-control border border-line p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-semibold">{texts.attempt(attempt.number)}</h3>
              <span className="text-sm text-muted">
                <DateText value={attempt.attempted_at} /> · {texts.duration(attempt.duration_ms)}
              </span>
            </div>
            <p className={attempt.failure ? "text-bad" : "text-accent"}>
              {attempt.message ?? attempt.status_code}
            </p>
            <p className="text-sm break-all text-muted">{attempt.url}</p>
            {attempt.answer && (
              <details className="mt-2 text-sm">
                <summary className="w-fit text-muted">{texts.endpointAnswer}</summary>
                <pre className="mt-1 rounded-control bg-sunken p-3 font-mono whitespace-pre-wrap">
                  {attempt.answer}
                </pre>
              </details>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
