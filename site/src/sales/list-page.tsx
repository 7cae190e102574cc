import { CreatedFilters, SelectFilter } from "../dashboard/filters.tsx";
import { ListPage } from "../dashboard/list-page.tsx";
import { CustomerFilter } from "../dashboard/pickers.tsx";
import type { SaleEntry } from "../dashboard/records.ts";
import type { Filters } from "../dashboard/use-filters.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/sales.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText, Money } from "../ui/values.tsx";

const names = ["q", "status", "customer_id", "created_from", "created_to"] as const;
const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));

const columns: readonly Column<SaleEntry>[] = [
  { id: "number", title: texts.number, cell: ({ number }) => number, onPhone: "title" },
  { id: "made", title: texts.made, cell: ({ created_at }) => <DateText value={created_at} /> },
  {
    id: "booking",
    title: texts.booking,
    cell: ({ booking_date }) => <DateText value={booking_date} />,
    onPhone: "none",
  },
  { id: "source", title: texts.source, cell: ({ source }) => texts.sources[source] },
  {
    id: "status",
    title: texts.status,
    cell: ({ status }) => <SaleBadge status={status} />,
    onPhone: "aside",
  },
  {
    id: "total",
    title: texts.total,
    align: "right",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} className="font-medium" />,
  },
];

export function SaleBadge({ status }: { status: SaleEntry["status"] }) {
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

export function SalesPage() {
  const can = useCan();
  return (
    <ListPage<SaleEntry, Name>
      of="sales"
      texts={texts}
      names={names}
      filters={(given, change) => <SaleFilters filters={given} onChange={change} />}
      columns={columns}
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

type Name = (typeof names)[number];
type Given = Filters<Name>;

function SaleFilters({ filters, onChange }: { filters: Given; onChange: (changes: Given) => void }) {
  return (
    <>
      <SelectFilter
        label={texts.status}
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={statuses}
      />
      <CustomerFilter value={filters.customer_id} onChange={(customer_id) => onChange({ customer_id })} />
      <CreatedFilters filters={filters} onChange={onChange} />
    </>
  );
}
