import { type LinkProps, useNavigate, useParams } from "@tanstack/react-router";
import { dateIn } from "../../../../service/src/platform/values/clock.ts";
import { call, callOnce } from "../../data/api.ts";
import { affectedBy, useChange } from "../../data/use-change.ts";
import { useRecord, useResponse } from "../../data/use-response.ts";
import { useCompany } from "../../session.tsx";
import type { Choice } from "../../ui/combobox.tsx";
import { Page, type PageProps } from "../../ui/page.tsx";
import { comparableDocument, type DocumentForm } from "../document-form.ts";
import { customerChoice } from "../pickers.tsx";
import { LoadingPage, RequirePermission } from "../placeholder-pages.tsx";
import type { Customer } from "../records.ts";
import { useKeptForm } from "../use-kept-form.tsx";
import { CheckedEditor, type EditorDefinition } from "./checked-editor.tsx";

type StoredDocument = { id: number; customer_id: number | null; updated_at: string };

/** A noun with a customer, lines and texts that is created and changed on pages of its own: a sale or a quote. */
export type DocumentKind<
  Form extends DocumentForm,
  Stored extends StoredDocument,
> = EditorDefinition<Form> & {
  /** Its name in the responses of the API; unsaved forms are kept under it as well. */
  member: string;
  /** Its path in the API. */
  path: `/${string}`;
  scope: string;
  feature: string;
  noun: string;
  nameOf: (record: Stored) => string;
  list: LinkProps & { label: string };
  page: (id: number) => LinkProps;
  texts: { new: string; edit: (name: string) => string; saved: string };
  empty: (company: { currency: string; today: string }) => Form;
  fromRecord: (record: Stored, customer: Choice | null) => Form;
};

type KindProps<Form extends DocumentForm, Stored extends StoredDocument> = {
  kind: DocumentKind<Form, Stored>;
};

export function DocumentCreatePage<Form extends DocumentForm, Stored extends StoredDocument>({
  kind,
}: KindProps<Form, Stored>) {
  const { id } = useCompany();
  return (
    <RequirePermission title={kind.texts.new} scope={kind.scope} feature={kind.feature}>
      <Create key={id} kind={kind} />
    </RequirePermission>
  );
}

function Create<Form extends DocumentForm, Stored extends StoredDocument>({ kind }: KindProps<Form, Stored>) {
  const { currency, time_zone } = useCompany();
  const kept = useKeptForm({
    name: `${kind.member}.new`,
    initial: () => kind.empty({ currency, today: dateIn(time_zone, new Date()) }),
    comparable: comparableDocument,
  });
  return (
    <Editor
      kind={kind}
      title={kind.texts.new}
      back={kind.list}
      kept={kept}
      store={(input) => callOnce(kind.path, input)}
    />
  );
}

export function DocumentEditPage<Form extends DocumentForm, Stored extends StoredDocument>({
  kind,
}: KindProps<Form, Stored>) {
  return (
    <RequirePermission title={kind.texts.new} scope={kind.scope} feature={kind.feature}>
      <EditLoaded kind={kind} />
    </RequirePermission>
  );
}

function EditLoaded<Form extends DocumentForm, Stored extends StoredDocument>({
  kind,
}: KindProps<Form, Stored>) {
  const { id } = useParams({ strict: false });
  const { record, error, refetch } = useRecord<Stored>(`${kind.path}/${id}`, kind.member);
  const customerId = record?.customer_id ?? undefined;
  const customer = useResponse<{ customer: Customer }>(`/customers/${customerId}`, {
    enabled: customerId !== undefined,
  });
  if (!record || (customerId !== undefined && !customer.data)) {
    const failure = error ?? customer.error;
    return <LoadingPage title={kind.noun} back={kind.list} error={failure} onRetry={() => void refetch()} />;
  }
  return (
    <Edit
      key={record.id}
      kind={kind}
      record={record}
      customer={customer.data ? customerChoice(customer.data.customer) : null}
    />
  );
}

type EditProps<Form extends DocumentForm, Stored extends StoredDocument> = KindProps<Form, Stored> & {
  record: Stored;
  customer: Choice | null;
};

function Edit<Form extends DocumentForm, Stored extends StoredDocument>(props: EditProps<Form, Stored>) {
  const { kind, record, customer } = props;
  const kept = useKeptForm({
    name: `${kind.member}.${record.id}`,
    version: record.updated_at,
    initial: () => kind.fromRecord(record, customer),
    comparable: comparableDocument,
  });
  const name = kind.nameOf(record);
  return (
    <Editor
      kind={kind}
      title={kind.texts.edit(name)}
      back={{ ...kind.page(record.id), label: name }}
      kept={kept}
      store={(input) => call("PATCH", `${kind.path}/${record.id}`, input)}
    />
  );
}

type EditorProps<Form extends DocumentForm, Stored extends StoredDocument> = KindProps<Form, Stored> &
  Required<Pick<PageProps, "title" | "back">> & {
    kept: ReturnType<typeof useKeptForm<Form>>;
    store: (input: object) => Promise<Record<string, Stored>>;
  };

function Editor<Form extends DocumentForm, Stored extends StoredDocument>(props: EditorProps<Form, Stored>) {
  const { kind, title, back, kept, store } = props;
  const { form, setForm, forget, notes } = kept;
  const navigate = useNavigate();
  const save = useChange((saved: Form) => store(kind.toInput(saved)), {
    invalidates: affectedBy.invoicing,
    successMessage: kind.texts.saved,
    onDone: (response) => {
      forget();
      return navigate({ ...kind.page(response[kind.member]!.id), ignoreBlocker: true });
    },
  });
  return (
    <Page title={title} back={back}>
      {notes}
      <CheckedEditor
        definition={kind}
        form={form}
        onChange={setForm}
        refusal={{ error: save.error, form: save.variables }}
        isBusy={save.isPending}
        onSave={() => save.mutate(form)}
      />
    </Page>
  );
}
