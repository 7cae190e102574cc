import type { DeliveryJob, Target } from "./attempt.ts";
import type { FoundEndpoint } from "./delivery-queries.ts";
import {
  createEndpointQueue,
  type EndpointQueue,
  emptyQueue,
  endpointOf,
  finishJob,
  finishTaking,
  isIdle,
  isUnhealthy,
  keyOf,
  type Moment,
  msUntilNextStart,
  msUntilNextTake,
  queueJob,
  startJob,
  startTaking,
} from "./endpoint-queue.ts";

/** What one worker may do at once. */
export type Limits = {
  attemptsMax: number;
  attemptsMaxPerCompany: number;
  endpointsMax: number;
  /** A response that takes longer than this no longer delays the endpoint's next job. */
  slowResponseMs: number;
  /** How long an endpoint without work stays leased, because the next event is likely to be for it. */
  idleMs: number;
  /** While events keep being announced, work is taken this far apart, so that one query takes that of many endpoints. */
  takeGapMs: number;
  /** The same for the service's own receiver: nobody's server waits there, and many events cost hardly more than one. */
  ownTakeGapMs: number;
};

export type SchedulerState = {
  readonly limits: Limits;
  readonly queues: Map<string, EndpointQueue>;
  /** Those whose next job may start as soon as the limits allow it, the longest waiting first. */
  readonly ready: Set<EndpointQueue>;
  inFlight: number;
  readonly inFlightOfCompany: Map<number, number>;
  /** When work was last taken for any endpoint, on the monotonic clock. */
  takenAt: number;
  closed: boolean;
};

/** Work that was taken for an endpoint, with the endpoint's settings as they were then. */
export type TakenWork = {
  target: Target;
  isOwnReceiver: boolean;
  failingSince: Date | undefined;
  more: boolean;
  /** Whether the lease is a new one, as the queue needed it. */
  hasNewLease: boolean;
  jobs: readonly DeliveryJob[];
};

type Companies = ReadonlySet<number> | undefined;

export type SchedulerEvent =
  /** Endpoints that have work; the database decides whether they are free. */
  | { type: "found"; endpoints: readonly FoundEndpoint[] }
  /** There may be more to do for the endpoints of these companies; undefined stands for all. */
  | { type: "announced"; companies: Companies }
  /** The settings of their endpoints may have changed: whatever has not been sent yet is read again. */
  | { type: "changed"; companies: Companies }
  /** Undefined: the endpoint is not ours to serve, or nothing could be read. */
  | { type: "taken"; queue: EndpointQueue; work: TakenWork | undefined }
  | { type: "timer"; queue: EndpointQueue }
  | { type: "answered"; queue: EndpointQueue; job: DeliveryJob; failedAt: Date | undefined }
  | { type: "recorded"; queue: EndpointQueue; job: DeliveryJob; lost: boolean }
  | { type: "tick" }
  | { type: "released"; queues: readonly EndpointQueue[] }
  | { type: "renewed"; queues: readonly EndpointQueue[]; ours: ReadonlySet<string> }
  | { type: "close" };

export type Action =
  | { type: "send"; queue: EndpointQueue; job: DeliveryJob }
  | { type: "take"; queue: EndpointQueue }
  /** Replaces the timer that the queue may have; undefined only clears it. */
  | { type: "set timer"; queue: EndpointQueue; inMs: number | undefined }
  | { type: "release"; queues: readonly EndpointQueue[] }
  | { type: "renew"; queues: readonly EndpointQueue[] };

export const createSchedulerState = (limits: Limits): SchedulerState => ({
  limits,
  queues: new Map(),
  ready: new Set(),
  inFlight: 0,
  inFlightOfCompany: new Map(),
  takenAt: Number.NEGATIVE_INFINITY,
  closed: false,
});

/**
 * Decides what a worker does next. It reads no clock and starts nothing: all it knows is in the state, which it
 * updates, the event and the moment, and all it wants done is in the actions, so that the same events always lead to
 * the same actions.
 */
export function schedule(state: SchedulerState, event: SchedulerEvent, moment: Moment): Action[] {
  const step: Step = { state, moment, actions: [] };
  switch (event.type) {
    case "found":
      serve(step, event.endpoints);
      break;
    case "announced":
      for (const queue of activeQueues(state, event.companies)) {
        if (!event.companies) refill(step, queue);
        else refill(step, queue, queue.more ? queue.takeNotBefore : state.takenAt + takeGapMsOf(step, queue));
      }
      break;
    case "changed":
      for (const queue of activeQueues(state, event.companies)) {
        emptyQueue(queue);
        refill(step, queue);
      }
      break;
    case "taken":
      receiveWork(step, event.queue, event.work);
      break;
    case "timer":
      event.queue.timerIsSet = false;
      pump(step, event.queue);
      break;
    case "answered":
      endAttempt(step, event.queue, event.job, event.failedAt);
      break;
    case "recorded":
      event.queue.needsNewLease ||= event.lost;
      finishJob(event.queue, event.job);
      settle(step, event.queue);
      break;
    case "tick":
      maintainLeases(step);
      break;
    case "released":
      for (const queue of event.queues) {
        finishTaking(queue);
        if (queue.more) pump(step, queue);
        else retire(step, queue);
      }
      break;
    case "renewed":
      for (const queue of event.queues) {
        if (!event.ours.has(keyOf(endpointOf(queue))) && !queue.taking) retire(step, queue);
      }
      break;
    case "close":
      state.closed = true;
      for (const queue of state.queues.values()) {
        setTimer(step, queue, undefined);
        emptyQueue(queue);
      }
  }
  return step.actions;
}

export const isSchedulerIdle = ({ queues }: SchedulerState) => queues.values().every(isIdle);

type Step = { state: SchedulerState; moment: Moment; actions: Action[] };

const activeQueues = ({ queues }: SchedulerState, companies?: Companies) =>
  [...queues.values()].filter((queue) => queue.active && (!companies || companies.has(queue.companyId)));

/** Healthy endpoints come first: when there is not capacity for all, the failing ones wait. */
function serve(step: Step, endpoints: readonly FoundEndpoint[]): void {
  const { state, moment } = step;
  if (state.closed) return;
  const { endpointsMax } = state.limits;
  for (const endpoint of endpoints.toSorted((a, b) => Number(a.failing) - Number(b.failing))) {
    const known = state.queues.get(keyOf(endpoint));
    if (!known && state.queues.size >= (endpoint.failing ? endpointsMax / 2 : endpointsMax)) continue;
    const queue = known ?? createEndpointQueue(endpoint, moment);
    queue.active = true;
    state.queues.set(keyOf(endpoint), queue);
    refill(step, queue);
  }
}

const takeGapMsOf = ({ state }: Step, queue: EndpointQueue) =>
  queue.isOwnReceiver ? state.limits.ownTakeGapMs : state.limits.takeGapMs;

function refill(step: Step, queue: EndpointQueue, notBefore = Number.NEGATIVE_INFINITY): void {
  queue.more = true;
  queue.takeNotBefore = notBefore;
  pump(step, queue);
}

function receiveWork(step: Step, queue: EndpointQueue, work: TakenWork | undefined): void {
  if (work && !step.state.closed) {
    const { target, isOwnReceiver, failingSince, more, hasNewLease, jobs } = work;
    queue.needsNewLease &&= !hasNewLease;
    Object.assign(queue, { target, isOwnReceiver, failingSince });
    if (more) {
      queue.more = true;
      queue.takeNotBefore = Number.NEGATIVE_INFINITY;
    }
    for (const job of jobs) queueJob(queue, job);
  } else {
    retire(step, queue);
  }
  finishTaking(queue);
  settle(step, queue);
}

function endAttempt(step: Step, queue: EndpointQueue, job: DeliveryJob, failedAt: Date | undefined): void {
  queue.failingSince = failedAt && (queue.failingSince ?? failedAt);
  queue.inFlight.delete(job.sequence);
  countInFlight(step.state, queue, -1);
  pump(step, queue);
}

/** Sends what may be sent now, and takes more before the queue runs dry. */
function pump(step: Step, queue: EndpointQueue): void {
  if (step.state.closed) return;
  arrange(step, queue);
  startReady(step);
  if (msUntilNextTake(queue, step.moment) !== 0) return;
  startTaking(queue);
  step.state.takenAt = step.moment.monotonicMs;
  step.actions.push({ type: "take", queue });
}

/**
 * Decides when the queue's next job may start: at once, after a while, or when another one has ended. The same timer
 * serves the next query for work.
 */
function arrange(step: Step, queue: EndpointQueue): void {
  const { state, moment } = step;
  const inMs = msUntilNextStart(queue, state.limits.slowResponseMs, moment);
  if (inMs === 0) state.ready.add(queue);
  else state.ready.delete(queue);
  const waits = [inMs, msUntilNextTake(queue, moment)].filter((ms) => ms !== undefined && ms > 0);
  setTimer(step, queue, waits.length > 0 ? Math.min(...(waits as number[])) : undefined);
}

function setTimer({ actions }: Step, queue: EndpointQueue, inMs: number | undefined): void {
  if (inMs === undefined && !queue.timerIsSet) return;
  queue.timerIsSet = inMs !== undefined;
  actions.push({ type: "set timer", queue, inMs });
}

/** Endpoints take turns, one start each: a place that became free does not go to the endpoint that had it. */
function startReady(step: Step): void {
  const { state, moment, actions } = step;
  for (const queue of state.ready) {
    if (state.inFlight >= state.limits.attemptsMax) return;
    if (!mayStart(state, queue, moment)) continue;
    state.ready.delete(queue);
    const job = queue.jobs.shift();
    if (!job) continue;
    countInFlight(state, queue, 1);
    startJob(queue, job, moment);
    actions.push({ type: "send", queue, job });
    arrange(step, queue);
  }
}

/** Endpoints that fail or do not respond may take at most half of the capacity. */
export function mayStart(state: SchedulerState, queue: EndpointQueue, moment: Moment): boolean {
  const { attemptsMax, attemptsMaxPerCompany } = state.limits;
  const share = isUnhealthy(queue, moment) ? 0.5 : 1;
  const ofCompany = state.inFlightOfCompany.get(queue.companyId) ?? 0;
  return state.inFlight < attemptsMax * share && ofCompany < attemptsMaxPerCompany * share;
}

function countInFlight(state: SchedulerState, { companyId }: EndpointQueue, change: 1 | -1): void {
  state.inFlight += change;
  const ofCompany = (state.inFlightOfCompany.get(companyId) ?? 0) + change;
  if (ofCompany === 0) state.inFlightOfCompany.delete(companyId);
  else state.inFlightOfCompany.set(companyId, ofCompany);
}

/** After a job or a query for work has ended. */
function settle(step: Step, queue: EndpointQueue): void {
  pump(step, queue);
  if (!isIdle(queue)) return;
  queue.idleSince = step.moment.monotonicMs;
  removeIfDone(step.state, queue);
}

/** A queue that needs a new lease is kept, because nothing else remembers that. */
function removeIfDone(state: SchedulerState, queue: EndpointQueue): void {
  if (queue.active || !isIdle(queue) || queue.needsNewLease) return;
  state.queues.delete(keyOf(endpointOf(queue)));
}

/** The endpoint is no longer ours. Its queue stays until the attempts in flight have ended. */
function retire(step: Step, queue: EndpointQueue): void {
  queue.active = false;
  queue.more = false;
  step.state.ready.delete(queue);
  setTimer(step, queue, undefined);
  emptyQueue(queue);
  removeIfDone(step.state, queue);
}

/**
 * Busy endpoints stay leased, idle ones are released. A queue counts as taking until its lease is released in the
 * database, so that work that is found meanwhile is taken afterwards.
 */
function maintainLeases({ state, moment, actions }: Step): void {
  const idleBefore = moment.monotonicMs - state.limits.idleMs;
  const active = activeQueues(state);
  const rests = (queue: EndpointQueue) => isIdle(queue) && !queue.more && !queue.needsNewLease;
  const idle = active.filter((queue) => rests(queue) && queue.idleSince <= idleBefore);
  const busy = active.filter((queue) => !isIdle(queue) && !queue.taking);
  for (const queue of idle) queue.taking = true;
  if (idle.length > 0) actions.push({ type: "release", queues: idle });
  if (busy.length > 0) actions.push({ type: "renew", queues: busy });
}
