import type { ReactNode } from "react";
import type { Pages } from "../data/use-pages.ts";
import { texts } from "../texts/lists.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { Table, type TableProps } from "../ui/table.tsx";

export type RecordListProps<Row> = Omit<TableProps<Row>, "rows"> & {
  pages: Pages<Row>;
  /** Shown while there are no records at all: what to do next. */
  empty: ReactNode;
  /** Set when filters may be why nothing is found. */
  onClear?: (() => void) | undefined;
};

/** A list in each of its states: loading, failed, empty or loaded, with a button for the next page. */
export function RecordList<Row>({ pages, empty, onClear, ...table }: RecordListProps<Row>) {
  const { rows, error, refetch } = pages;
  if (!rows && error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!rows) return <ListSkeleton />;
  if (rows.length === 0 && onClear) return <NoMatch onClear={onClear} />;
  if (rows.length === 0) return empty;
  return (
    <div
      className={`flex flex-col gap-4 ${pages.isPlaceholderData ? "opacity-60" : ""}`}
      aria-busy={pages.isPlaceholderData}
    >
      <Table rows={rows} {...table} />
      <Pager pages={pages} />
    </div>
  );
}

export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon="search" title={texts.noMatch} action={<Button onClick={onClear}>{texts.clear}</Button>}>
      {texts.noMatchHint}
    </EmptyState>
  );
}
