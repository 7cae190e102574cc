import type { Context } from "../../../../context.ts";
import type { OutboundResult } from "../../../../platform/outbound/outbound.ts";
import { signatureHeaders } from "../../../../platform/security/signature.ts";
import { liveSecrets, type Secrets } from "../../endpoints/service.ts";
import { nextAttemptAt, retryAfterMs } from "./retry-schedule.ts";

/** Where an endpoint's events go, and what signs them. */
export type Target = Secrets & { url: string };

/** One delivery that is to be attempted now. */
export type DeliveryJob = {
  deliveryId: number;
  eventId: string;
  sequence: number;
  /** Place in the schedule. */
  step: number;
  attemptCount: number;
  waitingSince: Date;
  /** The event's text as it is stored. */
  body: string;
};

/** One attempt that was made, as it is recorded. */
export type DeliveryAttempt = {
  number: number;
  attemptedAt: Date;
  durationMs: number;
  url: string;
  statusCode: number | null;
  /** Why there was no answer, as a code. */
  failure: string | null;
  message: string | null;
  answer: string | null;
  status: "pending" | "succeeded" | "failed";
  step: number;
  nextAttemptAt: Date | null;
  /** Whether the endpoint asked for no more deliveries at all (410). */
  gone: boolean;
};

export const attemptTimeoutMs = 15_000;
const answerBytesMax = 2048;

/**
 * Signs the stored bytes with the current time and sends them once. Whatever the outcome, it is an attempt to record.
 */
export async function attemptDelivery(
  { outbound, clock, random }: Pick<Context, "outbound" | "clock" | "random">,
  target: Target,
  job: DeliveryJob,
  timeoutMs = attemptTimeoutMs,
): Promise<DeliveryAttempt> {
  const attemptedAt = clock.now();
  const body = Buffer.from(job.body);
  const result = await outbound.send({
    method: "POST",
    url: target.url,
    headers: {
      "content-type": "application/json",
      "user-agent": "Billfold-Webhooks/1",
      ...signatureHeaders(liveSecrets(target, attemptedAt), job.eventId, attemptedAt, body),
    },
    body,
    timeoutMs,
    responseBytesMax: answerBytesMax,
  });
  return { ...outcomeOf(result, job, clock.now(), random), attemptedAt, url: target.url };
}

function outcomeOf(result: OutboundResult, job: DeliveryJob, now: Date, random: () => number) {
  const answered = result.kind === "answered" ? result : undefined;
  const succeeded = answered !== undefined && answered.status >= 200 && answered.status < 300;
  const gone = answered?.status === 410;
  const next =
    succeeded || gone
      ? undefined
      : nextAttemptAt(job.step, now, random, retryAfterMs(answered?.headers["retry-after"], now));
  return {
    number: job.attemptCount + 1,
    durationMs: Math.round(result.durationMs),
    statusCode: answered?.status ?? null,
    failure: result.kind === "failed" ? result.failure : null,
    message: succeeded ? null : messageOf(result),
    answer: answered ? printable(answered.body) : null,
    status: succeeded ? ("succeeded" as const) : next ? ("pending" as const) : ("failed" as const),
    step: next ? job.step + 1 : job.step,
    nextAttemptAt: next ?? null,
    gone,
  };
}

function messageOf(result: OutboundResult): string {
  if (result.kind === "failed") return result.message;
  const { status } = result;
  if (status === 410) return "the endpoint answered 410: it wants no more deliveries";
  if (status >= 300 && status < 400) return `the endpoint answered ${status}; redirects are not followed`;
  return `the endpoint answered ${status}`;
}

/** PostgreSQL's text type accepts everything but NUL. */
const printable = (body: Buffer) => body.toString("utf8").replaceAll("\0", "\ufffd");
