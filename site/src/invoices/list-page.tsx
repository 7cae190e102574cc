import { CreatedFilters, SelectFilter } from "../dashboard/filters.tsx";
import { ListPage } from "../dashboard/list-page.tsx";
import { CustomerFilter } from "../dashboard/pickers.tsx";
import type { InvoiceEntry } from "../dashboard/records.ts";
import type { Filters } from "../dashboard/use-filters.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/invoices.ts";
import { ButtonLink } from "../ui/button.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";

const names = ["q", "status", "fiscal_status", "customer_id", "created_from", "created_to"] as const;
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export function InvoicesPage() {
  const can = useCan();
  return (
    <ListPage<InvoiceEntry, Name>
      of="invoices"
      texts={texts}
      names={names}
      filters={(given, change) => <InvoiceFilters filters={given} onChange={change} />}
      columns={invoiceColumns}
      rowLink={({ id }) => ({ to: "/app/invoices/$id", params: { id: String(id) } })}
      create={
        can("invoices:write", "invoicing") && (
          <ButtonLink kind="primary" icon="plus" to="/app/invoices/new">
            {texts.create}
          </ButtonLink>
        )
      }
    />
  );
}

type Name = (typeof names)[number];
type Given = Filters<Name>;

function InvoiceFilters({ filters, onChange }: { filters: Given; onChange: (changes: Given) => void }) {
  return (
    <>
      <SelectFilter
        label={texts.status}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={optionsOf(texts.statuses)}
      />
      <SelectFilter
        label={texts.fiscal}
        value={filters.fiscal_status}
        onChange={(fiscal_status) => onChange({ fiscal_status })}
        options={optionsOf(texts.fiscalStatuses)}
      />
      <CustomerFilter value={filters.customer_id} onChange={(customer_id) => onChange({ customer_id })} />
      <CreatedFilters filters={filters} onChange={onChange} />
    </>
  );
}
