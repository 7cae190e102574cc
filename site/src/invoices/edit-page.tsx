import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { dateIn } from "../../../service/src/platform/values/clock.ts";
import { customerChoice } from "../dashboard/pickers.tsx";
import { LoadingPage, RequirePermission } from "../dashboard/placeholder-pages.tsx";
import type { Customer, Invoice } from "../dashboard/records.ts";
import { call, callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useRecord, useResponse } from "../data/use-response.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/invoices.ts";
import { Page } from "../ui/page.tsx";
import { toast, toastError } from "../ui/toast.tsx";
import { invoiceName } from "./invoice-columns.tsx";
import { InvoiceEditor } from "./invoice-editor.tsx";
import { emptyInvoice, fromInvoice, type InvoiceForm, toInvoiceInput } from "./invoice-form.ts";

const toList = { to: "/app/invoices", label: texts.title } as const;

type InvoiceResponse = { invoice: Invoice };

export function InvoiceCreatePage() {
  return (
    <RequirePermission title={texts.form.new} scope="invoices:write" feature="invoicing">
      <Create />
    </RequirePermission>
  );
}

function Create() {
  const { currency, time_zone } = useCompany();
  const { customer } = useSearch({ strict: false });
  const [form, setForm] = useState(() => emptyInvoice(currency, dateIn(time_zone, new Date())));
  const chosen = useResponse<{ customer: Customer }>(`/customers/${customer}`, {
    enabled: customer !== undefined,
  });
  const found = chosen.data?.customer;
  useEffect(() => {
    if (found) setForm((old) => ({ ...old, customer: old.customer ?? customerChoice(found) }));
  }, [found]);
  const save = useSave((input) => callOnce<InvoiceResponse>("/invoices", input));
  return (
    <Page title={texts.form.new} back={toList}>
      <InvoiceEditor
        form={form}
        onChange={setForm}
        error={save.error}
        isBusy={save.isPending}
        saveLabel={texts.form.save}
        onSave={() => save.mutate({ form, issues: false })}
        onSaveAndIssue={() => save.mutate({ form, issues: true })}
      />
    </Page>
  );
}

export function InvoiceEditPage() {
  return (
    <RequirePermission title={texts.form.new} scope="invoices:write" feature="invoicing">
      <EditLoaded />
    </RequirePermission>
  );
}

function EditLoaded() {
  const { id } = useParams({ strict: false });
  const { record, error, refetch } = useRecord<Invoice>(`/invoices/${id}`, "invoice");
  if (!record)
    return <LoadingPage title={texts.invoice} back={toList} error={error} onRetry={() => void refetch()} />;
  return <Edit key={record.id} invoice={record} />;
}

function Edit({ invoice }: { invoice: Invoice }) {
  const [form, setForm] = useState(() => fromInvoice(invoice));
  const save = useSave((input) => call<InvoiceResponse>("PATCH", `/invoices/${invoice.id}`, input));
  const isDraft = invoice.status === "draft";
  const name = invoiceName(invoice);
  return (
    <Page
      title={texts.form.edit(name)}
      back={{ to: "/app/invoices/$id", params: { id: String(invoice.id) }, label: name }}
    >
      <InvoiceEditor
        form={form}
        onChange={setForm}
        error={save.error}
        isBusy={save.isPending}
        saveLabel={texts.form.saveChanges}
        onSave={() => save.mutate({ form, issues: false })}
        onSaveAndIssue={isDraft ? () => save.mutate({ form, issues: true }) : undefined}
      />
    </Page>
  );
}

type Saved = InvoiceResponse & { failure?: unknown };

/** Saves, then issues. If issuing fails, the draft exists already and must not be created again. */
function useSave(store: (input: ReturnType<typeof toInvoiceInput>) => Promise<InvoiceResponse>) {
  const navigate = useNavigate();
  return useChange(
    async ({ form, issues }: { form: InvoiceForm; issues: boolean }): Promise<Saved> => {
      const saved = await store(toInvoiceInput(form));
      if (!issues) return saved;
      const issue = callOnce<InvoiceResponse>(`/invoices/${saved.invoice.id}/issue`);
      return issue.catch((failure: unknown) => ({ ...saved, failure }));
    },
    {
      invalidates: affectedBy.invoicing,
      onDone: ({ invoice, failure }) => {
        if (failure) toastError(failure);
        else toast(invoice.number ? texts.form.issued(invoice.number) : texts.form.saved);
        return navigate({ to: "/app/invoices/$id", params: { id: String(invoice.id) } });
      },
    },
  );
}
