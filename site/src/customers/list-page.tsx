import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { CreatedFilters } from "../desk/created-filters.tsx";
import { ExportButton } from "../desk/export-button.tsx";
import { FilterBar } from "../desk/filter-bar.tsx";
import { RecordList } from "../desk/record-list.tsx";
import type { Customer } from "../desk/records.ts";
import { useFilters } from "../desk/use-filters.ts";
import { useOffer } from "../desk/use-offer.ts";
import { texts } from "../texts/customers.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import { usePages } from "../ui/pager.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { kindName } from "./kind-name.ts";

const columns: readonly Column<Customer>[] = [
  { id: "name", title: texts.name, cell: ({ name }) => name, onPhone: "title" },
  { id: "email", title: texts.email, cell: ({ email }) => email },
  { id: "phone", title: texts.phone, cell: ({ phone }) => phone },
  { id: "kind", title: texts.kind, cell: ({ kind }) => kindName(kind), onPhone: "aside" },
  {
    id: "since",
    title: texts.since,
    cell: ({ created_at }) => <DateText value={created_at.slice(0, 10)} />,
    onPhone: "none",
  },
];

export function CustomersPage() {
  const { filters, change, clear } = useFilters(["q", "created_from", "created_to"]);
  const pages = usePages<Customer>("/customers", "customers", filters);
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  const offers = useOffer();
  const set = Object.keys(filters);
  const create = offers("customers:write", "catalog") && (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          {create}
          <ExportButton of="customers" filters={filters} />
        </>
      }
    >
      <FilterBar
        search={{ value: filters.q, onChange: (q) => change({ q }), hint: texts.search }}
        count={set.filter((name) => name !== "q").length}
        onClear={clear}
      >
        <CreatedFilters filters={filters} onChange={change} />
      </FilterBar>
      <RecordList
        pages={pages}
        caption={texts.caption}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/app/customers/$id", params: { id: String(id) } })}
        onClear={set.length > 0 ? clear : undefined}
        empty={
          <EmptyState icon="customers" title={texts.emptyTitle} action={<EmptyActions create={create} />}>
            {texts.empty}
          </EmptyState>
        }
      />
      {isCreating && (
        <CustomerDialog
          onClose={() => setCreating(false)}
          onSaved={({ id }) => void navigate({ to: "/app/customers/$id", params: { id: String(id) } })}
        />
      )}
    </Page>
  );
}

function EmptyActions({ create }: { create: ReactNode }) {
  const offers = useOffer();
  return (
    <>
      {create}
      {offers("site:import") && (
        <ButtonLink icon="upload" to="/app/transfers">
          {texts.import}
        </ButtonLink>
      )}
    </>
  );
}
