import { AsyncLocalStorage } from "node:async_hooks";

type Scope = { failure?: { error: unknown } };

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Runs a request of the account library and fails if a mail that it asked for could not be stored. The library ignores
 * such failures, and would confirm a request whose mail never arrives.
 */
export async function mailsStored<T>(request: () => Promise<T>): Promise<T> {
  const scope: Scope = {};
  const response = await scopes.run(scope, request);
  if (scope.failure) throw scope.failure.error;
  return response;
}

/** Keeps the failure of the work for `mailsStored`. */
export const keepFailure = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    const scope = scopes.getStore();
    if (!scope) throw error;
    scope.failure ??= { error };
  });
