import { DocumentListPage } from "../dashboard/documents/list-page.tsx";
import type { QuoteRow } from "../dashboard/records.ts";
import { texts } from "../texts/quotes.ts";
import { quoteColumns } from "./quote-columns.tsx";

export function QuotesPage() {
  return (
    <DocumentListPage<QuoteRow>
      list="quotes"
      icon="quotes"
      texts={texts}
      columns={quoteColumns}
      sums={[{ name: "total", label: texts.total }]}
      rowLink={({ id }) => ({ to: "/app/quotes/$id", params: { id: String(id) } })}
      create={{ to: "/app/quotes/new", scope: "sales:write", feature: "catalog" }}
    />
  );
}
