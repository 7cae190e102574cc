import type { Logger } from "../ops/log.ts";
import { createThreads, type Job } from "../ops/threads.ts";
import { type Database, openDatabase } from "./database.ts";

/**
 * Runs background work that reads and computes for minutes, in a thread and on a connection of its own: requests wait for
 * neither, and documents, which other threads make, don't either. One job runs at a time.
 */
export type DatabaseThread = {
  run<Result>(job: Pick<Job, "file" | "input" | "signal">): Promise<Result>;
  close(): Promise<void>;
};

/** What the file of a job exports `run` for. */
export type DatabaseJob<Input> = { connectionString: string; input: Input };

/** A job that takes longer waits for a server that is gone, or never ends. */
export const databaseJobMaxMs = 60 * 60_000;
// The next job may be a day away, and an idle thread takes tens of megabytes.
const idleMaxMs = 1000;

export function createDatabaseThread(connectionString: string, log: Logger): DatabaseThread {
  const threads = createThreads(log, { threadsMax: 1, jobMaxMs: databaseJobMaxMs, idleMaxMs });
  return {
    run: ({ input, ...job }) => threads.run({ ...job, companyId: 0, input: { connectionString, input } }),
    close: threads.close,
  };
}

/** Inside the thread. */
export async function withConnection<Result>(
  { connectionString }: Pick<DatabaseJob<unknown>, "connectionString">,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase({ connectionString, connectionsMax: 1, durable: false, onError: () => undefined });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
