import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Listener } from "../../../platform/db/listener.ts";
import { createEventWaiters } from "./wait.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Announcements are made by hand, and what the database holds is a list. */
function stage() {
  const receivers = new Map<string, (payload: string) => void>();
  const heard = { alive: true };
  const listener: Listener = {
    alive: () => heard.alive,
    on: (channel, receive) => void receivers.set(channel, receive),
    close: async () => undefined,
  };
  const waiters = createEventWaiters({ listener });
  const stored: string[] = [];
  /** One request: what it was answered with, if anything yet, and how often it has read. */
  const ask = (companyId: number, seconds: number, read = async () => [...stored]) => {
    const asked = { reads: 0, answer: undefined as string[] | undefined };
    const counted = () => {
      asked.reads += 1;
      return read();
    };
    void waiters(companyId, seconds, counted).then((rows) => {
      asked.answer = rows;
    });
    return asked;
  };
  const announce = (payload: string, channel = "billfold_events") => receivers.get(channel)!(payload);
  return { waiters, stored, ask, announce, heard };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("a request that waits", () => {
  test("is answered at once where there is something, and where it does not want to wait", async () => {
    const { stored, ask } = stage();
    const impatient = ask(7, 0);
    await settle();
    stored.push("one");
    const lucky = ask(7, 30);
    await settle();
    expect([impatient.answer, lucky.answer, impatient.reads, lucky.reads]).toEqual([[], ["one"], 1, 1]);
  });

  test("is answered when its company is announced, alone or among others", async () => {
    for (const payload of ["7", "5,7,12", ""]) {
      const { stored, ask, announce } = stage();
      const asked = ask(7, 30);
      await settle();
      expect(asked).toEqual({ reads: 1, answer: undefined });
      stored.push("one");
      announce(payload);
      await settle();
      expect(asked).toEqual({ reads: 2, answer: ["one"] });
    }
  });

  test("does not look up for another company's announcement", async () => {
    const { ask, announce } = stage();
    const asked = ask(7, 30);
    await settle();
    for (const payload of ["8", "77,17"]) announce(payload);
    await settle();
    expect(asked).toEqual({ reads: 1, answer: undefined });
  });

  test("does not miss what is announced while it reads", async () => {
    const { ask, announce } = stage();
    const results = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()];
    let reads = 0;
    const asked = ask(7, 30, () => results[reads++]!.promise);
    announce("7");
    results[0]!.resolve([]);
    await settle();
    expect(asked.reads).toBe(2);
    results[1]!.resolve(["one"]);
    await settle();
    expect(asked.answer).toEqual(["one"]);
  });

  test("finds within seconds what was never announced", async () => {
    const { stored, ask } = stage();
    const asked = ask(7, 30);
    await settle();
    stored.push("one");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked.answer).toEqual(["one"]);
  });

  test("is answered with nothing when its time is over, after a last look", async () => {
    const { stored, ask } = stage();
    const [empty, late] = [ask(7, 1), ask(7, 3)];
    await vi.advanceTimersByTimeAsync(999);
    expect(empty.answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(empty).toEqual({ reads: 2, answer: [] });
    await vi.advanceTimersByTimeAsync(1_500);
    stored.push("one");
    await vi.advanceTimersByTimeAsync(500);
    expect(late.answer).toEqual(["one"]);
  });

  test("takes a breath between announcements that are not for it", async () => {
    const { ask, announce } = stage();
    const asked = ask(7, 30);
    await settle();
    for (let step = 0; step < 1_000; step += 1) {
      announce("7");
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(asked.reads).toBeGreaterThan(5);
    expect(asked.reads).toBeLessThan(15);
  });

  test("fails when the read fails, and leaves its place", async () => {
    const { waiters } = stage();
    for (let count = 0; count < 101; count += 1) {
      await expect(waiters(7, 30, () => Promise.reject(new Error("no database")))).rejects.toThrow(
        "no database",
      );
    }
  });
});

describe("a wait ends early, with what was read last,", () => {
  test("when something about its company's keys changes, and no other company's", async () => {
    const { ask, announce } = stage();
    const [ours, other] = [ask(7, 30), ask(8, 30)];
    await settle();
    announce("7", "billfold_companies");
    await settle();
    expect(ours).toEqual({ reads: 1, answer: [] });
    expect(other).toEqual({ reads: 1, answer: undefined });
  });

  test("when announcements are no longer heard, for the end of a key is one", async () => {
    const { ask, heard } = stage();
    const asked = ask(7, 30);
    await settle();
    heard.alive = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toEqual({ reads: 1, answer: [] });
  });

  test("when the service closes, also while it reads; and nobody waits from then on", async () => {
    const { waiters, ask } = stage();
    const reading = Promise.withResolvers<string[]>();
    const [waits, reads] = [ask(7, 30), ask(8, 30, () => reading.promise)];
    await settle();
    waiters.close();
    reading.resolve([]);
    const late = ask(7, 30);
    await settle();
    expect([waits.answer, reads.answer, late.answer]).toEqual([[], [], []]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("places", () => {
  test("there are 100 for a company: the next is answered at once, until one is free", async () => {
    const { stored, ask, announce } = stage();
    const seated = Array.from({ length: 100 }, () => ask(7, 30));
    const [short, other] = [ask(7, 30), ask(8, 30)];
    await settle();
    expect(short.answer).toEqual([]);
    expect([...seated, other].filter(({ answer }) => answer)).toEqual([]);
    stored.push("one");
    announce("7");
    await settle();
    expect(seated.filter(({ answer }) => answer)).toHaveLength(100);
    stored.pop();
    const next = ask(7, 30);
    await settle();
    expect(next.answer).toBeUndefined();
  });
});
