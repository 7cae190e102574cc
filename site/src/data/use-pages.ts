import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";
import { call, query } from "./api.ts";

type ListResponse = { pagination: { next_cursor: string | null } } & Record<string, unknown>;
type Filters = Record<string, string | number | boolean | null | undefined>;

export type Pages<Row> = Omit<UseInfiniteQueryResult<InfiniteData<ListResponse>>, "data"> & {
  /** The rows of all loaded pages; undefined before the first response. */
  rows: readonly Row[] | undefined;
};

/** A list of the API, one page at a time: `usePages<Invoice>("/invoices", "invoices", { status })`. */
export function usePages<Row>(path: string, member: string, filters: Filters = {}): Pages<Row> {
  const { data, ...rest } = useInfiniteQuery({
    queryKey: [path, "pages", filters],
    queryFn: ({ pageParam, signal }) =>
      call<ListResponse>("GET", `${path}${query({ ...filters, cursor: pageParam })}`, undefined, { signal }),
    // The old rows stay visible while a changed filter loads, so that the page does not jump.
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
  return { ...rest, rows: data?.pages.flatMap((page) => page[member] as Row[]) };
}
