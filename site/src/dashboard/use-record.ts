import { useQuery } from "@tanstack/react-query";
import { call } from "../data/api.ts";

/** One answer of the API. */
export function useAnswer<Answer>(path: string, isWanted = true) {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<Answer>("GET", path, undefined, { signal }),
    enabled: isWanted,
  });
}

/** One record: `useRecord<Invoice>("/invoices/7", "invoice")`. */
export function useRecord<Found>(path: string, name: string) {
  const { data, ...rest } = useAnswer<Record<string, unknown>>(path);
  return { ...rest, record: data?.[name] as Found | undefined };
}
