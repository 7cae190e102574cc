import { EventEmitter } from "node:events";
import { describe, expect, test } from "vitest";
import { createConcurrencyLimit, createTurns } from "../../http/concurrency-limit.ts";
import { createMetrics } from "../../platform/ops/metrics.ts";
import { type CallHandlers, openProcessChannel } from "../../platform/ops/process-channel.ts";
import { remoteCounters, serveCounters } from "./node-counters.ts";

/** Two ends of a channel, as Node has one between two processes. */
function channelPair(handlers: CallHandlers) {
  const [ours, theirs] = [new EventEmitter(), new EventEmitter()];
  const sendTo = (other: EventEmitter) => (message: unknown, socket: unknown) =>
    void setImmediate(() => other.emit("message", structuredClone(message), socket));
  const here = Object.assign(ours, { send: sendTo(theirs) });
  const there = Object.assign(theirs, { send: sendTo(ours) });
  openProcessChannel(here as never, handlers);
  return openProcessChannel(there as never, {});
}

function node(limits: Parameters<typeof createTurns>[1]) {
  const counters = { turns: createTurns(createMetrics(), limits), countVisit: () => 7 };
  return () => {
    const served = serveCounters(counters);
    const remote = remoteCounters(channelPair(served.handlers));
    return { limit: createConcurrencyLimit(remote.turns), remote, end: served.endAll };
  };
}

const nothing = async function* () {};
const forever = () => new Promise<never>(() => undefined);
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("processes that share counters", () => {
  test("together run no more of a company's work than one process would", async () => {
    const start = node({ companyRunningMax: 1, queueMax: 1 });
    const [a, b] = [start(), start()];
    const first = Promise.withResolvers<string>();
    const ran = a.limit.run(1, () => first.promise);
    await settled();
    let started = false;
    const second = b.limit.run(1, async () => {
      started = true;
      return "second";
    });
    await settled();
    expect(started).toBe(false);
    await expect(a.limit.run(1, async () => "third")).rejects.toMatchObject({
      status: 429,
      code: "rate_limited",
      headers: { "retry-after": "5" },
      message: expect.stringContaining("already has 1 requests waiting"),
    });
    expect(await b.limit.run(2, async () => "another company's")).toBe("another company's");
    first.resolve("first");
    expect(await Promise.all([ran, second])).toEqual(["first", "second"]);
  });

  test("count downloads together", async () => {
    const start = node({ downloadsMax: 1 });
    const [a, b] = [start(), start()];
    const download = await a.limit.openDownload(1, nothing());
    await expect(b.limit.openDownload(1, nothing())).rejects.toThrow("already has 1 downloads open");
    download.close();
    await settled();
    await b.limit.openDownload(1, nothing());
  });

  test("get back what a process held, or waited for, when it ends", async () => {
    const start = node({ companyRunningMax: 1, downloadsMax: 1 });
    const [dying, b] = [start(), start()];
    void dying.limit.run(1, forever);
    void dying.limit.run(1, forever);
    await dying.limit.openDownload(1, nothing());
    await settled();
    dying.end();
    expect(await b.limit.run(1, async () => "mine")).toBe("mine");
    await b.limit.openDownload(1, nothing());
  });

  test("ask one of them how long a visitor has to wait", async () => {
    expect(await node({})().remote.countVisit("192.0.2.7", 1)).toBe(7);
  });
});
