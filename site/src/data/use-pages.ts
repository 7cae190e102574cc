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
  /** The response with the first page, which may describe the whole list. */
  first: ListResponse | undefined;
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
  return { ...rest, rows: data?.pages.flatMap((page) => page[member] as Row[]), first: data?.pages[0] };
}

/** What the rows of one currency add up to. */
export type CurrencyTotal = { currency: string; count: number } & Record<string, string | number>;

export type TablePages<Row> = Pages<Row> & {
  /** The number of rows in each tab, whatever tab is open. */
  counts: Readonly<Record<string, number>> | undefined;
  totals: readonly CurrencyTotal[] | undefined;
  /** Whether counts and totals may leave out some that match. */
  isPartial: boolean;
};

/** Counts, totals and sorting look at this many rows at most. */
export const boundedRows = 10_000;

/** A list of the dashboard: the first response has 50 rows, the counts of the tabs and the totals. */
export function useTablePages<Row>(name: string, filters: Filters): TablePages<Row> {
  const pages = usePages<Row>(`/lists/${name}`, "rows", filters);
  return {
    ...pages,
    counts: pages.first?.counts as TablePages<Row>["counts"],
    totals: pages.first?.totals as TablePages<Row>["totals"],
    isPartial: pages.first?.partial === true,
  };
}
