import type { Context } from "../../../context.ts";
import type { Listener } from "../../../platform/db/listener.ts";
import { idsInPayload } from "../../../platform/db/notifier.ts";
import { companiesChannel } from "../../tenancy/companies/service.ts";
import { eventsChannel } from "./service.ts";

const waitersMax = 100;
// An announcement can be lost, but not its event: polling now and then finds it.
const pollMs = 2_000;
const coalesceMs = 100;

/** Reads until there is something, for at most this many seconds; then returns what it read last. */
export type WaitForEvents = <Row>(
  companyId: number,
  seconds: number,
  read: () => Promise<Row[]>,
) => Promise<Row[]>;

/**
 * Requests that wait for the next event of their company. Meanwhile they hold no database connection, only a place
 * here. When all places of a company are taken, further requests are answered at once.
 */
export function createEventWaiters(
  { listener }: Pick<Context, "listener">,
  /** How many processes share a company's places. */
  processes = 1,
): WaitForEvents & { close(): void } {
  const placesMax = Math.ceil(waitersMax / processes);
  const waiters = new Map<number, Set<Waiter>>();
  let closed = false;

  const named = (payload: string): Iterable<Waiter> => {
    const companies = idsInPayload(payload) ?? waiters.keys();
    return [...companies].flatMap((companyId) => [...(waiters.get(companyId) ?? [])]);
  };
  const end = (ended: Iterable<Waiter>) => {
    for (const waiter of ended) waiter.end();
  };
  listener.on(eventsChannel, (payload) => {
    for (const waiter of named(payload)) waiter.wake();
  });
  // The key may have been revoked, or the company suspended: callers that are still allowed will ask again.
  listener.on(companiesChannel, (payload) => end(named(payload)));

  const wait: WaitForEvents = async (companyId, seconds, read) => {
    const places = waiters.get(companyId) ?? new Set();
    if (seconds === 0 || closed || places.size >= placesMax) return read();
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
    // Wake-ups count from before the read: an event committed while we read may be missing from the result.
    waiter.listen();
    const rows = await read();
    const left = until - performance.now();
    if (rows.length > 0 || left <= 0) return rows;
    const woken = await waiter.sleep(Math.min(left, pollMs));
    // While announcements are not heard, neither is the revocation of a key.
    if (waiter.ended() || !(woken || listener.alive())) return rows;
    // A busy company may wake us again and again for other types: that must not take the readers away from everybody
    // else.
    if (woken && wakeUps++ > 0) await new Promise((resolve) => setTimeout(resolve, coalesceMs));
  }
}

type Waiter = {
  /** Wake-ups count from here. */
  listen(): void;
  /**
   * Sleeps until a wake-up, which may have come already, or for so many milliseconds; returns whether it was a
   * wake-up.
   */
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
