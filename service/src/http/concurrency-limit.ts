import os from "node:os";
import { ApiError, tooMany } from "../contract/errors.ts";
import type { Metrics } from "../platform/ops/metrics.ts";

/**
 * Bounds how much expensive work (documents, imports, exports, searches) runs at once. Each company has a queue of its
 * own, and companies are served in turn: however much one of them asks for, another waits only for work that is
 * already running.
 */
export type ConcurrencyLimit = {
  /** Runs the work when it is the company's turn. Throws 429 when the company's queue is full. */
  run<T>(companyId: number, work: () => Promise<T>, isAbandoned?: () => boolean): Promise<T>;
  /**
   * Counts a download until it is closed, and makes each of its pieces under the limit. Nothing else is held while the
   * caller reads, because a slow reader would keep others waiting. Throws 429 when the company has too many open.
   */
  openDownload(companyId: number, pieces: AsyncIterable<string | Buffer>): Promise<Download>;
};

type Download = { pieces: AsyncIterable<string | Buffer>; close(): void };

/** What is counted for the limit, in this process or, if there are several, in the one that started them. */
export type Turns = {
  /** Waits for the company's turn, which lasts until the returned function is called. */
  take(companyId: number, of: "request" | "piece"): Promise<() => void>;
  openDownload(companyId: number): Promise<() => void>;
};

type Limits = { runningMax: number; companyRunningMax: number; queueMax: number; downloadsMax: number };

/** At most two, and never all processors: what one company asks for leaves one to the requests of others. */
export const companyShareOf = (processors: number) => Math.min(2, Math.max(1, processors - 1));

const defaults: Limits = {
  runningMax: 6,
  companyRunningMax: companyShareOf(os.availableParallelism()),
  queueMax: 20,
  downloadsMax: 4,
};

const retryAfterSeconds = 5;

type Company = { running: number; waiting: (() => void)[]; downloads: number };

export function createConcurrencyLimit(turns: Turns): ConcurrencyLimit {
  const runInTurn = async <T>(companyId: number, of: "request" | "piece", work: () => Promise<T>) => {
    const end = await turns.take(companyId, of);
    try {
      return await work();
    } finally {
      end();
    }
  };
  return {
    run: (id, work, isAbandoned = () => false) =>
      runInTurn(id, "request", () => {
        if (isAbandoned())
          throw new ApiError(429, "rate_limited", "The connection was closed while the request was queued.");
        return work();
      }),
    openDownload: async (id, pieces) => {
      const close = await turns.openDownload(id);
      const runPiece = <T>(next: () => Promise<T>) => runInTurn(id, "piece", next);
      return { pieces: inTurn(pieces[Symbol.asyncIterator](), runPiece), close };
    },
  };
}

export function createTurns(
  metrics: Pick<Metrics, "expensiveRunning" | "expensiveQueued" | "expensiveRefused">,
  limits: Partial<Limits> = {},
): Turns {
  const { runningMax, companyRunningMax, queueMax, downloadsMax } = { ...defaults, ...limits };
  // In the order in which they are served next: a company that was served moves to the end.
  const companies = new Map<number, Company>();
  let running = 0;
  let queued = 0;

  const companyOf = (id: number): Company => {
    let company = companies.get(id);
    if (!company) {
      company = { running: 0, waiting: [], downloads: 0 };
      companies.set(id, company);
    }
    return company;
  };
  const forgetIdle = (id: number, { running, waiting, downloads }: Company) => {
    if (running === 0 && waiting.length === 0 && downloads === 0) companies.delete(id);
  };
  const observe = () => {
    metrics.expensiveRunning.set(running);
    metrics.expensiveQueued.set(queued);
  };
  const startNext = () => {
    while (running < runningMax) {
      const next = [...companies].find(
        ([, company]) => company.waiting.length > 0 && company.running < companyRunningMax,
      );
      if (!next) break;
      const [id, company] = next;
      companies.delete(id);
      companies.set(id, company);
      running += 1;
      company.running += 1;
      queued -= 1;
      company.waiting.shift()!();
    }
    observe();
  };
  const refuse = (message: string) => {
    metrics.expensiveRefused.inc();
    return tooBusy(message);
  };

  return {
    take: async (id, of) => {
      const company = companyOf(id);
      if (of === "request" && company.waiting.length >= queueMax) throw refuse(queueFull(queueMax));
      await new Promise<void>((resolve) => {
        company.waiting.push(resolve);
        queued += 1;
        startNext();
      });
      return () => {
        running -= 1;
        company.running -= 1;
        forgetIdle(id, company);
        startNext();
      };
    },
    openDownload: async (id) => {
      const company = companyOf(id);
      if (company.downloads >= downloadsMax) throw refuse(downloadsOpen(downloadsMax));
      company.downloads += 1;
      return () => {
        company.downloads -= 1;
        forgetIdle(id, company);
      };
    },
  };
}

export const tooBusy = (message: string) => tooMany("rate_limited", message, retryAfterSeconds);

async function* inTurn(
  iterator: AsyncIterator<string | Buffer>,
  run: (next: () => Promise<IteratorResult<string | Buffer>>) => Promise<IteratorResult<string | Buffer>>,
): AsyncGenerator<string | Buffer> {
  try {
    for (;;) {
      const { done, value } = await run(() => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

const queueFull = (max: number) =>
  `This company already has ${max} requests waiting for documents, imports, exports or searches. Wait ${retryAfterSeconds} s, then send fewer at a time.`;

const downloadsOpen = (max: number) =>
  `This company already has ${max} downloads open. Finish or close one, or wait ${retryAfterSeconds} s, then try again.`;
