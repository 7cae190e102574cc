import type { DeliveryJob, Target } from "./attempt.ts";
import type { EndpointKey } from "./find-work.ts";

/**
 * A worker's state for one endpoint. Jobs are sent one after the other, so that they arrive in order; one that gets no
 * answer soon does not hold back the rest, and an endpoint that cannot keep up is sent several at once. The maximum in
 * parallel keeps a dead endpoint from taking what others need.
 */
export type EndpointQueue = {
  readonly companyId: number;
  readonly endpointId: number;
  target: Target | undefined;
  /** Whether it is the service's own receiver, which gives way while the process is busy. */
  isOwn: boolean;
  failingSince: Date | undefined;
  jobs: DeliveryJob[];
  /** Jobs dropped from the queue since work was last taken: the next take must return them before anything newer. */
  dropped: number;
  /** Sequences of events that are queued, under way or being recorded: the database still shows them as due. */
  readonly held: Set<number>;
  /** When each attempt in flight began, by sequence, on this process's monotonic clock. */
  readonly inFlight: Map<number, number>;
  /** Whether there may be more work in the database. */
  more: boolean;
  /** Whether a query for work is running. */
  taking: boolean;
  /** Finished while that query ran: its answer may still list them as due, so they stay held until it arrives. */
  readonly doneWhileTaking: Set<number>;
  /** Whether the endpoint is ours to serve. If not, attempts in flight are finished and nothing new is started. */
  active: boolean;
  idleSince: number;
  lastStartAt: number;
  timer: NodeJS.Timeout | undefined;
};

export const queuedJobsMax = 16;
/** There is less patience where the endpoint is behind. */
const slowResponseMsBehind = 20;
const behindMs = 2000;
const ownReceiverGapMs = 250;
const unresponsiveMs = 1000;
const parallelMax = 10;
const parallelMaxFailing = 2;

export function createEndpointQueue({ company_id, endpoint_id }: EndpointKey): EndpointQueue {
  return {
    companyId: company_id,
    endpointId: endpoint_id,
    target: undefined,
    isOwn: false,
    failingSince: undefined,
    jobs: [],
    dropped: 0,
    held: new Set(),
    inFlight: new Map(),
    more: true,
    taking: false,
    doneWhileTaking: new Set(),
    active: true,
    idleSince: performance.now(),
    lastStartAt: Number.NEGATIVE_INFINITY,
    timer: undefined,
  };
}

export const endpointOf = (queue: EndpointQueue) => ({
  company_id: queue.companyId,
  endpoint_id: queue.endpointId,
});

export const keyOf = ({ company_id, endpoint_id }: EndpointKey) => `${company_id}:${endpoint_id}`;

/** In how many milliseconds the next job may start beside those in flight. Undefined: when one of them ends. */
export function msUntilNextStart(
  queue: EndpointQueue,
  now: Date,
  processIsBusy: boolean,
  slowResponseMs: number,
): number | undefined {
  const [next] = queue.jobs;
  if (!next || !queue.target || !queue.active) return undefined;
  const { size } = queue.inFlight;
  if (size >= (queue.failingSince ? parallelMaxFailing : parallelMax)) return undefined;
  const passed = (since: number) => performance.now() - since;
  if (queue.isOwn && processIsBusy) return Math.max(0, ownReceiverGapMs - passed(queue.lastStartAt));
  if (size === 0) return 0;
  const behind = now.getTime() - next.waitingSince.getTime() > behindMs;
  const newest = Math.max(...queue.inFlight.values());
  return Math.max(0, (behind ? slowResponseMsBehind : slowResponseMs) - passed(newest));
}

/** Whether it fails or leaves us without an answer. Such a lane may not take capacity that healthy ones could need. */
export function isUnhealthy(queue: EndpointQueue): boolean {
  if (queue.failingSince) return true;
  const unresponsiveSince = performance.now() - unresponsiveMs;
  return queue.inFlight.values().some((startedAt) => startedAt < unresponsiveSince);
}

export function queueJob(queue: EndpointQueue, job: DeliveryJob): void {
  if (queue.held.has(job.sequence)) return;
  queue.held.add(job.sequence);
  queue.jobs.push(job);
}

export function startJob(queue: EndpointQueue, job: DeliveryJob): void {
  queue.lastStartAt = performance.now();
  queue.inFlight.set(job.sequence, queue.lastStartAt);
}

export function finishJob(queue: EndpointQueue, job: DeliveryJob): void {
  if (queue.taking) queue.doneWhileTaking.add(job.sequence);
  else queue.held.delete(job.sequence);
}

export function finishTaking(queue: EndpointQueue): void {
  queue.taking = false;
  queue.dropped = 0;
  for (const id of queue.doneWhileTaking) queue.held.delete(id);
  queue.doneWhileTaking.clear();
}

/** Queued jobs are still due in the database, for whoever serves the endpoint next. */
export function emptyQueue(queue: EndpointQueue): void {
  for (const job of queue.jobs) queue.held.delete(job.sequence);
  queue.dropped += queue.jobs.length;
  queue.jobs = [];
}

export const isIdle = (queue: EndpointQueue) => queue.held.size === 0 && !queue.taking;

export const wantsMore = (queue: EndpointQueue) =>
  queue.active && queue.more && !queue.taking && queue.jobs.length < queuedJobsMax / 2;
