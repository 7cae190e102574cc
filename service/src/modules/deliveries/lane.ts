import type { Job, Target } from "./attempt.ts";
import type { EndpointKey } from "./books.ts";

/**
 * What a worker has in hand for one endpoint. Jobs are sent one after the other, so that they arrive in order;
 * one that gets no answer soon does not hold back the rest, and an endpoint that does not keep up this way is sent
 * several at once. How many at most is the bound that keeps a dead endpoint from taking what others need.
 */
export type Lane = {
  readonly companyId: number;
  readonly endpointId: number;
  target: Target | undefined;
  /** Is it the service's own receiver? Then it gives way while the service has much else to do. */
  isOwn: boolean;
  failingSince: Date | undefined;
  queue: Job[];
  /** Deliveries that are queued, under way or being recorded: the database still shows them as due. */
  readonly held: Set<number>;
  readonly underWay: Set<number>;
  /** May there be more work in the database than is in hand? */
  more: boolean;
  taking: boolean;
  idleSince: number;
  /** When the last attempt began, by this process's own clock. */
  startedAt: number;
  timer: NodeJS.Timeout | undefined;
};

export const laneJobsMax = 16;
/** An answer that takes longer no longer keeps the next job waiting; less patience where the endpoint is behind. */
const patienceMs = 250;
const patienceMsBehind = 20;
const behindMs = 2000;
const giveWayMs = 250;
const parallelMax = 10;
const parallelMaxFailing = 2;

export function createLane({ company_id, endpoint_id }: EndpointKey): Lane {
  return {
    companyId: company_id,
    endpointId: endpoint_id,
    target: undefined,
    isOwn: false,
    failingSince: undefined,
    queue: [],
    held: new Set(),
    underWay: new Set(),
    more: true,
    taking: false,
    idleSince: performance.now(),
    startedAt: Number.NEGATIVE_INFINITY,
    timer: undefined,
  };
}

export const endpointOf = (lane: Lane) => ({ company_id: lane.companyId, endpoint_id: lane.endpointId });

export const keyOf = ({ company_id, endpoint_id }: EndpointKey) => `${company_id}:${endpoint_id}`;

/** In how many milliseconds may the next job start beside those that are under way? Undefined: when one of them ends. */
export function startsIn(lane: Lane, now: Date, processIsBusy: boolean): number | undefined {
  const [next] = lane.queue;
  if (!next || !lane.target) return undefined;
  const { size } = lane.underWay;
  if (size >= (lane.failingSince ? parallelMaxFailing : parallelMax)) return undefined;
  const sinceStart = performance.now() - lane.startedAt;
  if (lane.isOwn && processIsBusy) return Math.max(0, giveWayMs - sinceStart);
  if (size === 0) return 0;
  const behind = now.getTime() - next.waitingSince.getTime() > behindMs;
  return Math.max(0, (behind ? patienceMsBehind : patienceMs) - sinceStart);
}

export function queueJob(lane: Lane, job: Job): void {
  if (lane.held.has(job.deliveryId)) return;
  lane.held.add(job.deliveryId);
  lane.queue.push(job);
}

/** What is queued stays due in the database, for whoever serves the endpoint next. */
export function emptyQueue(lane: Lane): void {
  for (const job of lane.queue) lane.held.delete(job.deliveryId);
  lane.queue = [];
}

export const isIdle = (lane: Lane) => lane.held.size === 0 && !lane.taking;

export const runsLow = (lane: Lane) => lane.more && lane.queue.length < laneJobsMax / 2;
