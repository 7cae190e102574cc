import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { CreatedFilters } from "../dashboard/filters.tsx";
import { ListPage } from "../dashboard/list-page.tsx";
import type { Customer } from "../dashboard/records.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/customers.ts";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { kindName } from "./customer-form.ts";

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

const names = ["q", "created_from", "created_to"] as const;

export function CustomersPage() {
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  const can = useCan();
  return (
    <ListPage<Customer, (typeof names)[number]>
      of="customers"
      texts={texts}
      names={names}
      filters={(given, change) => <CreatedFilters filters={given} onChange={change} />}
      columns={columns}
      rowLink={({ id }) => ({ to: "/app/customers/$id", params: { id: String(id) } })}
      canImport
      create={
        can("customers:write", "catalog") && (
          <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        )
      }
    >
      {isCreating && (
        <CustomerDialog
          onClose={() => setCreating(false)}
          onSaved={({ id }) => void navigate({ to: "/app/customers/$id", params: { id: String(id) } })}
        />
      )}
    </ListPage>
  );
}
