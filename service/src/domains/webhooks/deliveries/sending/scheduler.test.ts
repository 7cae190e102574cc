import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DeliveryJob } from "./attempt.ts";
import { type EndpointQueue, isIdle, queuedJobsMax } from "./endpoint-queue.ts";
import {
  type Action,
  createSchedulerState,
  isSchedulerIdle,
  type Limits,
  type SchedulerEvent,
  schedule,
  type TakenWork,
} from "./scheduler.ts";

const start = Date.parse("2026-11-15T11:00:00.000Z");
const generous: Limits = {
  attemptsMax: 100,
  attemptsMaxPerCompany: 100,
  endpointsMax: 100,
  slowResponseMs: 250,
  idleMs: 2000,
  takeGapMs: 0,
  ownTakeGapMs: 0,
};

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const job = (sequence: number): DeliveryJob => ({
  deliveryId: sequence,
  eventId: `evt_1_${sequence}`,
  sequence,
  step: 0,
  number: 1,
  cause: "first",
  leaseNumber: 1,
  waitingSince: new Date(start),
  body: "{}",
});

const work = (sequences: readonly number[], changes: Partial<TakenWork> = {}): TakenWork => ({
  target: { url: "https://hooks.example/", current: "whsec_x", previous: undefined },
  isOwnReceiver: false,
  failingSince: undefined,
  more: false,
  hasNewLease: false,
  jobs: sequences.map(job),
  ...changes,
});

/** A scheduler whose time the test moves, and whose actions the test performs or leaves. */
function drive(limits: Partial<Limits> = {}) {
  const state = createSchedulerState({ ...generous, ...limits });
  const driven = {
    state,
    ms: 0,
    handle(event: SchedulerEvent): Action[] {
      const now = new Date(start + driven.ms);
      return schedule(state, event, { now, monotonicMs: driven.ms, processIsBusy: false });
    },
    find: (company_id: number, endpoint_id = company_id, failing = false) =>
      driven.handle({ type: "found", endpoints: [{ company_id, endpoint_id, failing }] }),
    queueOf: (company: number, endpoint = company) => state.queues.get(`${company}:${endpoint}`)!,
    /** The endpoint is found, and this work is taken for it. */
    serve(company: number, sequences: readonly number[], changes?: Partial<TakenWork>): Action[] {
      driven.find(company);
      return driven.handle({ type: "taken", queue: driven.queueOf(company), work: work(sequences, changes) });
    },
    answer(company: number, sequence: number, failedAt?: Date): Action[] {
      return driven.handle({
        type: "answered",
        queue: driven.queueOf(company),
        job: job(sequence),
        failedAt,
      });
    },
    record(company: number, sequence: number, lost = false): Action[] {
      return driven.handle({ type: "recorded", queue: driven.queueOf(company), job: job(sequence), lost });
    },
  };
  return driven;
}

const sent = (actions: readonly Action[]) =>
  actions.flatMap((action) => (action.type === "send" ? [action.job.sequence] : []));
const sentTo = (actions: readonly Action[]) =>
  actions.flatMap((action) => (action.type === "send" ? [action.queue.companyId] : []));
const typesOf = (actions: readonly Action[]) => actions.map(({ type }) => type);
const companiesOf = (actions: readonly Action[], type: "release" | "renew") =>
  actions.flatMap((action) => (action.type === type ? action.queues.map((queue) => queue.companyId) : []));

describe("work", () => {
  test("is taken for an endpoint that was found, and only once while the query runs", () => {
    const { find } = drive();
    expect(typesOf(find(1))).toEqual(["take"]);
    expect(find(1)).toEqual([]);
  });

  test("that was announced while a query ran is taken when that has ended", () => {
    const { handle, find, queueOf } = drive();
    find(1);
    expect(handle({ type: "announced", companies: new Set([1]) })).toEqual([]);
    const actions = handle({ type: "taken", queue: queueOf(1), work: work([1]) });
    expect([sent(actions), typesOf(actions)]).toEqual([[1], ["send", "take"]]);
  });

  test("is taken again only when half of the queue has been sent", () => {
    const { serve, answer } = drive();
    expect(typesOf(serve(1, range(1, queuedJobsMax), { more: true }))).toEqual(["send", "set timer"]);
    const taken = range(1, queuedJobsMax).filter((sequence) => typesOf(answer(1, sequence)).includes("take"));
    expect(taken).toEqual([queuedJobsMax / 2]);
  });

  test("that the worker already holds is not sent twice, although the database still shows it as due", () => {
    const { handle, serve, queueOf, answer, record } = drive();
    serve(1, [1, 2]);
    handle({ type: "announced", companies: undefined });
    expect(sent(answer(1, 1))).toEqual([2]);
    // Recorded while the query runs, which may have read the row before.
    record(1, 1);
    expect(sent(handle({ type: "taken", queue: queueOf(1), work: work([1, 2, 3]) }))).toEqual([]);
    expect(sent(answer(1, 2))).toEqual([3]);
  });

  test("of an endpoint whose settings changed is dropped and taken again, but for what is in flight", () => {
    const { handle, serve, queueOf, answer } = drive();
    serve(1, [1, 2, 3]);
    expect(typesOf(handle({ type: "changed", companies: new Set([1]) }))).toEqual(["set timer", "take"]);
    expect(queueOf(1)).toMatchObject({ jobs: [], dropped: 2 });
    const target = { url: "https://elsewhere.example/", current: "whsec_y", previous: undefined };
    handle({ type: "taken", queue: queueOf(1), work: work([1, 2, 3], { target }) });
    expect(sent(answer(1, 1))).toEqual([2]);
    expect(queueOf(1).target).toBe(target);
  });

  test("of other companies is left alone by an announcement", () => {
    const { handle, serve } = drive();
    serve(1, []);
    serve(2, []);
    const actions = handle({ type: "announced", companies: new Set([2]) });
    expect(actions.map((action) => action.type === "take" && action.queue.companyId)).toEqual([2]);
  });
});

describe("the jobs of an endpoint", () => {
  test("are sent one after the other, each when the one before was answered", () => {
    const { serve, answer } = drive();
    expect(sent(serve(1, [1, 2, 3]))).toEqual([1]);
    expect(sent(answer(1, 1))).toEqual([2]);
    expect(sent(answer(1, 2))).toEqual([3]);
    expect(sent(answer(1, 3))).toEqual([]);
  });

  test("are sent beside one that gets no response in time, ten at most", () => {
    const driven = drive();
    const timerOf = (actions: Action[]) => actions.findLast((action) => action.type === "set timer")?.inMs;
    expect(timerOf(driven.serve(1, range(1, 16)))).toBe(250);
    const started: number[] = [];
    for (const _ of range(1, 15)) {
      driven.ms += 250;
      started.push(...sent(driven.handle({ type: "timer", queue: driven.queueOf(1) })));
    }
    expect(started).toEqual(range(2, 10));
  });

  test("are sent two at once at most where the endpoint fails, and more again after a success", () => {
    const driven = drive();
    driven.serve(1, range(1, 16), { failingSince: new Date(start) });
    const timer = () => {
      driven.ms += 250;
      return sent(driven.handle({ type: "timer", queue: driven.queueOf(1) }));
    };
    expect([timer(), timer()]).toEqual([[2], []]);
    expect(sent(driven.answer(1, 1))).toEqual([3]);
    expect([timer(), timer()]).toEqual([[4], [5]]);
  });
});

describe("the limits", () => {
  test("hold for all attempts and for those of one company", () => {
    const { serve } = drive({ attemptsMax: 2 });
    expect([1, 2, 3].map((company) => sentTo(serve(company, [1])))).toEqual([[1], [2], []]);
    const driven = drive({ attemptsMaxPerCompany: 1 });
    driven.serve(1, [1]);
    driven.find(1, 8);
    const second = { type: "taken", queue: driven.queueOf(1, 8), work: work([2]) } as const;
    expect(sent(driven.handle(second))).toEqual([]);
    expect(sent(driven.answer(1, 1))).toEqual([2]);
  });

  test("give the place that becomes free to the endpoint that has waited longest", () => {
    const { serve, answer } = drive({ attemptsMax: 1 });
    for (const company of [1, 2, 3]) serve(company, [1, 2]);
    expect([sentTo(answer(1, 1)), sentTo(answer(2, 1)), sentTo(answer(3, 1))]).toEqual([[2], [3], [1]]);
  });

  test("leave half of the places to healthy endpoints", () => {
    const { serve } = drive({ attemptsMax: 4 });
    const failing = { failingSince: new Date(start) };
    const companies = [1, 2, 3].flatMap((company) => sentTo(serve(company, [1], failing)));
    expect(companies).toEqual([1, 2]);
    expect([4, 5, 6].flatMap((company) => sentTo(serve(company, [1])))).toEqual([4, 5]);
  });

  test("count an endpoint that has not responded for a second as unhealthy", () => {
    const driven = drive({ attemptsMax: 2, slowResponseMs: 2000 });
    driven.serve(1, [1, 2]);
    driven.ms += 2000;
    expect(sent(driven.handle({ type: "timer", queue: driven.queueOf(1) }))).toEqual([]);
    expect(sentTo(driven.serve(2, [1]))).toEqual([2]);
  });

  test("let failing endpoints take half of the leases at most, and serve healthy ones first", () => {
    const { handle, state } = drive({ endpointsMax: 4 });
    const endpoints = range(1, 6).map((id) => ({ company_id: id, endpoint_id: id, failing: id <= 4 }));
    handle({ type: "found", endpoints });
    expect([...state.queues.keys()]).toEqual(["5:5", "6:6"]);
    handle({ type: "found", endpoints: endpoints.map((endpoint) => ({ ...endpoint, failing: false })) });
    expect(state.queues.size).toBe(4);
  });
});

describe("events that are announced one after the other", () => {
  const takes = (actions: readonly Action[]) => actions.filter(({ type }) => type === "take").length;
  const announce = (driven: ReturnType<typeof drive>, company: number) =>
    driven.handle({ type: "announced", companies: new Set([company]) });
  const finish = (driven: ReturnType<typeof drive>, sequence: number) => {
    driven.answer(1, sequence);
    driven.record(1, sequence);
  };

  test("the first is taken at once, those of the next moments together", () => {
    const driven = drive({ takeGapMs: 50 });
    driven.serve(1, [1]);
    finish(driven, 1);
    driven.ms = 1000;
    expect(takes(announce(driven, 1))).toBe(1);
    driven.handle({ type: "taken", queue: driven.queueOf(1), work: work([2]) });
    finish(driven, 2);
    driven.ms = 1010;
    expect(announce(driven, 1)).toEqual([{ type: "set timer", queue: driven.queueOf(1), inMs: 40 }]);
    driven.ms = 1020;
    expect(takes(announce(driven, 1))).toBe(0);
    driven.ms = 1050;
    expect(takes(driven.handle({ type: "timer", queue: driven.queueOf(1) }))).toBe(1);
  });

  test("of the service's own receiver wait longer, for there one statement takes them all", () => {
    const driven = drive({ takeGapMs: 50, ownTakeGapMs: 250 });
    driven.serve(1, [1], { isOwnReceiver: true });
    finish(driven, 1);
    driven.ms = 1000;
    expect(takes(announce(driven, 1))).toBe(1);
    driven.handle({ type: "taken", queue: driven.queueOf(1), work: work([2], { isOwnReceiver: true }) });
    finish(driven, 2);
    driven.ms = 1010;
    expect(announce(driven, 1)).toEqual([{ type: "set timer", queue: driven.queueOf(1), inMs: 240 }]);
  });

  test("of several endpoints are taken at the same moment, however they are announced", () => {
    const driven = drive({ takeGapMs: 50 });
    for (const company of [1, 2]) driven.serve(company, []);
    driven.ms = 1000;
    expect(takes(announce(driven, 1))).toBe(1);
    driven.handle({ type: "taken", queue: driven.queueOf(1), work: work([]) });
    const waits = [1010, 1030].map((ms, index) => {
      driven.ms = ms;
      return announce(driven, index + 1);
    });
    expect(waits.flat()).toEqual([
      { type: "set timer", queue: driven.queueOf(1), inMs: 40 },
      { type: "set timer", queue: driven.queueOf(2), inMs: 20 },
    ]);
  });

  test("do not wait while the endpoint has a backlog", () => {
    const driven = drive({ takeGapMs: 50 });
    driven.serve(1, [1], { more: false });
    announce(driven, 1);
    driven.handle({ type: "taken", queue: driven.queueOf(1), work: work([2], { more: true }) });
    expect(driven.queueOf(1).taking).toBe(true);
  });

  test("do not wait when the endpoint is found by a search or its settings changed", () => {
    const driven = drive({ takeGapMs: 50 });
    driven.serve(1, [1]);
    finish(driven, 1);
    announce(driven, 1);
    expect(driven.queueOf(1).taking).toBe(false);
    expect(takes(driven.find(1))).toBe(1);
    driven.handle({ type: "taken", queue: driven.queueOf(1), work: work([]) });
    expect(takes(driven.handle({ type: "changed", companies: new Set([1]) }))).toBe(1);
  });

  test("are not lost when the lease is released meanwhile", () => {
    const driven = drive({ takeGapMs: 50 });
    driven.serve(1, [1]);
    finish(driven, 1);
    driven.ms = 10;
    announce(driven, 1);
    driven.ms = 5000;
    const actions = driven.handle({ type: "tick" });
    expect(actions.filter(({ type }) => type === "release")).toEqual([]);
    expect(takes(driven.handle({ type: "timer", queue: driven.queueOf(1) }))).toBe(1);
  });
});

describe("a lease", () => {
  test("is renewed while an attempt is in flight, and released after a time without work", () => {
    const driven = drive({ takeGapMs: 50 });
    driven.serve(1, [1]);
    const leases = () => {
      const actions = driven.handle({ type: "tick" });
      return [companiesOf(actions, "renew"), companiesOf(actions, "release")];
    };
    driven.ms += 5000;
    expect(leases()).toEqual([[1], []]);
    driven.answer(1, 1);
    driven.record(1, 1);
    driven.ms += 1999;
    expect(leases()).toEqual([[], []]);
    driven.ms += 1;
    expect(leases()).toEqual([[], [1]]);
    driven.handle({ type: "released", queues: [driven.queueOf(1)] });
    expect(driven.state.queues.size).toBe(0);
  });

  test("is taken again where work was announced while it was being released", () => {
    const driven = drive({ takeGapMs: 50 });
    driven.serve(1, []);
    driven.ms += 2000;
    driven.handle({ type: "tick" });
    expect(driven.handle({ type: "announced", companies: undefined })).toEqual([]);
    expect(typesOf(driven.handle({ type: "released", queues: [driven.queueOf(1)] }))).toEqual(["take"]);
  });

  test("that was lost starts nothing more; attempts in flight are finished", () => {
    const { handle, serve, queueOf, answer, record, state } = drive();
    serve(1, [1, 2]);
    handle({ type: "renewed", queues: [queueOf(1)], ours: new Set() });
    expect([sent(answer(1, 1)), state.queues.size]).toEqual([[], 1]);
    record(1, 1);
    expect(state.queues.size).toBe(0);
  });

  test("that another worker has leaves nothing behind", () => {
    const { handle, find, queueOf, state } = drive();
    find(1);
    expect(handle({ type: "taken", queue: queueOf(1), work: undefined })).toEqual([]);
    expect(state.queues.size).toBe(0);
  });

  test("is not released but taken anew where the outcome of an attempt was lost", () => {
    const driven = drive({ takeGapMs: 50 });
    driven.serve(1, [1]);
    driven.answer(1, 1);
    driven.record(1, 1, true);
    driven.ms += 10_000;
    expect(driven.handle({ type: "tick" })).toEqual([]);
    driven.find(1);
    expect(driven.queueOf(1).needsNewLease).toBe(true);
    const taken = {
      type: "taken",
      queue: driven.queueOf(1),
      work: work([1], { hasNewLease: true }),
    } as const;
    expect(sent(driven.handle(taken))).toEqual([1]);
    expect(driven.queueOf(1).needsNewLease).toBe(false);
  });
});

test("a scheduler that is closed starts nothing, and is idle when the attempts in flight are recorded", () => {
  const { handle, serve, find, answer, record, state } = drive();
  serve(1, [1, 2, 3]);
  handle({ type: "close" });
  expect([find(2), handle({ type: "announced", companies: undefined }), isSchedulerIdle(state)]).toEqual([
    [],
    [],
    false,
  ]);
  expect(sent(answer(1, 1))).toEqual([]);
  record(1, 1);
  expect(isSchedulerIdle(state)).toBe(true);
});

/** What the outside world may do next, chosen by chance: each choice is one step of a run. */
const choices = fc.array(fc.record({ kind: fc.nat(6), which: fc.nat(), ms: fc.nat(400) }), {
  minLength: 20,
  maxLength: 200,
});

test("whatever happens in whatever order: limits hold, nothing is sent twice, and everything is sent in the end", () => {
  fc.assert(
    fc.property(choices, (steps) => {
      const limits = { ...generous, attemptsMax: 5, attemptsMaxPerCompany: 3 };
      const driven = drive(limits);
      const world = simulate(driven, limits);
      for (const { kind, which, ms } of steps) {
        driven.ms += ms;
        world.step(kind, which);
      }
      world.finish();
      expect(world.sentOf).toEqual(
        new Map(world.companies.map((company) => [company, range(1, world.events)])),
      );
      expect([driven.state.inFlight, driven.state.inFlightOfCompany.size]).toEqual([0, 0]);
      expect([...driven.state.queues.values()].every(isIdle)).toBe(true);
    }),
  );
});

type Sending = { queue: EndpointQueue; job: DeliveryJob };

/** A database and receivers as simple as they can be: each company's events are due until they are recorded. */
function simulate(driven: ReturnType<typeof drive>, limits: Limits) {
  const companies = [1, 2, 3];
  const events = 12;
  const sentOf = new Map(companies.map((company) => [company, [] as number[]]));
  const recorded = new Map(companies.map((company) => [company, new Set<number>()]));
  let takes: EndpointQueue[] = [];
  let inFlight: Sending[] = [];
  let answered: Sending[] = [];
  const perform = (actions: readonly Action[]) => {
    for (const action of actions) {
      if (action.type === "take") takes.push(action.queue);
      if (action.type === "send") {
        sentOf.get(action.queue.companyId)!.push(action.job.sequence);
        inFlight.push({ queue: action.queue, job: action.job });
      }
      if (action.type === "release") perform(driven.handle({ type: "released", queues: action.queues }));
      if (action.type === "renew") {
        const ours = new Set(companies.map((company) => `${company}:${company}`));
        perform(driven.handle({ type: "renewed", queues: action.queues, ours }));
      }
    }
    expect(inFlight.length).toBeLessThanOrEqual(limits.attemptsMax);
    for (const company of companies) {
      const own = inFlight.filter(({ queue }) => queue.companyId === company);
      expect(own.length).toBeLessThanOrEqual(limits.attemptsMaxPerCompany);
    }
  };
  const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % (list.length || 1)];
  const without = <T>(list: readonly T[], one: T) => list.filter((other) => other !== one);
  const moves = [
    (which: number) => {
      const company = pick(companies, which)!;
      perform(driven.find(company));
    },
    () => perform(driven.handle({ type: "announced", companies: undefined })),
    () => perform(driven.handle({ type: "changed", companies: undefined })),
    (which: number) => {
      const queue = pick(takes, which);
      if (!queue) return;
      takes = without(takes, queue);
      const due = range(1, events).filter((sequence) => !recorded.get(queue.companyId)!.has(sequence));
      const taken = due.slice(0, queuedJobsMax + queue.held.size);
      perform(driven.handle({ type: "taken", queue, work: work(taken) }));
    },
    (which: number) => {
      const ended = pick(inFlight, which);
      if (!ended) return;
      inFlight = without(inFlight, ended);
      answered = [...answered, ended];
      perform(driven.handle({ type: "answered", ...ended, failedAt: undefined }));
    },
    (which: number) => {
      const ended = pick(answered, which);
      if (!ended) return;
      answered = without(answered, ended);
      recorded.get(ended.queue.companyId)!.add(ended.job.sequence);
      perform(driven.handle({ type: "recorded", ...ended, lost: false }));
    },
    () => perform(driven.handle({ type: "tick" })),
  ];
  const finish = () => {
    for (const company of companies) perform(driven.find(company));
    while (takes.length + inFlight.length + answered.length > 0) {
      for (const move of moves.slice(3, 6)) move(0);
    }
  };
  return { companies, events, sentOf, step: (kind: number, which: number) => moves[kind]!(which), finish };
}
