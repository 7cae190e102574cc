type DatabaseError = { code?: string };

const driverErrors = new WeakSet<object>();

/** Marks an error as the database driver's, because a client's broken connection has the same error codes. */
export function markDriverError(error: unknown): unknown {
  if (typeof error === "object" && error !== null) driverErrors.add(error);
  return error;
}

/** The server is a standby, or is set to read-only: nothing was changed, and its successor may take the change. */
export const isReadOnlyRefusal = (error: unknown) => (error as DatabaseError).code === "25006";

/** The database's disk has no space for the change, which was rolled back. */
export const isDiskFull = (error: unknown) => (error as DatabaseError | undefined)?.code === "53100";

/** Whether the database is unreachable, starting or read-only, as opposed to rejecting the statement. */
export function isConnectionFailure(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !driverErrors.has(error)) return false;
  const code = (error as DatabaseError)?.code ?? "";
  const message = error instanceof Error ? error.message : "";
  return (
    /^(08|57P|53|25006)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code) ||
    /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect/.test(
      message,
    )
  );
}

const lockTimeoutCode = "55P03";

/** The transaction waited too long for what others have locked, and was rolled back. */
export const isLockTimeout = (error: unknown) =>
  (error as DatabaseError | undefined)?.code === lockTimeoutCode;

/** The same, for work that waited too long before its transaction. */
export const lockTimeout = (message: string) => Object.assign(new Error(message), { code: lockTimeoutCode });

/** Whether the same work may succeed in a moment. */
export const isTemporaryFailure = (error: unknown) => isConnectionFailure(error) || isLockTimeout(error);
