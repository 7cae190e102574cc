import type { ReactNode } from "react";
import { type TablePages, useTablePages } from "../data/use-pages.ts";
import { useCan } from "../session.tsx";
import { texts as shared } from "../texts/lists.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { IconName } from "../ui/icon.tsx";
import { Page } from "../ui/page.tsx";
import type { TableProps } from "../ui/table.tsx";
import { ExportButton, type Exported } from "./export-button.tsx";
import type { FilterField, ListTab } from "./filter-fields.ts";
import { ListFilters } from "./list-filters.tsx";
import { ListSummary } from "./list-summary.tsx";
import { RecordList } from "./record-list.tsx";
import { StatusTabs } from "./status-tabs.tsx";
import {
  type Filters,
  type ListName,
  type ListParameter,
  listParameters,
  useFilters,
} from "./use-filters.ts";

export type ListDefinition<List extends ListName> = {
  list: List;
  /** The label of the tabs, for screen readers. */
  tabsLabel: string;
  tabs: readonly ListTab<ListParameter<List>>[];
  fields: readonly FilterField<ListParameter<List>>[];
  searchHint?: string;
  sums: readonly { name: string; label: string; isHiddenIfZero?: true }[];
  countLabel: (count: string) => string;
};

type RecordTableProps<Row, List extends ListName> = Pick<
  TableProps<Row>,
  "columns" | "rowLink" | "rowActions" | "rowKey" | "caption" | "width" | "selection"
> &
  ListDefinition<List> & {
    state: ListState<Row>;
    empty: ReactNode;
    /** Set where the list is inside a tab. */
    isNested?: boolean;
  };

export type ListState<Row> = {
  filters: Filters<string>;
  change: (changes: Filters<string>) => void;
  clear: () => void;
  pages: TablePages<Row>;
};

/** The filters in the address, and the rows that match them. */
export function useList<Row>(list: ListName): ListState<Row> {
  const { filters, change, clear } = useFilters<string>(listParameters[list]);
  return { filters, change, clear, pages: useTablePages<Row>(list, filters) };
}

/** A list with tabs, filters, totals and rows. */
export function RecordTable<Row, List extends ListName>(props: RecordTableProps<Row, List>) {
  const { list, tabs, fields, tabsLabel, searchHint, sums, countLabel, state, empty, isNested, ...table } =
    props;
  const { filters, change, clear, pages } = state;
  const sorting = { value: filters.sort, onChange: (sort: string) => change({ sort }) };
  const isFiltered = Object.keys(filters).some((name) => name !== "sort");
  const hasNone = pages.rows?.length === 0 && !isFiltered;
  return (
    <div className="flex flex-col gap-5">
      {!hasNone && (
        <>
          <StatusTabs<string>
            label={tabsLabel}
            tabs={tabs}
            filters={filters}
            counts={pages.counts}
            isPartial={pages.isPartial}
            isNested={isNested ?? false}
          />
          <ListFilters<Row, string>
            list={list}
            filters={filters}
            change={change}
            clear={clear}
            tabs={tabs}
            fields={fields}
            {...(searchHint !== undefined && { searchHint })}
            columns={table.columns}
            sorting={sorting}
          />
          <ListSummary
            totals={pages.totals}
            isPartial={pages.isPartial}
            sums={sums}
            countLabel={countLabel}
          />
        </>
      )}
      <RecordList
        pages={pages}
        sorting={sorting}
        onClear={isFiltered ? clear : undefined}
        empty={empty}
        {...table}
      />
    </div>
  );
}

type ListPageProps<Row, List extends ListName> = Omit<RecordTableProps<Row, List>, "empty" | "rowKey"> & {
  texts: Record<"title" | "intro" | "emptyTitle" | "empty", string>;
  icon: IconName;
  exported: Exported;
  /** The button to create a record, for users who may. */
  create: ReactNode;
  /** Whether records can be imported from a spreadsheet. */
  canImport?: true;
  /** Dialogs of the page. */
  children?: ReactNode;
};

/** The page of a list, with export and a next step while it is empty. */
export function ListPage<Row extends { id: number }, List extends ListName>(props: ListPageProps<Row, List>) {
  const { texts, icon, exported, create, canImport, children, ...table } = props;
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          {create}
          <ExportButton of={exported} filters={table.state.filters} />
        </>
      }
    >
      <RecordTable<Row, List>
        {...(table as unknown as RecordTableProps<Row, List>)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={icon}
            title={texts.emptyTitle}
            action={<NextSteps create={create} canImport={canImport} />}
          >
            {texts.empty}
          </EmptyState>
        }
      />
      {children}
    </Page>
  );
}

function NextSteps({ create, canImport }: { create: ReactNode; canImport: true | undefined }) {
  const can = useCan();
  return (
    <>
      {create}
      {canImport && can("site:import") && (
        <ButtonLink icon="upload" to="/app/import-export">
          {shared.import}
        </ButtonLink>
      )}
    </>
  );
}
