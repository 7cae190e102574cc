import { ListPage, useList } from "../dashboard/list-page.tsx";
import type { QuoteRow } from "../dashboard/records.ts";
import { useCan } from "../session.tsx";
import { texts as listTexts } from "../texts/lists.ts";
import { texts } from "../texts/quotes.ts";
import { ButtonLink } from "../ui/button.tsx";
import { quoteColumns } from "./quote-columns.tsx";

const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));

const quoteList = {
  list: "quotes",
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

export function QuotesPage() {
  const can = useCan();
  const state = useList<QuoteRow>("quotes");
  return (
    <ListPage<QuoteRow, "quotes">
      {...quoteList}
      state={state}
      texts={texts}
      icon="quotes"
      exported="quotes"
      caption={texts.caption}
      columns={quoteColumns}
      width="widest"
      rowLink={({ id }) => ({ to: "/app/quotes/$id", params: { id: String(id) } })}
      create={
        can("sales:write", "catalog") && (
          <ButtonLink kind="primary" icon="plus" to="/app/quotes/new">
            {texts.create}
          </ButtonLink>
        )
      }
    />
  );
}
