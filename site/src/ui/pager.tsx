import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";
import { call, query } from "../data/api.ts";
import { texts } from "../texts/ui.ts";
import { Button } from "./button.tsx";
import { ErrorNote } from "./error-note.tsx";

export type Pagination = { next_cursor: string | null; has_more?: boolean };
type ListAnswer = { pagination: Pagination } & Record<string, unknown>;
type Filters = Record<string, string | number | boolean | null | undefined>;

export type Pages<Row> = Omit<UseInfiniteQueryResult<InfiniteData<ListAnswer>>, "data"> & {
  /** All that was loaded so far; undefined before the first answer. */
  rows: readonly Row[] | undefined;
  /** The newest whole answer, for what it says beside the rows. */
  answer: ListAnswer | undefined;
};

/** A list of the API, a page at a time: `usePages<Invoice>("/invoices", "invoices", { status })`. */
export function usePages<Row>(path: string, member: string, filters: Filters = {}): Pages<Row> {
  const { data, ...rest } = useInfiniteQuery({
    queryKey: [path, "pages", filters],
    queryFn: ({ pageParam, signal }) =>
      call<ListAnswer>("GET", `${path}${query({ ...filters, cursor: pageParam })}`, undefined, { signal }),
    // While a filter changes, the list stays as it was: nothing jumps.
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
  const rows = data?.pages.flatMap((page) => page[member] as Row[]);
  return { ...rest, rows, answer: data?.pages.at(-1) };
}

/** Below a list: the next page is added to it, and nothing is loaded anew. */
export function Pager({ pages }: { pages: Pages<unknown> }) {
  if (pages.isFetchNextPageError)
    return <ErrorNote error={pages.error} onRetry={() => void pages.fetchNextPage()} />;
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex justify-center">
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? texts.loadingMore : texts.more}
      </Button>
    </div>
  );
}
