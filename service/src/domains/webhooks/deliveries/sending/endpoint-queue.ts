import type { Job, Target } from "./attempt.ts";
import type { EndpointKey } from "./find-work.ts";

/**
 * A worker's state for one endpoint. Jobs are sent one after the other, so that they arrive in order; one that gets no
 * answer soon does not hold back the rest, and an endpoint that cannot keep up is sent several at once. The maximum in
 * parallel keeps a dead endpoint from taking what others need.
 */
export type Lane = {
  readonly companyId: number;
  readonly endpointId: number;
  target: Target | undefined;
  /** Whether it is the service's own receiver, which gives way while the process is busy. */
  isOwn: boolean;
  failingSince: Date | undefined;
  queue: Job[];
  /** Jobs dropped from the queue since work was last taken: the next take must return them before anything newer. */
  dropped: number;
  /** Sequences of events that are queued, under way or being recorded: the database still shows them as due. */
  readonly held: Set<number>;
  /** When each attempt in flight began, by sequence, on this process's monotonic clock. */
  readonly underWay: Map<number, number>;
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

export const laneJobsMax = 16;
/** There is less patience where the endpoint is behind. */
const patienceMsBehind = 20;
const behindMs = 2000;
const giveWayMs = 250;
const silentMs = 1000;
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
    dropped: 0,
    held: new Set(),
    underWay: new Map(),
    more: true,
    taking: false,
    doneWhileTaking: new Set(),
    active: true,
    idleSince: performance.now(),
    lastStartAt: Number.NEGATIVE_INFINITY,
    timer: undefined,
  };
}

export const endpointOf = (lane: Lane) => ({ company_id: lane.companyId, endpoint_id: lane.endpointId });

export const keyOf = ({ company_id, endpoint_id }: EndpointKey) => `${company_id}:${endpoint_id}`;

/** In how many milliseconds the next job may start beside those in flight. Undefined: when one of them ends. */
export function startsIn(
  lane: Lane,
  now: Date,
  processIsBusy: boolean,
  patienceMs: number,
): number | undefined {
  const [next] = lane.queue;
  if (!next || !lane.target || !lane.active) return undefined;
  const { size } = lane.underWay;
  if (size >= (lane.failingSince ? parallelMaxFailing : parallelMax)) return undefined;
  const passed = (since: number) => performance.now() - since;
  if (lane.isOwn && processIsBusy) return Math.max(0, giveWayMs - passed(lane.lastStartAt));
  if (size === 0) return 0;
  const behind = now.getTime() - next.waitingSince.getTime() > behindMs;
  const newest = Math.max(...lane.underWay.values());
  return Math.max(0, (behind ? patienceMsBehind : patienceMs) - passed(newest));
}

/** Whether it fails or leaves us without an answer. Such a lane may not take capacity that healthy ones could need. */
export function isTroubled(lane: Lane): boolean {
  if (lane.failingSince) return true;
  const silentSince = performance.now() - silentMs;
  return lane.underWay.values().some((startedAt) => startedAt < silentSince);
}

export function queueJob(lane: Lane, job: Job): void {
  if (lane.held.has(job.sequence)) return;
  lane.held.add(job.sequence);
  lane.queue.push(job);
}

export function startJob(lane: Lane, job: Job): void {
  lane.lastStartAt = performance.now();
  lane.underWay.set(job.sequence, lane.lastStartAt);
}

export function finishJob(lane: Lane, job: Job): void {
  if (lane.taking) lane.doneWhileTaking.add(job.sequence);
  else lane.held.delete(job.sequence);
}

export function finishTaking(lane: Lane): void {
  lane.taking = false;
  lane.dropped = 0;
  for (const id of lane.doneWhileTaking) lane.held.delete(id);
  lane.doneWhileTaking.clear();
}

/** Queued jobs are still due in the database, for whoever serves the endpoint next. */
export function emptyQueue(lane: Lane): void {
  for (const job of lane.queue) lane.held.delete(job.sequence);
  lane.dropped += lane.queue.length;
  lane.queue = [];
}

export const isIdle = (lane: Lane) => lane.held.size === 0 && !lane.taking;

export const wantsMore = (lane: Lane) =>
  lane.active && lane.more && !lane.taking && lane.queue.length < laneJobsMax / 2;
