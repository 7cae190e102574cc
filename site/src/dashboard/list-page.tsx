import type { ReactNode } from "react";
import { usePages } from "../data/use-pages.ts";
import { useCan } from "../session.tsx";
import { texts as shared } from "../texts/dashboard.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import type { TableProps } from "../ui/table.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterBar } from "./filters.tsx";
import { RecordList } from "./record-list.tsx";
import { type Filters, useFilters } from "./use-filters.ts";

type Listed = "invoices" | "customers" | "products" | "sales";

type Props<Row, Name extends string> = Pick<TableProps<Row>, "columns" | "rowLink" | "rowActions"> & {
  of: Listed;
  texts: Record<"title" | "intro" | "search" | "caption" | "emptyTitle" | "empty", string>;
  /** The query parameters of the filters; `q` is the search. */
  names: readonly (Name | "q")[];
  filters: (given: Filters<Name | "q">, change: (changes: Filters<Name | "q">) => void) => ReactNode;
  /** The button to create a record, for users who may. */
  create: ReactNode;
  /** Whether records can be imported from a spreadsheet. */
  canImport?: true;
  /** Dialogs of the page. */
  children?: ReactNode;
};

/** The page of a list with search, filters, export and a next step while it is empty. */
export function ListPage<Row extends { id: number }, Name extends string>(props: Props<Row, Name>) {
  const { of, texts, names, filters: draw, create, canImport, children, ...table } = props;
  const { filters, change, clear } = useFilters<Name | "q">(names);
  const pages = usePages<Row>(`/${of}`, of, filters);
  const set = Object.keys(filters);
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          {create}
          <ExportButton of={of} filters={filters} />
        </>
      }
    >
      <FilterBar
        search={{
          value: filters.q,
          onChange: (q) => change({ q } as Filters<Name | "q">),
          hint: texts.search,
        }}
        count={set.filter((name) => name !== "q").length}
        onClear={clear}
      >
        {draw(filters, change)}
      </FilterBar>
      <RecordList
        pages={pages}
        caption={texts.caption}
        rowKey={({ id }) => id}
        onClear={set.length > 0 ? clear : undefined}
        empty={
          <EmptyState
            icon={of}
            title={texts.emptyTitle}
            action={<NextSteps create={create} canImport={canImport} />}
          >
            {texts.empty}
          </EmptyState>
        }
        {...table}
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
        <ButtonLink icon="upload" to="/app/transfers">
          {shared.import}
        </ButtonLink>
      )}
    </>
  );
}
