import type { LinkProps } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useCan } from "../../session.tsx";
import { texts as listTexts } from "../../texts/lists.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon.tsx";
import type { Column } from "../../ui/table.tsx";
import type { Exported } from "../export-button.tsx";
import type { FilterField } from "../filter-fields.ts";
import { type ListDefinition, ListPage, useList } from "../list-page.tsx";
import { type ListName, type ListParameter, listParameters } from "../use-filters.ts";

/** Lists with one status for each record, which their tabs are for. */
type DocumentList = Extract<ListName & Exported, "sales" | "quotes" | "recurring_invoices">;

type Props<Row> = {
  list: DocumentList;
  icon: IconName;
  texts: Record<
    "title" | "intro" | "emptyTitle" | "empty" | "create" | "search" | "caption" | "status",
    string
  > & {
    statuses: Readonly<Record<string, string>>;
    tabs: { label: string; all: string };
    count: (count: string) => string;
  };
  columns: readonly Column<Row>[];
  sums: ListDefinition<DocumentList>["sums"];
  rowLink: (row: Row) => LinkProps;
  /** The page to create one, and what it needs. */
  create: { to: NonNullable<ComponentProps<typeof ButtonLink>["to"]>; scope: string; feature: string };
};

/** The list of sales, of quotes or of recurring invoices, with a tab for each status. */
export function DocumentListPage<Row extends { id: number }>(props: Props<Row>) {
  const { list, icon, texts, columns, sums, rowLink, create } = props;
  const can = useCan();
  const state = useList<Row>(list);
  const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));
  return (
    <ListPage<Row, DocumentList>
      list={list}
      tabsLabel={texts.tabs.label}
      tabs={[
        { count: "all", label: texts.tabs.all, filters: {} },
        ...statuses.map(({ value, label }) => ({ count: value, label, filters: { status: value } })),
      ]}
      fields={fieldsOf(list, { name: "status", label: texts.status, options: statuses })}
      searchHint={texts.search}
      sums={sums}
      countLabel={texts.count}
      state={state}
      texts={texts}
      icon={icon}
      exported={list}
      caption={texts.caption}
      columns={columns}
      width="widest"
      rowLink={rowLink}
      create={
        can(create.scope, create.feature) && (
          <ButtonLink kind="primary" icon="plus" to={create.to}>
            {texts.create}
          </ButtonLink>
        )
      }
    />
  );
}

type Field = FilterField<ListParameter<DocumentList>>;

/** Those of these filters that the list takes. */
function fieldsOf(list: DocumentList, status: Field): Field[] {
  const fields: Field[] = [
    status,
    { name: "currency", label: listTexts.currency, kind: "currency" },
    { name: "customer_id", label: listTexts.customer, kind: "customer" },
    { name: "created_from", label: listTexts.createdFrom, kind: "date" },
    { name: "created_to", label: listTexts.createdTo, kind: "date" },
  ];
  const taken: readonly string[] = listParameters[list];
  return fields.filter(({ name }) => taken.includes(name));
}
