import { DocumentListPage } from "../dashboard/documents/list-page.tsx";
import type { RecurringRow } from "../dashboard/records.ts";
import { texts } from "../texts/recurring.ts";
import { recurringColumns } from "./recurring-columns.tsx";

export function RecurringInvoicesPage() {
  return (
    <DocumentListPage<RecurringRow>
      list="recurring_invoices"
      icon="recurring"
      texts={texts}
      columns={recurringColumns}
      sums={[]}
      rowLink={({ id }) => ({ to: "/app/recurring-invoices/$id", params: { id: String(id) } })}
      create={{ to: "/app/recurring-invoices/new", scope: "invoices:write", feature: "invoicing" }}
    />
  );
}
