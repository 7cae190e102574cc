import { readlinkSync } from "node:fs";
import os from "node:os";
import { threadId } from "node:worker_threads";

type Input = { name: string; ms?: number; count?: number; value?: unknown; shared?: Int32Array };

/** Runs the job that the input names. */
export function run(input: Input): unknown {
  return jobs[input.name]!(input);
}

const jobs: Record<string, (input: Input) => unknown> = {
  thread: () => threadId,
  priority: () => os.getPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1))),
  echo: ({ value }) => value,
  bytes: ({ count }) => Buffer.from(Buffer.alloc(count!, 7)),
  spin: ({ ms }) => {
    const end = performance.now() + ms!;
    while (performance.now() < end);
  },
  fail: () => {
    throw new Error("no such paper");
  },
  exit: () => process.exit(3),
  fill: () => {
    const held: unknown[] = [];
    for (;;) held.push(Array.from({ length: 1000 }, () => ({ a: Math.random() })));
  },
  wait: ({ shared }) => Atomics.wait(shared!, 0, 0),
  wake: ({ shared }) => {
    Atomics.store(shared!, 0, 1);
    return Atomics.notify(shared!, 0);
  },
};
