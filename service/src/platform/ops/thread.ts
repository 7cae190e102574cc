import { readlinkSync } from "node:fs";
import os from "node:os";
import { parentPort } from "node:worker_threads";

/** What runs inside a thread of platform/ops/threads.ts: it loads a job's file on first use, and runs one job at a time. */
type Message = { file: string; input: unknown };
type JobFile = { run: (input: unknown) => unknown };

const port = parentPort!;

// Where all processors are busy, requests go first: whoever asked for a long job waits anyway.
yieldToOthers();

port.on("message", async ({ file, input }: Message) => {
  try {
    const { run } = (await import(file)) as JobFile;
    const result = await run(input);
    if (!(result instanceof Uint8Array)) return port.postMessage({ result });
    // Bytes change hands instead of being copied, for which they need memory of their own.
    const bytes = result.buffer.byteLength === result.byteLength ? result : new Uint8Array(result);
    port.postMessage({ result: bytes }, [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    const { message, stack } = error as Error;
    port.postMessage({ error: { message, stack } });
  }
});

/** Only Linux has a priority for each thread, and shows a thread its own id. */
function yieldToOthers(): void {
  if (process.platform !== "linux") return;
  try {
    const id = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    os.setPriority(id, Math.min(os.getPriority() + 10, os.constants.priority.PRIORITY_LOW));
  } catch {
    // A thread without it does the same work.
  }
}
