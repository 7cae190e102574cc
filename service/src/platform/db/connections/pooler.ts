import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Database } from "../database.ts";
import { markDriverError } from "../failures.ts";

export const transactionPoolerSays = "a connection pooler in transaction mode is in front of the database";
export const transactionPoolerCure =
  "Set pool_mode = session for this user, or point DATABASE_URL directly at the database: prepared statements, LISTEN and session settings need a dedicated connection.";

const answerMaxMs = 3000;
const otherClients = 3;

/** Every request would meet connections on which its statements are not prepared, so the service does not start. */
export async function refuseTransactionPooler(db: Database): Promise<void> {
  if (await isTransactionPooler(db)) {
    throw new Error(`The service can't start, because ${transactionPoolerSays}. ${transactionPoolerCure}`);
  }
}

/**
 * Whether the statements of one connection reach several sessions. A pooler tells a process id of its own; behind one,
 * the session of an idle client is given to others if the pooler is in transaction mode.
 */
export async function isTransactionPooler({ pool }: Database): Promise<boolean> {
  const clients: pg.PoolClient[] = [];
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw markDriverError(error);
    });
    clients.push(client);
    return client;
  };
  try {
    const idle = await connect();
    const session = await sessionOf(idle);
    if (session === (idle as unknown as { processID: number }).processID) return false;
    for (let others = 1; others <= otherClients && others < pool.options.max; others++) {
      const busy = await connect();
      const begun = await within(busy.query("begin").then(() => sessionOf(busy)));
      // In session mode nothing more than the limit of the pooler keeps a second client waiting.
      if (begun === undefined) return false;
      if ((await within(sessionOf(idle))) !== session) return true;
    }
    return false;
  } catch (error) {
    if (/statement pooling|prepared statement/i.test((error as Error).message)) return true;
    throw error;
  } finally {
    for (const client of clients) client.release(true);
  }
}

async function sessionOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}

/** Undefined if there is no answer in time. */
async function within<T>(asked: Promise<T>): Promise<T | undefined> {
  asked.catch(() => undefined);
  return Promise.race([asked, delay(answerMaxMs, undefined, { ref: false })]);
}
