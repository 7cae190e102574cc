import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { customerChoice } from "../dashboard/pickers.tsx";
import { LoadingPage, RequirePermission } from "../dashboard/placeholder-pages.tsx";
import type { Customer, Sale } from "../dashboard/records.ts";
import { call, callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useRecord, useResponse } from "../data/use-response.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/sales.ts";
import type { Choice } from "../ui/combobox.tsx";
import { Page } from "../ui/page.tsx";
import { SaleEditor } from "./sale-editor.tsx";
import { emptySale, fromSale, toSaleInput } from "./sale-form.ts";

const toList = { to: "/app/sales", label: texts.title } as const;

export function SaleCreatePage() {
  return (
    <RequirePermission title={texts.create} scope="sales:write" feature="catalog">
      <Create />
    </RequirePermission>
  );
}

function Create() {
  const { currency } = useCompany();
  const [form, setForm] = useState(() => emptySale(currency));
  const save = useSave((input) => callOnce<{ sale: Sale }>("/sales", input));
  return (
    <Page title={texts.create} back={toList}>
      <SaleEditor
        form={form}
        onChange={setForm}
        error={save.error}
        isBusy={save.isPending}
        onSave={() => save.mutate(toSaleInput(form))}
      />
    </Page>
  );
}

export function SaleEditPage() {
  return (
    <RequirePermission title={texts.create} scope="sales:write" feature="catalog">
      <EditLoaded />
    </RequirePermission>
  );
}

function EditLoaded() {
  const { id } = useParams({ strict: false });
  const { record, error, refetch } = useRecord<Sale>(`/sales/${id}`, "sale");
  const customerId = record?.customer_id ?? undefined;
  const customer = useResponse<{ customer: Customer }>(`/customers/${customerId}`, {
    enabled: customerId !== undefined,
  });
  if (!record || (customerId !== undefined && !customer.data)) {
    const failure = error ?? customer.error;
    return <LoadingPage title={texts.sale} back={toList} error={failure} onRetry={() => void refetch()} />;
  }
  return (
    <Edit
      key={record.id}
      sale={record}
      customer={customer.data ? customerChoice(customer.data.customer) : null}
    />
  );
}

function Edit({ sale, customer }: { sale: Sale; customer: Choice | null }) {
  const [form, setForm] = useState(() => fromSale(sale, customer));
  const save = useSave((input) => call<{ sale: Sale }>("PATCH", `/sales/${sale.id}`, input));
  return (
    <Page
      title={texts.form.edit(sale.number)}
      back={{ to: "/app/sales/$id", params: { id: String(sale.id) }, label: sale.number }}
    >
      <SaleEditor
        form={form}
        onChange={setForm}
        error={save.error}
        isBusy={save.isPending}
        onSave={() => save.mutate(toSaleInput(form))}
      />
    </Page>
  );
}

function useSave(store: (input: object) => Promise<{ sale: Sale }>) {
  const navigate = useNavigate();
  return useChange(store, {
    invalidates: affectedBy.invoicing,
    successMessage: texts.form.saved,
    onDone: ({ sale }) => navigate({ to: "/app/sales/$id", params: { id: String(sale.id) } }),
  });
}
