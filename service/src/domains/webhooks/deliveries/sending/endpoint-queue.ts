import type { DeliveryJob, Target } from "./attempt.ts";
import type { EndpointKey } from "./delivery-queries.ts";

/**
 * A worker's state for one endpoint. Jobs are sent one after the other, so that they arrive in order; one that gets no
 * response soon does not hold back the rest, and an endpoint that cannot keep up is sent several at once. The maximum
 * in parallel keeps a dead endpoint from taking what others need.
 */
export type EndpointQueue = {
  readonly companyId: number;
  readonly endpointId: number;
  target: Target | undefined;
  /** Whether it is the service's own receiver, which takes several at once, and gives way while the process is busy. */
  isOwnReceiver: boolean;
  failingSince: Date | undefined;
  jobs: DeliveryJob[];
  /** Jobs dropped from the queue since work was last taken: the next take must return them before anything newer. */
  dropped: number;
  /** Sequences of events that are queued, in flight or being recorded: the database still shows them as due. */
  readonly held: Set<number>;
  /** When each attempt in flight was started, by sequence, on the monotonic clock. */
  readonly inFlight: Map<number, number>;
  /** Whether there may be more work in the database. */
  more: boolean;
  /** Whether a query for work, or the release of the lease, is running. */
  taking: boolean;
  /** Before when no work is taken, on the monotonic clock. */
  takeNotBefore: number;
  /** Finished while that query ran: its result may still list them as due, so they stay held until it arrives. */
  readonly finishedWhileTaking: Set<number>;
  /** Whether the endpoint is ours to serve. If not, attempts in flight are finished and nothing new is started. */
  active: boolean;
  /** Whether an attempt was sent and its outcome lost, so that only a new lease distinguishes it from attempts never sent. */
  needsNewLease: boolean;
  idleSince: number;
  lastStartAt: number;
  /** Whether a timer is set for its next job. */
  timerIsSet: boolean;
};

/** The moment at which something is decided. */
export type Moment = {
  now: Date;
  /** Milliseconds of a clock that never jumps. */
  monotonicMs: number;
  processIsBusy: boolean;
};

export const queuedJobsMax = 16;
/** An endpoint that is behind gets its next job sooner. */
const slowResponseMsBehind = 20;
const behindMs = 2000;
const ownReceiverGapMs = 250;
const unresponsiveMs = 1000;
const parallelMax = 10;
const parallelMaxFailing = 2;

export function createEndpointQueue(
  { company_id, endpoint_id }: EndpointKey,
  { monotonicMs }: Moment,
): EndpointQueue {
  return {
    companyId: company_id,
    endpointId: endpoint_id,
    target: undefined,
    isOwnReceiver: false,
    failingSince: undefined,
    jobs: [],
    dropped: 0,
    held: new Set(),
    inFlight: new Map(),
    more: true,
    taking: false,
    takeNotBefore: Number.NEGATIVE_INFINITY,
    finishedWhileTaking: new Set(),
    active: true,
    needsNewLease: false,
    idleSince: monotonicMs,
    lastStartAt: Number.NEGATIVE_INFINITY,
    timerIsSet: false,
  };
}

export const endpointOf = (queue: EndpointQueue) => ({
  company_id: queue.companyId,
  endpoint_id: queue.endpointId,
});

export const keyOf = ({ company_id, endpoint_id }: EndpointKey) => `${company_id}:${endpoint_id}`;

function parallelMaxOf({ failingSince, isOwnReceiver }: EndpointQueue): number {
  if (failingSince) return parallelMaxFailing;
  return isOwnReceiver ? queuedJobsMax : parallelMax;
}

/** In how many milliseconds the next job may start beside those in flight. Undefined: when one of them ends. */
export function msUntilNextStart(
  queue: EndpointQueue,
  slowResponseMs: number,
  moment: Moment,
): number | undefined {
  const [next] = queue.jobs;
  if (!next || !queue.target || !queue.active) return undefined;
  const { size } = queue.inFlight;
  if (size >= parallelMaxOf(queue)) return undefined;
  const passed = (since: number) => moment.monotonicMs - since;
  if (queue.isOwnReceiver) {
    // What starts at the same moment is stored by one query.
    const startsTogether = queue.lastStartAt === moment.monotonicMs;
    if (startsTogether || !moment.processIsBusy) return 0;
    return Math.max(0, ownReceiverGapMs - passed(queue.lastStartAt));
  }
  if (size === 0) return 0;
  const isBehind = moment.now.getTime() - next.waitingSince.getTime() > behindMs;
  const newest = Math.max(...queue.inFlight.values());
  return Math.max(0, (isBehind ? slowResponseMsBehind : slowResponseMs) - passed(newest));
}

/** Whether it fails or leaves us without a response, so that it may not take capacity that healthy ones could need. */
export function isUnhealthy(queue: EndpointQueue, { monotonicMs }: Moment): boolean {
  if (queue.failingSince) return true;
  return queue.inFlight.values().some((startedAt) => startedAt < monotonicMs - unresponsiveMs);
}

export function queueJob(queue: EndpointQueue, job: DeliveryJob): void {
  if (queue.held.has(job.sequence)) return;
  queue.held.add(job.sequence);
  queue.jobs.push(job);
}

export function startJob(queue: EndpointQueue, job: DeliveryJob, { monotonicMs }: Moment): void {
  queue.lastStartAt = monotonicMs;
  queue.inFlight.set(job.sequence, monotonicMs);
}

export function finishJob(queue: EndpointQueue, job: DeliveryJob): void {
  if (queue.taking) queue.finishedWhileTaking.add(job.sequence);
  else queue.held.delete(job.sequence);
}

export function finishTaking(queue: EndpointQueue): void {
  queue.taking = false;
  queue.dropped = 0;
  for (const sequence of queue.finishedWhileTaking) queue.held.delete(sequence);
  queue.finishedWhileTaking.clear();
}

/** Queued jobs are still due in the database, for the worker that serves the endpoint next. */
export function emptyQueue(queue: EndpointQueue): void {
  for (const job of queue.jobs) queue.held.delete(job.sequence);
  queue.dropped += queue.jobs.length;
  queue.jobs = [];
}

export const isIdle = (queue: EndpointQueue) => queue.held.size === 0 && !queue.taking;

/** In how many milliseconds more work may be taken. Undefined: there is none, or the queue has enough. */
export function msUntilNextTake(queue: EndpointQueue, { monotonicMs }: Moment): number | undefined {
  // The built-in receiver is quick and takes all at once: while those are in progress, a query would return them again.
  const takesMore = queue.isOwnReceiver ? queue.held.size === 0 : queue.jobs.length < queuedJobsMax / 2;
  const wantsMore = queue.active && queue.more && !queue.taking && takesMore;
  return wantsMore ? Math.max(0, queue.takeNotBefore - monotonicMs) : undefined;
}

export function startTaking(queue: EndpointQueue): void {
  queue.taking = true;
  queue.more = false;
}
