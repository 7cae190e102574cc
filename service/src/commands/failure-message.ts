import type { Config } from "../config/config.ts";

/** What to print about an error that ends the program. */
export async function failureMessage(error: unknown): Promise<string> {
  const { isConnectionFailure } = await import("../platform/db/failures.ts");
  const words = error instanceof Error ? error.message : String(error);
  if (!isConnectionFailure(error)) return words;
  return `The database can't be reached (${words}). Check that PostgreSQL is running and that DATABASE_URL is right; 'billfold doctor' shows the cause.`;
}

/** Says what to do about a port that another program uses. */
export function listenError(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  if (error.code !== "EADDRINUSE") return error;
  return new Error(
    `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another with PORT=…`,
  );
}
