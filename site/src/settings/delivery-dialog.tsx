import { texts } from "../texts/settings/webhooks.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Loaded, useAnswer } from "../ui/loaded.tsx";
import { DateText } from "../ui/values.tsx";

export type Delivery = {
  id: number;
  event_id: string;
  event_type: string;
  endpoint_id: number;
  status: string;
  attempt_count: number;
  next_attempt_at: string | null;
  last_attempt_at: string | null;
  last_status_code: number | null;
  last_error: string | null;
  created_at: string;
};

type Attempt = {
  number: number;
  attempted_at: string;
  duration_ms: number;
  url: string;
  status_code: number | null;
  message: string | null;
  answer: string | null;
};

type DeliveryWithAttempts = Delivery & { attempts: Attempt[] };

/** What was tried, and what came back: enough to see why an endpoint refuses. */
export function DeliveryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const answer = useAnswer<{ delivery: DeliveryWithAttempts }>(`/webhooks/deliveries/${id}`);
  return (
    <Dialog open onClose={onClose} size="wide" title={answer.data?.delivery.event_type ?? texts.log.details}>
      <Loaded answer={answer}>
        {({ delivery }) => (
          <div className="flex flex-col gap-4">
            <p className="flex flex-wrap items-center gap-3">
              <StatusBadge status={delivery.status} />
              <code className="font-mono text-sm">{delivery.event_id}</code>
              {delivery.next_attempt_at && (
                <span className="text-sm text-muted">
                  {texts.log.next}: <DateText value={delivery.next_attempt_at} />
                </span>
              )}
            </p>
            {delivery.attempts.length === 0 && <p className="text-muted">{texts.log.none}</p>}
            <ol className="flex flex-col gap-4">
              {delivery.attempts.map((attempt) => (
                <AttemptItem key={attempt.number} attempt={attempt} />
              ))}
            </ol>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  return (
    <li className="border-t border-line pt-3">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-semibold">{texts.log.attempt(attempt.number)}</span>
        <span className="text-sm text-muted">
          <DateText value={attempt.attempted_at} />, {texts.log.took(attempt.duration_ms)}
        </span>
        <span className="font-mono text-sm">{attempt.status_code ?? texts.log.noAnswer}</span>
      </p>
      <p className="font-mono text-sm break-all text-muted">{attempt.url}</p>
      {attempt.message && <p className="mt-1 text-bad">{attempt.message}</p>}
      {attempt.answer && (
        <pre className="mt-2 max-h-48 overflow-auto rounded-control bg-sunken p-3 text-sm whitespace-pre-wrap">
          {attempt.answer}
        </pre>
      )}
    </li>
  );
}
