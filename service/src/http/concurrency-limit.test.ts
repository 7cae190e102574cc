import { describe, expect, test } from "vitest";
import { createMetrics } from "../platform/ops/metrics.ts";
import { companyShareOf, createConcurrencyLimit, createTurns } from "./concurrency-limit.ts";

/** Jobs that end when the test ends them, and the order in which they were started. */
function scene(limits: Parameters<typeof createTurns>[1] = {}) {
  const metrics = createMetrics();
  const limit = createConcurrencyLimit(createTurns(metrics, { companyRunningMax: 2, ...limits }));
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (company: number, name: string) =>
    limit.run(company, () => {
      started.push(name);
      return new Promise<string>((resolve) => void ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await settled();
  };
  const figure = async (name: string) =>
    (await metrics.registry.getSingleMetric(name)!.get()).values[0]?.value;
  return { limit, ask, end, started, figure };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a company's share", () => {
  test("is two jobs at once, but only one where there are fewer than three processors", () => {
    expect([1, 2, 3, 8].map(companyShareOf)).toEqual([1, 1, 2, 2]);
  });

  test("runs at once; further jobs wait for it in order", async () => {
    const { ask, end, started } = scene();
    const all = ["a1", "a2", "a3", "a4"].map((name) => ask(1, name));
    await settled();
    expect(started).toEqual(["a1", "a2"]);
    await end("a2");
    expect(started).toEqual(["a1", "a2", "a3"]);
    for (const name of ["a1", "a3", "a4"]) await end(name);
    expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4"]);
  });

  test("beyond its queue is 429 with Retry-After, and affects no other company", async () => {
    const { ask, end, started, figure } = scene({ queueMax: 3, runningMax: 3 });
    const taken = ["a1", "a2", "a3", "a4", "a5"].map((name) => ask(1, name));
    await settled();
    await expect(ask(1, "a6")).rejects.toMatchObject({
      status: 429,
      code: "rate_limited",
      headers: { "retry-after": "5" },
      message: expect.stringMatching(/^This company already has 3 requests waiting .* Wait 5 s/),
    });
    const other = ask(2, "b1");
    await settled();
    expect(started).toContain("b1");
    expect([
      await figure("billfold_expensive_requests_running"),
      await figure("billfold_expensive_requests_queued"),
      await figure("billfold_expensive_requests_refused_total"),
    ]).toEqual([3, 3, 1]);
    for (const name of ["b1", "a1", "a2", "a3", "a4", "a5"]) await end(name);
    await Promise.all([...taken, other]);
    expect(await figure("billfold_expensive_requests_running")).toBe(0);
    expect(await figure("billfold_expensive_requests_queued")).toBe(0);
  });

  test("is given in turn: a long queue does not delay a short one", async () => {
    const { ask, end, started } = scene({ runningMax: 2 });
    const names = ["a1", "a2", "a3", "a4", "a5", "a6"];
    const all = [...names.map((name) => ask(1, name)), ask(2, "b1"), ask(2, "b2"), ask(3, "c1")];
    await settled();
    while (started.length < all.length) await end(started.at(-1)!);
    expect(started.slice(0, 7)).toEqual(["a1", "a2", "a3", "b1", "c1", "a4", "b2"]);
    for (const name of started) await end(name);
    await Promise.all(all);
  });

  test("is free again when work fails", async () => {
    const { limit, ask, started, end } = scene({ companyRunningMax: 1 });
    const failing = limit.run(1, () => Promise.reject(new Error("broken")));
    const next = ask(1, "a1");
    await expect(failing).rejects.toThrow("broken");
    await settled();
    expect(started).toEqual(["a1"]);
    await end("a1");
    await next;
  });

  test("is not used for a client that disconnected while waiting", async () => {
    const { limit, ask, end, started } = scene({ companyRunningMax: 1 });
    const first = ask(1, "a1");
    let worked = false;
    const work = async () => {
      worked = true;
    };
    const gone = expect(limit.run(1, work, () => true)).rejects.toMatchObject({ status: 429 });
    const last = ask(1, "a2");
    await settled();
    await end("a1");
    await gone;
    await settled();
    expect([worked, started]).toEqual([false, ["a1", "a2"]]);
    await end("a2");
    await Promise.all([first, last]);
  });
});

describe("a download", () => {
  async function* numbers() {
    for (const piece of ["1", "2", "3"]) yield piece;
  }

  test("holds no place while its reader is slow", async () => {
    const { limit, ask, end, started } = scene({ runningMax: 1 });
    const { pieces, close } = await limit.openDownload(1, numbers());
    const reader = pieces[Symbol.asyncIterator]();
    expect(await reader.next()).toEqual({ done: false, value: "1" });
    const other = ask(2, "b1");
    await settled();
    expect(started).toEqual(["b1"]);
    await end("b1");
    await other;
    const rest: string[] = [];
    for await (const piece of pieces) rest.push(String(piece));
    expect(rest).toEqual(["2", "3"]);
    close();
  });

  test("is refused when the company has too many open, until one is closed", async () => {
    const { limit } = scene({ downloadsMax: 2 });
    const first = await limit.openDownload(1, numbers());
    await limit.openDownload(1, numbers());
    await expect(limit.openDownload(1, numbers())).rejects.toThrow(/already has 2 downloads open/);
    await limit.openDownload(2, numbers());
    first.close();
    await limit.openDownload(1, numbers());
  });
});
