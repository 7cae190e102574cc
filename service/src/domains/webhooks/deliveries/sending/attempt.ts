import type { Context } from "../../../../context.ts";
import type { OutboundResult } from "../../../../platform/outbound/outbound.ts";
import { signatureHeaders } from "../../../../platform/security/signature.ts";
import { liveSecrets, type Secrets } from "../../endpoints/service.ts";
import type { AttemptCause } from "../schema.ts";
import { nextAttemptAt, retryAfterMs } from "./retry-schedule.ts";

/** Where an endpoint's events go, and what signs them. */
export type Target = Secrets & { url: string };

/** One attempt that has been begun and is to be sent. */
export type DeliveryJob = {
  deliveryId: number;
  eventId: string;
  sequence: number;
  /** Place in the schedule of retries. */
  step: number;
  number: number;
  cause: AttemptCause;
  /** The endpoint's lease under which it was begun. */
  leaseNumber: number;
  waitingSince: Date;
  /** The event's text as it is stored. */
  body: string;
};

/** What came of an attempt, and what it means for the delivery. */
export type AttemptOutcome = {
  attemptedAt: Date;
  durationMs: number;
  url: string;
  statusCode: number | null;
  /** Why there was no response, as a code. */
  failure: string | null;
  message: string | null;
  answer: string | null;
  status: "pending" | "succeeded" | "failed";
  step: number;
  nextAttemptAt: Date | null;
  /** Whether the endpoint asked for no more deliveries at all (410). */
  gone: boolean;
  /** Whether a kept-alive connection broke, so that another attempt follows at once. */
  reconnect: boolean;
};

export const attemptTimeoutMs = 15_000;
const responseBytesMax = 2048;

/** The headers of every attempt, before its signatures. */
export const fixedHeaders = { "content-type": "application/json", "user-agent": "Billfold-Webhooks/1" };

/**
 * Signs the stored bytes with the current time and sends them once: a request that is repeated is an attempt of its
 * own.
 */
export async function attemptDelivery(
  {
    outbound,
    clock,
    random,
  }: Pick<Context, "clock" | "random"> & { outbound: Pick<Context["outbound"], "send"> },
  target: Target,
  job: DeliveryJob,
  timeoutMs = attemptTimeoutMs,
): Promise<AttemptOutcome> {
  const attemptedAt = clock.now();
  const body = Buffer.from(job.body);
  const result = await outbound.send({
    method: "POST",
    url: target.url,
    headers: {
      ...fixedHeaders,
      ...signatureHeaders(liveSecrets(target, attemptedAt), job.eventId, attemptedAt, body),
    },
    body,
    timeoutMs,
    responseBytesMax,
    onlyOnce: true,
    newConnection: job.cause === "reconnect",
  });
  return { ...outcomeOf(result, job, clock.now(), random), attemptedAt, url: target.url };
}

function outcomeOf(result: OutboundResult, job: DeliveryJob, now: Date, random: () => number) {
  const answered = result.kind === "answered" ? result : undefined;
  const succeeded = answered !== undefined && answered.status >= 200 && answered.status < 300;
  const gone = answered?.status === 410;
  // The receiver closed an idle connection just as it was reused, so it has most likely not seen the request.
  const reconnect = result.kind === "failed" && result.reusedConnection === true && job.cause !== "reconnect";
  const retryAt =
    succeeded || gone || reconnect
      ? undefined
      : nextAttemptAt(job.step, now, random, retryAfterMs(answered?.headers["retry-after"], now));
  const next = reconnect ? now : retryAt;
  return {
    durationMs: Math.round(result.durationMs),
    statusCode: answered?.status ?? null,
    failure: result.kind === "failed" ? result.failure : null,
    message: succeeded ? null : messageOf(result),
    answer: answered ? printable(answered.body) : null,
    status: succeeded ? ("succeeded" as const) : next ? ("pending" as const) : ("failed" as const),
    step: retryAt ? job.step + 1 : job.step,
    nextAttemptAt: next ?? null,
    gone,
    reconnect,
  };
}

/** The outcome as a label of the metrics. */
export const outcomeLabel = ({ status, failure, statusCode }: AttemptOutcome) =>
  status === "succeeded" ? status : (failure ?? `http_${Math.floor(statusCode! / 100)}xx`);

function messageOf(result: OutboundResult): string {
  if (result.kind === "failed") return result.message;
  const { status } = result;
  if (status === 410) return "the endpoint returned 410 Gone: it accepts no more deliveries";
  if (status >= 300 && status < 400) return `the endpoint returned ${status}; redirects are not followed`;
  return `the endpoint returned ${status}`;
}

/** PostgreSQL's text type accepts everything but NUL. */
const printable = (body: Buffer) => body.toString("utf8").replaceAll("\0", "\ufffd");
