import { Worker } from "node:worker_threads";
import type { Logger } from "./log.ts";

/**
 * Runs long computations outside the main thread, so that they do not delay other requests. A job is a file that
 * exports `run(input)`; its input and its result are copied between the threads.
 */
export type Threads = {
  run<Result>(job: Job): Promise<Result>;
  close(): Promise<void>;
};

export type Job = {
  /** One company never occupies more than one thread, so that other companies find one free. */
  companyId: number;
  file: URL;
  input: unknown;
  /** A limit of processor time, for jobs whose input may be made to take long: on a busy machine every job takes long. */
  maxCpuMs?: number;
  /** Ends the job, and its thread if it runs already. */
  signal?: AbortSignal;
};

/** The job took longer than it may, and its thread was stopped. */
export class JobTooLong extends Error {
  constructor() {
    super("the job took too long");
  }
}

type Waiting = Job & { resolve: (result: never) => void; reject: (error: Error) => void };
type Thread = {
  worker: Worker;
  job: Waiting | undefined;
  timer: NodeJS.Timeout | undefined;
  cpuTimer?: NodeJS.Timeout;
};
type Outcome = { result: unknown } | { error: { message: string; stack: string | undefined } };

const defaults = {
  threadsMax: 2,
  // A thread takes tens of megabytes, so an idle one is stopped after a while.
  idleMaxMs: 5 * 60_000,
  // This is far longer than the longest job on a busy machine, so a job that exceeds it has hung.
  jobMaxMs: 2 * 60_000,
  heapMaxMb: 512,
};

const cpuCheckMs = 250;

/** A thread that is not running yet has taken none. */
const cpuMsOf = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  );

export function createThreads(log: Logger, options: Partial<typeof defaults> = {}): Threads {
  const { threadsMax, idleMaxMs, jobMaxMs, heapMaxMb } = { ...defaults, ...options };
  const threads = new Set<Thread>();
  const waiting: Waiting[] = [];
  let closed = false;

  const end = (thread: Thread, reason: Error) => {
    threads.delete(thread);
    clearTimeout(thread.timer);
    clearInterval(thread.cpuTimer);
    thread.job?.reject(reason);
    thread.job = undefined;
    return thread.worker.terminate();
  };
  const finish = (thread: Thread, outcome: Outcome) => {
    clearTimeout(thread.timer);
    clearInterval(thread.cpuTimer);
    const { job } = thread;
    thread.job = undefined;
    if ("error" in outcome) job?.reject(Object.assign(new Error(outcome.error.message), outcome.error));
    else job?.resolve(outcome.result as never);
    startNext();
    if (thread.job) return;
    thread.worker.unref();
    thread.timer = setTimeout(() => void end(thread, new Error("idle")), idleMaxMs).unref();
  };
  const startThread = (): Thread => {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
    });
    const thread: Thread = { worker, job: undefined, timer: undefined };
    threads.add(thread);
    worker.on("message", (outcome: Outcome) => finish(thread, outcome));
    const onDeath = (error: Error) => {
      if (!threads.has(thread)) return;
      log.error({ err: error }, "worker thread exited");
      void end(thread, error);
      startNext();
    };
    worker.on("error", onDeath);
    worker.on("exit", (code) => onDeath(new Error(`the thread ended by itself (${code})`)));
    return thread;
  };
  const startNext = () => {
    const busy = new Set([...threads].flatMap(({ job }) => (job ? [job.companyId] : [])));
    const index = waiting.findIndex(({ companyId }) => !busy.has(companyId));
    if (index < 0 || closed) return;
    const free =
      [...threads].find(({ job }) => !job) ?? (threads.size < threadsMax ? startThread() : undefined);
    if (!free) return;
    const [job] = waiting.splice(index, 1) as [Waiting];
    clearTimeout(free.timer);
    free.job = job;
    const stop = () => {
      log.error({ job: job.file.pathname }, "worker thread job timed out");
      void end(free, new JobTooLong());
      startNext();
    };
    free.timer = setTimeout(stop, jobMaxMs).unref();
    if (job.maxCpuMs !== undefined) limitCpu(free, job.maxCpuMs, stop);
    free.worker.ref();
    free.worker.postMessage({ file: job.file.href, input: job.input });
    startNext();
  };

  const limitCpu = (thread: Thread, maxMs: number, stop: () => void) => {
    const { worker, job } = thread;
    const before = cpuMsOf(worker);
    const check = async () => {
      const spent = (await cpuMsOf(worker)) - (await before);
      if (spent > maxMs && thread.job === job) stop();
    };
    thread.cpuTimer = setInterval(() => void check(), cpuCheckMs).unref();
  };

  const cancel = (job: Waiting) => {
    const reason = new Error("the job was cancelled");
    const running = [...threads].find((thread) => thread.job === job);
    if (running) void end(running, reason);
    else waiting.splice(waiting.indexOf(job), 1);
    job.reject(reason);
    startNext();
  };

  return {
    run: <Result>(given: Job) => {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      if (closed) reject(new Error("the threads are closed"));
      else {
        const job: Waiting = { ...given, resolve, reject };
        waiting.push(job);
        const onAbort = () => cancel(job);
        given.signal?.addEventListener("abort", onAbort, { once: true });
        const forget = () => given.signal?.removeEventListener("abort", onAbort);
        promise.then(forget, forget);
        startNext();
      }
      return promise;
    },
    close: async () => {
      closed = true;
      const reason = new Error("the threads are closed");
      for (const { reject } of waiting.splice(0)) reject(reason);
      await Promise.all([...threads].map((thread) => end(thread, reason)));
    },
  };
}
