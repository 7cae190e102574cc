import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ListPage, useList } from "../dashboard/list-page.tsx";
import type { CustomerRow } from "../dashboard/records.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/customers.ts";
import { texts as listTexts } from "../texts/lists.ts";
import { Button } from "../ui/button.tsx";
import type { Column } from "../ui/table.tsx";
import { DayText } from "../ui/values.tsx";
import { Balances } from "./balances.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { kindName } from "./customer-form.ts";

const columns: readonly Column<CustomerRow>[] = [
  {
    id: "name",
    title: texts.name,
    sort: "name",
    cell: ({ name, kind }) => (
      <>
        <span className="line-clamp-2" title={name}>
          {name}
        </span>
        <span className="block text-sm font-normal text-muted">{kindName(kind as "business")}</span>
      </>
    ),
    onPhone: "title",
  },
  {
    id: "contact",
    title: texts.email,
    isEmpty: ({ email, phone }) => !email && !phone,
    cell: ({ email, phone }) => (
      <>
        {email && <span className="block">{email}</span>}
        {phone && <span className="block text-sm whitespace-nowrap text-muted">{phone}</span>}
      </>
    ),
  },
  {
    id: "since",
    title: texts.since,
    sort: "created_at",
    sortFirst: "descending",
    cell: ({ created_at }) => <DayText value={created_at} />,
    onPhone: "none",
  },
  {
    id: "overdue",
    title: texts.overdue,
    align: "right",
    isEmpty: ({ balances }) => balances.every(({ overdue }) => overdue === 0),
    cell: ({ balances }) => <Balances balances={balances} which="overdue" />,
  },
  {
    id: "balance",
    title: texts.balance,
    align: "right",
    sort: "outstanding",
    sortFirst: "descending",
    isEmpty: ({ balances }) => balances.length === 0,
    cell: ({ balances }) => <Balances balances={balances} which="outstanding" />,
  },
];

const customerList = {
  list: "customers",
  tabsLabel: texts.tabs.label,
  tabs: [
    { count: "all", label: texts.tabs.all, filters: {} },
    { count: "owing", label: texts.tabs.owing, filters: { balance: "owing" } },
    { count: "overdue", label: texts.tabs.overdue, filters: { balance: "overdue" } },
  ],
  fields: [
    { name: "created_from", label: listTexts.createdFrom, kind: "date" },
    { name: "created_to", label: listTexts.createdTo, kind: "date" },
  ],
  searchHint: texts.search,
  sums: [
    { name: "outstanding", label: texts.balance },
    { name: "overdue", label: texts.overdue, isHiddenIfZero: true },
  ],
  countLabel: texts.count,
} as const;

export function CustomersPage() {
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigate();
  const can = useCan();
  const state = useList<CustomerRow>("customers");
  return (
    <ListPage<CustomerRow, "customers">
      {...customerList}
      state={state}
      texts={texts}
      icon="customers"
      exported="customers"
      caption={texts.caption}
      columns={columns}
      width="widest"
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
