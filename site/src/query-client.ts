import { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./api.ts";

const triesMax = 2;
const freshMs = 15_000;

export const queryClient = new QueryClient({
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
