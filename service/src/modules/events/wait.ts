import type { Context } from "../../context.ts";
import { idsIn } from "../../foundation/announcer.ts";
import type { Listener } from "../../foundation/listener.ts";
import { companiesChannel } from "../companies/service.ts";
import { eventsChannel } from "./service.ts";

const waitersMax = 100;
// An announcement can be lost, the event it told of cannot: looking again now and then finds it.
const lookAgainMs = 2_000;
const breathMs = 100;

/** Reads until there is something, for at most so many seconds; then gives what it read last. */
export type WaitForEvents = <Row>(
  companyId: number,
  seconds: number,
  read: () => Promise<Row[]>,
) => Promise<Row[]>;

/**
 * Requests that wait for the next event of their company. They hold no connection to the database meanwhile,
 * only a place here. A company whose places are all taken is answered at once.
 */
export function createEventWaiters({
  listener,
}: Pick<Context, "listener">): WaitForEvents & { close(): void } {
  const waiters = new Map<number, Set<Waiter>>();
  let closed = false;

  const named = (payload: string): Iterable<Waiter> => {
    const companies = idsIn(payload) ?? waiters.keys();
    return [...companies].flatMap((companyId) => [...(waiters.get(companyId) ?? [])]);
  };
  const end = (ended: Iterable<Waiter>) => {
    for (const waiter of ended) waiter.end();
  };
  listener.on(eventsChannel, (payload) => {
    for (const waiter of named(payload)) waiter.wake();
  });
  // The key may have been revoked, the company suspended: who still may ask will ask again.
  listener.on(companiesChannel, (payload) => end(named(payload)));

  const wait: WaitForEvents = async (companyId, seconds, read) => {
    const places = waiters.get(companyId) ?? new Set();
    if (seconds === 0 || closed || places.size >= waitersMax) return read();
    const waiter = createWaiter();
    waiters.set(companyId, places.add(waiter));
    try {
      return await readUntilSome(listener, waiter, seconds, read);
    } finally {
      places.delete(waiter);
      if (places.size === 0) waiters.delete(companyId);
    }
  };
  const close = () => {
    closed = true;
    end(named(""));
  };
  return Object.assign(wait, { close });
}

async function readUntilSome<Row>(
  listener: Listener,
  waiter: Waiter,
  seconds: number,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const until = performance.now() + seconds * 1000;
  for (let wakeUps = 0; ; ) {
    // From before the read a wake-up counts: what is committed while we read may not be in what we read.
    waiter.listen();
    const rows = await read();
    const left = until - performance.now();
    if (rows.length > 0 || left <= 0) return rows;
    const woken = await waiter.sleep(Math.min(left, lookAgainMs));
    // While nothing is heard, the end of a key is not heard either.
    if (waiter.ended() || !(woken || listener.alive())) return rows;
    // A busy company may wake us for other types again and again: that must not take the readers from everybody.
    if (woken && wakeUps++ > 0) await new Promise((resolve) => setTimeout(resolve, breathMs));
  }
}

type Waiter = {
  /** Wake-ups count from here. */
  listen(): void;
  /** Until a wake-up, which may have come already, or so many milliseconds; was it a wake-up? */
  sleep(milliseconds: number): Promise<boolean>;
  wake(): void;
  /** Wakes it for the last time. */
  end(): void;
  ended(): boolean;
};

function createWaiter(): Waiter {
  let woken = false;
  let over = false;
  let resume = () => {};
  const wake = () => {
    woken = true;
    resume();
  };
  return {
    listen: () => {
      woken = over;
    },
    sleep: async (milliseconds) => {
      if (woken) return true;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      return woken;
    },
    wake,
    end: () => {
      over = true;
      wake();
    },
    ended: () => over,
  };
}
