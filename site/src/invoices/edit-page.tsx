import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { dateIn } from "../../../service/src/platform/values/clock.ts";
import { comparableDocument } from "../dashboard/document-form.ts";
import { customerChoice } from "../dashboard/pickers.tsx";
import { LoadingPage, RequirePermission } from "../dashboard/placeholder-pages.tsx";
import { PreviewButton, usePreview } from "../dashboard/preview-toggle.tsx";
import type { Customer, Invoice } from "../dashboard/records.ts";
import { useKeptForm } from "../dashboard/use-kept-form.tsx";
import { call, callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/editor.ts";
import { texts as invoiceTexts } from "../texts/invoices.ts";
import { Page, type PageProps } from "../ui/page.tsx";
import { toast, toastError } from "../ui/toast.tsx";
import { invoiceName } from "./invoice-columns.tsx";
import { InvoiceEditor } from "./invoice-editor.tsx";
import {
  copyOfInvoice,
  emptyInvoice,
  fromInvoice,
  type InvoiceForm,
  toInvoiceInput,
} from "./invoice-form.ts";

const toList = { to: "/app/invoices", label: invoiceTexts.title } as const;

type InvoiceResponse = { invoice: Invoice };

/** A new invoice: empty, for a customer (`?customer=7`), or as a copy of another one (`?copy=12`). */
export function InvoiceCreatePage() {
  const { customer, copy } = useSearch({ strict: false });
  const { id, currency, time_zone } = useCompany();
  const chosen = useResponse<{ customer: Customer }>(`/customers/${customer}`, {
    enabled: customer !== undefined,
  });
  const copied = useResponse<InvoiceResponse>(`/invoices/${copy}`, { enabled: copy !== undefined });
  const today = dateIn(time_zone, new Date());
  const isLoading = (customer !== undefined && !chosen.data) || (copy !== undefined && !copied.data);
  const error = chosen.error ?? copied.error;
  const retry = () => void (chosen.error ? chosen.refetch() : copied.refetch());
  const initial = (): InvoiceForm =>
    copied.data
      ? copyOfInvoice(copied.data.invoice, today)
      : {
          ...emptyInvoice(currency, today),
          customer: chosen.data ? customerChoice(chosen.data.customer) : null,
        };
  return (
    <RequirePermission title={texts.invoice.new} scope="invoices:write" feature="invoicing">
      {isLoading ? (
        <LoadingPage title={texts.invoice.new} back={toList} error={error} onRetry={retry} />
      ) : (
        <Create
          // Another company or another copy is another form.
          key={`${id} ${customer} ${copy}`}
          name={`invoice.new${customer ? `.customer.${customer}` : ""}${copy ? `.copy.${copy}` : ""}`}
          initial={initial}
        />
      )}
    </RequirePermission>
  );
}

function Create({ name, initial }: { name: string; initial: () => InvoiceForm }) {
  const kept = useKeptForm({ name, initial, comparable: comparableDocument });
  return (
    <Editor
      title={texts.invoice.new}
      back={toList}
      kept={kept}
      saveLabel={texts.invoice.save}
      isDraft
      store={(input) => callOnce<InvoiceResponse>("/invoices", input)}
    />
  );
}

export function InvoiceEditPage() {
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useResponse<InvoiceResponse>(`/invoices/${id}`);
  return (
    <RequirePermission title={texts.invoice.new} scope="invoices:write" feature="invoicing">
      {data ? (
        <Edit key={data.invoice.id} invoice={data.invoice} />
      ) : (
        <LoadingPage
          title={invoiceTexts.invoice}
          back={toList}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </RequirePermission>
  );
}

function Edit({ invoice }: { invoice: Invoice }) {
  const kept = useKeptForm({
    name: `invoice.${invoice.id}`,
    version: invoice.updated_at,
    initial: () => fromInvoice(invoice),
    comparable: comparableDocument,
  });
  const name = invoiceName(invoice);
  return (
    <Editor
      title={texts.invoice.edit(name)}
      back={{ to: "/app/invoices/$id", params: { id: String(invoice.id) }, label: name }}
      kept={kept}
      saveLabel={texts.invoice.saveChanges}
      isDraft={invoice.status === "draft"}
      store={(input) => call<InvoiceResponse>("PATCH", `/invoices/${invoice.id}`, input)}
    />
  );
}

type Store = (input: ReturnType<typeof toInvoiceInput>) => Promise<InvoiceResponse>;
type EditorProps = Pick<PageProps, "title" | "back"> & {
  kept: ReturnType<typeof useKeptForm<InvoiceForm>>;
  saveLabel: string;
  isDraft: boolean;
  store: Store;
};

function Editor({ title, back, kept, saveLabel, isDraft, store }: EditorProps): ReactNode {
  const { form, setForm, forget, notes } = kept;
  const save = useSave(store, forget);
  const preview = usePreview();
  return (
    <Page title={title} {...(back && { back })} actions={<PreviewButton {...preview} />}>
      {notes}
      <InvoiceEditor
        form={form}
        onChange={setForm}
        refusal={{ error: save.error, form: save.variables?.form }}
        isBusy={save.isPending}
        saveLabel={saveLabel}
        onSave={() => save.mutate({ form, issues: false })}
        onSaveAndIssue={isDraft ? () => save.mutate({ form, issues: true }) : undefined}
        isPreviewed={preview.isShown}
        onShowForm={preview.showForm}
      />
    </Page>
  );
}

type Saved = InvoiceResponse & { failure?: unknown };

/** Saves, then issues. If issuing fails, the draft exists already and must not be created again. */
function useSave(store: Store, forget: () => void) {
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
        forget();
        if (failure) toastError(failure);
        else toast(invoice.number ? texts.invoice.issued(invoice.number) : texts.invoice.saved);
        const to = { to: "/app/invoices/$id", params: { id: String(invoice.id) } } as const;
        return navigate({ ...to, ignoreBlocker: true });
      },
    },
  );
}
