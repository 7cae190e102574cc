/** What to print about an error that ends the program. */
export async function failureMessage(error: unknown): Promise<string> {
  const { isConnectionFailure } = await import("../platform/db/failures.ts");
  const words = error instanceof Error ? error.message : String(error);
  if (!isConnectionFailure(error)) return words;
  return `The database can't be reached (${words}). Check that PostgreSQL is running and that DATABASE_URL is right; 'billfold doctor' tells more.`;
}
