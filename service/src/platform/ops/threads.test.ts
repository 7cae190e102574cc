import os from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import { createLog } from "./log.ts";
import { createThreads, type Threads } from "./threads.ts";

const opened: Threads[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((threads) => threads.close()));
});

const logged: string[] = [];
function open(options: Parameters<typeof createThreads>[1] = {}): Threads {
  const threads = createThreads(createLog({ level: "debug", write: (line) => logged.push(line) }), options);
  opened.push(threads);
  return threads;
}

const file = new URL("./threads-job.fixture.ts", import.meta.url);
const ask = <T>(threads: Threads, companyId: number, input: object): Promise<T> =>
  threads.run<T>({ companyId, file, input });

describe("a job", () => {
  test("runs in another thread, and its bytes are returned complete", async () => {
    const threads = open();
    const [own, theirs] = [0, await ask<number>(threads, 1, { name: "thread" })];
    expect(theirs).toBeGreaterThan(own);
    const bytes = await ask<Uint8Array>(threads, 1, { name: "bytes", count: 300 });
    expect([bytes.length, bytes[0], bytes[299]]).toEqual([300, 7, 7]);
  });

  test("does not block the main thread", async () => {
    const threads = open();
    let turns = 0;
    let done = false;
    const work = ask(threads, 1, { name: "spin", ms: 200 }).then(() => {
      done = true;
    });
    while (!done) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await work;
    expect(turns).toBeGreaterThan(100);
  });

  test.runIf(process.platform === "linux")("has a lower priority than the main thread", async () => {
    const [own, theirs] = [os.getPriority(), await ask<number>(open(), 1, { name: "priority" })];
    // A larger number is a lower priority.
    expect(theirs).toBeGreaterThan(own);
    expect(os.getPriority()).toBe(own);
  });

  test("that fails returns the cause, and the next one runs", async () => {
    const threads = open();
    await expect(ask(threads, 1, { name: "fail" })).rejects.toThrow("no such paper");
    expect(await ask(threads, 1, { name: "echo", value: 5 })).toBe(5);
  });

  test("that crashes its thread fails alone: another thread is started", async () => {
    const threads = open({ threadsMax: 1, heapMaxMb: 32 });
    const dying = ask(threads, 1, { name: "exit" });
    const next = ask(threads, 2, { name: "echo", value: 6 });
    await expect(dying).rejects.toThrow(/ended by itself/);
    expect(await next).toBe(6);
    await expect(ask(threads, 1, { name: "fill" })).rejects.toThrow(/memory/i);
    expect(await ask(threads, 1, { name: "echo", value: 7 })).toBe(7);
    expect(logged.join("")).toContain("worker thread exited");
  });

  test("that never ends is terminated", async () => {
    const threads = open({ threadsMax: 1, jobMaxMs: 2_000 });
    await expect(ask(threads, 1, { name: "spin", ms: 600_000 })).rejects.toThrow("took too long");
    expect(await ask(threads, 1, { name: "echo", value: 8 })).toBe(8);
  });
});

describe("a job with a limit of processor time", () => {
  test("is stopped when it has computed for so long, and the next one has the whole of it", async () => {
    const threads = open({ threadsMax: 1 });
    const limited = (input: object) => threads.run({ companyId: 1, file, input, maxCpuMs: 300 });
    await expect(limited({ name: "spin", ms: 600_000 })).rejects.toThrow("took too long");
    expect(await limited({ name: "echo", value: 8 })).toBe(8);
  });

  test("may take any time in which it does not compute", async () => {
    const threads = open({ threadsMax: 2 });
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const waiting = threads.run({ companyId: 1, file, input: { name: "wait", shared }, maxCpuMs: 300 });
    await ask(threads, 2, { name: "spin", ms: 1_000 });
    await ask(threads, 2, { name: "wake", shared });
    expect(await waiting).toBe("ok");
  });
});

describe("a job that is cancelled", () => {
  test("ends, wherever it is, and the next one runs", async () => {
    const threads = open({ threadsMax: 1 });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const spin = { companyId: 1, file, input: { name: "spin", ms: 600_000 } };
    const first = expect(threads.run({ ...spin, signal: running.signal })).rejects.toThrow("cancelled");
    const second = expect(threads.run({ ...spin, signal: waiting.signal })).rejects.toThrow("cancelled");
    const third = ask(threads, 1, { name: "echo", value: 9 });
    waiting.abort();
    await second;
    running.abort();
    await first;
    expect(await third).toBe(9);
  });
});

describe("companies", () => {
  test("have one thread each: the jobs of one wait for each other, those of another do not", async () => {
    const threads = open();
    const shared = new Int32Array(new SharedArrayBuffer(4));
    // It ends only when the other company's job has run, so that job cannot be queued behind it.
    const first = ask(threads, 1, { name: "wait", shared });
    const behind = ask(threads, 1, { name: "echo", value: 1 });
    await ask(threads, 2, { name: "wake", shared });
    await first;
    expect(await behind).toBe(1);
  });
});

test("closing refuses queued and new jobs, and terminates running ones", async () => {
  const threads = open({ threadsMax: 1 });
  const running = expect(ask(threads, 1, { name: "spin", ms: 600_000 })).rejects.toThrow("closed");
  const waiting = expect(ask(threads, 1, { name: "echo", value: 1 })).rejects.toThrow("closed");
  await threads.close();
  await Promise.all([running, waiting]);
  await expect(ask(threads, 1, { name: "echo", value: 1 })).rejects.toThrow("closed");
});
