import { useNavigate, useParams } from "@tanstack/react-router";
import { comparableDocument } from "../dashboard/document-form.ts";
import { customerChoice } from "../dashboard/pickers.tsx";
import { LoadingPage, RequirePermission } from "../dashboard/placeholder-pages.tsx";
import type { Customer, Sale } from "../dashboard/records.ts";
import { useKeptForm } from "../dashboard/use-kept-form.tsx";
import { call, callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useRecord, useResponse } from "../data/use-response.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/editor.ts";
import { texts as saleTexts } from "../texts/sales.ts";
import type { Choice } from "../ui/combobox.tsx";
import { Page, type PageProps } from "../ui/page.tsx";
import { SaleEditor } from "./sale-editor.tsx";
import { emptySale, fromSale, type SaleForm, toSaleInput } from "./sale-form.ts";

const toList = { to: "/app/sales", label: saleTexts.title } as const;

export function SaleCreatePage() {
  const { id } = useCompany();
  return (
    <RequirePermission title={texts.sale.new} scope="sales:write" feature="catalog">
      <Create key={id} />
    </RequirePermission>
  );
}

function Create() {
  const { currency } = useCompany();
  const kept = useKeptForm({
    name: "sale.new",
    initial: () => emptySale(currency),
    comparable: comparableDocument,
  });
  return (
    <Editor
      title={texts.sale.new}
      back={toList}
      kept={kept}
      store={(input) => callOnce<{ sale: Sale }>("/sales", input)}
    />
  );
}

export function SaleEditPage() {
  return (
    <RequirePermission title={texts.sale.new} scope="sales:write" feature="catalog">
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
    return (
      <LoadingPage title={saleTexts.sale} back={toList} error={failure} onRetry={() => void refetch()} />
    );
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
  const kept = useKeptForm({
    name: `sale.${sale.id}`,
    version: sale.updated_at,
    initial: () => fromSale(sale, customer),
    comparable: comparableDocument,
  });
  return (
    <Editor
      title={texts.sale.edit(sale.number)}
      back={{ to: "/app/sales/$id", params: { id: String(sale.id) }, label: sale.number }}
      kept={kept}
      store={(input) => call<{ sale: Sale }>("PATCH", `/sales/${sale.id}`, input)}
    />
  );
}

type EditorProps = Pick<PageProps, "title" | "back"> & {
  kept: ReturnType<typeof useKeptForm<SaleForm>>;
  store: (input: ReturnType<typeof toSaleInput>) => Promise<{ sale: Sale }>;
};

function Editor({ title, back, kept, store }: EditorProps) {
  const { form, setForm, forget, notes } = kept;
  const navigate = useNavigate();
  const save = useChange((saved: SaleForm) => store(toSaleInput(saved)), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.sale.saved,
    onDone: ({ sale }) => {
      forget();
      const to = { to: "/app/sales/$id", params: { id: String(sale.id) } } as const;
      return navigate({ ...to, ignoreBlocker: true });
    },
  });
  return (
    <Page title={title} {...(back && { back })}>
      {notes}
      <SaleEditor
        form={form}
        onChange={setForm}
        refusal={{ error: save.error, form: save.variables }}
        isBusy={save.isPending}
        onSave={() => save.mutate(form)}
      />
    </Page>
  );
}
