import { type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "./api.ts";

type Options<Data> = Pick<
  UseQueryOptions<Data>,
  "enabled" | "staleTime" | "refetchInterval" | "placeholderData"
>;

/** The response to a GET, cached under its path: `useResponse<{ usage: Usage }>("/usage")`. */
export function useResponse<Data>(path: string, options: Options<Data> = {}): UseQueryResult<Data> {
  return useQuery<Data>({
    queryKey: [path],
    queryFn: ({ signal }) => call<Data>("GET", path, undefined, { signal }),
    ...options,
  });
}

/**
 * One record: `useRecord<Invoice>("/invoices/7", "invoice")`. It is loaded again every few seconds while `isUnsettled`,
 * which means that the service is about to change it by itself.
 */
export function useRecord<Found>(path: string, member: string, isUnsettled?: (record: Found) => boolean) {
  const { data, error, refetch } = useResponse<Record<string, unknown>>(path, {
    refetchInterval: ({ state }) => {
      const record = state.data?.[member] as Found | undefined;
      return record !== undefined && isUnsettled?.(record) === true && unsettledPollMs;
    },
  });
  return { record: data?.[member] as Found | undefined, error, refetch };
}

const unsettledPollMs = 3_000;
