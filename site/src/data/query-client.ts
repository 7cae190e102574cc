import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./api.ts";

const triesMax = 2;
const freshMs = 15_000;
export const sessionKey = ["session"] as const;

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: doubtSession }),
  mutationCache: new MutationCache({ onError: doubtSession }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (failures, error) => failures < triesMax && mayPass(error),
    },
    mutations: { retry: false },
  },
});

/** Asking again changes nothing about a refusal; a service that restarts is back in a moment. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
}

/** A session that has ended, or was begun anew in another window, is asked about: the frame then leads to sign in. */
function doubtSession(error: unknown): void {
  if (!(error instanceof ApiFailure) || (error.code !== "unauthenticated" && error.code !== "csrf")) return;
  void queryClient.invalidateQueries({ queryKey: sessionKey });
}
