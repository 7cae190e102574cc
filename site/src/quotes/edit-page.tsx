import { useNavigate, useParams } from "@tanstack/react-router";
import { dateIn } from "../../../service/src/platform/values/clock.ts";
import { comparableDocument } from "../dashboard/document-form.ts";
import { customerChoice } from "../dashboard/pickers.tsx";
import { LoadingPage, RequirePermission } from "../dashboard/placeholder-pages.tsx";
import type { Customer, Quote } from "../dashboard/records.ts";
import { useKeptForm } from "../dashboard/use-kept-form.tsx";
import { call, callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useRecord, useResponse } from "../data/use-response.ts";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/editor.ts";
import { texts as quoteTexts } from "../texts/quotes.ts";
import type { Choice } from "../ui/combobox.tsx";
import { Page, type PageProps } from "../ui/page.tsx";
import { QuoteEditor } from "./quote-editor.tsx";
import { emptyQuote, fromQuote, type QuoteForm, toQuoteInput } from "./quote-form.ts";

const toList = { to: "/app/quotes", label: quoteTexts.title } as const;

export function QuoteCreatePage() {
  const { id } = useCompany();
  return (
    <RequirePermission title={texts.quote.new} scope="sales:write" feature="catalog">
      <Create key={id} />
    </RequirePermission>
  );
}

function Create() {
  const { currency, time_zone } = useCompany();
  const today = dateIn(time_zone, new Date());
  const kept = useKeptForm({
    name: "quote.new",
    initial: () => emptyQuote(currency, today),
    comparable: comparableDocument,
  });
  return (
    <Editor
      title={texts.quote.new}
      back={toList}
      kept={kept}
      store={(input) => callOnce<{ quote: Quote }>("/quotes", input)}
    />
  );
}

export function QuoteEditPage() {
  return (
    <RequirePermission title={texts.quote.new} scope="sales:write" feature="catalog">
      <EditLoaded />
    </RequirePermission>
  );
}

function EditLoaded() {
  const { id } = useParams({ strict: false });
  const { record, error, refetch } = useRecord<Quote>(`/quotes/${id}`, "quote");
  const customerId = record?.customer_id ?? undefined;
  const customer = useResponse<{ customer: Customer }>(`/customers/${customerId}`, {
    enabled: customerId !== undefined,
  });
  if (!record || (customerId !== undefined && !customer.data)) {
    const failure = error ?? customer.error;
    return (
      <LoadingPage title={quoteTexts.quote} back={toList} error={failure} onRetry={() => void refetch()} />
    );
  }
  return (
    <Edit
      key={record.id}
      quote={record}
      customer={customer.data ? customerChoice(customer.data.customer) : null}
    />
  );
}

function Edit({ quote, customer }: { quote: Quote; customer: Choice | null }) {
  const kept = useKeptForm({
    name: `quote.${quote.id}`,
    version: quote.updated_at,
    initial: () => fromQuote(quote, customer),
    comparable: comparableDocument,
  });
  return (
    <Editor
      title={texts.quote.edit(quote.number)}
      back={{ to: "/app/quotes/$id", params: { id: String(quote.id) }, label: quote.number }}
      kept={kept}
      store={(input) => call<{ quote: Quote }>("PATCH", `/quotes/${quote.id}`, input)}
    />
  );
}

type EditorProps = Pick<PageProps, "title" | "back"> & {
  kept: ReturnType<typeof useKeptForm<QuoteForm>>;
  store: (input: ReturnType<typeof toQuoteInput>) => Promise<{ quote: Quote }>;
};

function Editor({ title, back, kept, store }: EditorProps) {
  const { form, setForm, forget, notes } = kept;
  const navigate = useNavigate();
  const save = useChange((saved: QuoteForm) => store(toQuoteInput(saved)), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.quote.saved,
    onDone: ({ quote }) => {
      forget();
      const to = { to: "/app/quotes/$id", params: { id: String(quote.id) } } as const;
      return navigate({ ...to, ignoreBlocker: true });
    },
  });
  return (
    <Page title={title} {...(back && { back })}>
      {notes}
      <QuoteEditor
        form={form}
        onChange={setForm}
        refusal={{ error: save.error, form: save.variables }}
        isBusy={save.isPending}
        onSave={() => save.mutate(form)}
      />
    </Page>
  );
}
