import pg from "pg";
import { failure } from "./failure.ts";
import { SUPERUSER } from "./files.ts";

const DATABASE = "billfold";
const CONNECT_TIMEOUT_MS = 4_000;
const INVALID_PASSWORD = "28P01";
const NO_SUCH_DATABASE = "3D000";

export function connectionString(port: number, password: string, database = DATABASE): string {
  // Without sslmode, a PGSSLMODE in the environment would make the client request encryption that the server does not
  // offer.
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Whether the database accepts connections; false while the server is starting or stopping. */
export async function answers(port: number, password: string): Promise<boolean> {
  return (await visit(port, password)) === undefined;
}

/** Like `answers`, but creates the database if it is missing, as it is on a first run or after an interrupted one. */
export async function answersOrIsMade(dataDir: string, port: number, password: string): Promise<boolean> {
  const code = await visit(port, password);
  if (code !== NO_SUCH_DATABASE) return code === undefined;
  try {
    await makeDatabase(connectionString(port, password, "template1"));
    return true;
  } catch (error) {
    throw failure("The first database could not be made", dataDir, (error as Error).message);
  }
}

/**
 * A new cluster has an empty database that nothing here uses. To rename it takes a fraction of the time in which another
 * one would be copied.
 */
async function makeDatabase(url: string): Promise<void> {
  try {
    await query(url, `ALTER DATABASE postgres RENAME TO ${DATABASE}`);
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_DATABASE) throw error;
    await query(url, `CREATE DATABASE ${DATABASE}`);
  }
}

async function visit(port: number, password: string): Promise<string | undefined> {
  try {
    await query(connectionString(port, password), "SELECT 1");
    return undefined;
  } catch (error) {
    const code = (error as { code?: string }).code ?? "no answer";
    if (code !== INVALID_PASSWORD) return code;
    throw new Error(
      "The database does not take the password kept in postgres.password. Bring back the one it was made with.",
      { cause: error },
    );
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // An idle connection that breaks emits this event, which would end the process if it had no listener.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}
