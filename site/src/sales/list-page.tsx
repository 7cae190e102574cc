import { ListPage, useList } from "../dashboard/list-page.tsx";
import type { SaleRow } from "../dashboard/records.ts";
import { useCan } from "../session.tsx";
import { texts as listTexts } from "../texts/lists.ts";
import { texts } from "../texts/sales.ts";
import { ButtonLink } from "../ui/button.tsx";
import { saleColumns } from "./sale-columns.tsx";

const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));

const saleList = {
  list: "sales",
  tabsLabel: texts.tabs.label,
  tabs: [
    { count: "all", label: texts.tabs.all, filters: {} },
    ...statuses.map(({ value, label }) => ({ count: value, label, filters: { status: value } })),
  ],
  fields: [
    { name: "status", label: texts.status, options: statuses },
    { name: "currency", label: listTexts.currency, kind: "currency" },
    { name: "customer_id", label: listTexts.customer, kind: "customer" },
    { name: "created_from", label: listTexts.createdFrom, kind: "date" },
    { name: "created_to", label: listTexts.createdTo, kind: "date" },
  ],
  searchHint: texts.search,
  sums: [{ name: "total", label: texts.total }],
  countLabel: texts.count,
} as const;

export function SalesPage() {
  const can = useCan();
  const state = useList<SaleRow>("sales");
  return (
    <ListPage<SaleRow, "sales">
      {...saleList}
      state={state}
      texts={texts}
      icon="sales"
      exported="sales"
      caption={texts.caption}
      columns={saleColumns}
      width="widest"
      rowLink={({ id }) => ({ to: "/app/sales/$id", params: { id: String(id) } })}
      create={
        can("sales:write", "catalog") && (
          <ButtonLink kind="primary" icon="plus" to="/app/sales/new">
            {texts.create}
          </ButtonLink>
        )
      }
    />
  );
}
