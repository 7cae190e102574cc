import { DocumentListPage } from "../dashboard/documents/list-page.tsx";
import type { SaleRow } from "../dashboard/records.ts";
import { texts } from "../texts/sales.ts";
import { saleColumns } from "./sale-columns.tsx";

export function SalesPage() {
  return (
    <DocumentListPage<SaleRow>
      list="sales"
      icon="sales"
      texts={texts}
      columns={saleColumns}
      sums={[{ name: "total", label: texts.total }]}
      rowLink={({ id }) => ({ to: "/app/sales/$id", params: { id: String(id) } })}
      create={{ to: "/app/sales/new", scope: "sales:write", feature: "catalog" }}
    />
  );
}
