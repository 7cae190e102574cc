import { useInfiniteQuery } from "@tanstack/react-query";
import { call, query } from "../api.ts";

export type Filters = Readonly<Record<string, string | undefined>>;

type Answer<Entry> = { [name: string]: Entry[] } & { pagination: { next_cursor: string | null } };

/** A list of the API, a page at a time. `name` is what the answer calls its entries. */
export function useList<Entry>(path: string, name: string, filters: Filters = {}, isWanted = true) {
  const pages = useInfiniteQuery({
    queryKey: [path, "list", filters],
    queryFn: ({ pageParam, signal }) =>
      call<Answer<Entry>>("GET", `${path}${query({ ...filters, cursor: pageParam })}`, undefined, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.next_cursor ?? undefined,
    enabled: isWanted,
  });
  return {
    entries: pages.data?.pages.flatMap((page) => page[name] ?? []),
    error: pages.error,
    retry: () => void pages.refetch(),
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    loadMore: () => void pages.fetchNextPage(),
    /** What is shown belongs to the filters before. */
    isStale: pages.isPlaceholderData,
  };
}

export type List<Entry> = ReturnType<typeof useList<Entry>>;
