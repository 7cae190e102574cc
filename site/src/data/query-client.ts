import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./api.ts";

const maxRetries = 2;
const staleTimeMs = 15_000;
export const sessionKey = ["session"] as const;

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: recheckSession }),
  mutationCache: new MutationCache({ onError: recheckSession }),
  defaultOptions: {
    queries: {
      staleTime: staleTimeMs,
      retry: (failures, error) => failures < maxRetries && isTransient(error),
    },
    mutations: { retry: false },
  },
});

/** A refusal is final, but an unreachable or restarting service is worth a retry. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
}

/** Reloads a session that has ended or was renewed in another window; the frame redirects to sign in if needed. */
function recheckSession(error: unknown): void {
  if (!(error instanceof ApiFailure) || (error.code !== "unauthenticated" && error.code !== "csrf")) return;
  void queryClient.invalidateQueries({ queryKey: sessionKey });
}
