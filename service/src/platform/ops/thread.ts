import { readlinkSync } from "node:fs";
import os from "node:os";
import { parentPort } from "node:worker_threads";

/** Runs inside a thread of platform/ops/threads.ts: it loads a job's file on first use, and runs one job at a time. */
type Message = { file: string; input: unknown };
type JobFile = { run: (input: unknown) => unknown };

const port = parentPort!;

// When all processors are busy, requests have priority over long jobs.
yieldToOthers();

port.on("message", async ({ file, input }: Message) => {
  try {
    const { run } = (await import(file)) as JobFile;
    const result = await run(input);
    if (!(result instanceof Uint8Array)) return port.postMessage({ result });
    // Bytes are transferred instead of copied, which requires a buffer that they do not share.
    const bytes = result.buffer.byteLength === result.byteLength ? result : new Uint8Array(result);
    port.postMessage({ result: bytes }, [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    const { message, stack } = error as Error;
    port.postMessage({ error: { message, stack } });
  }
});

/** Only Linux has per-thread priorities, and shows a thread its own id. */
function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    const id = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    os.setPriority(id, Math.min(os.getPriority() + 10, os.constants.priority.PRIORITY_LOW));
  } catch {
    // The lower priority is optional.
  }
}
