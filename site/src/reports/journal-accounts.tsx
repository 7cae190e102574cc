import { useState } from "react";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/reports.ts";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form, SaveButton } from "../ui/form.tsx";
import { TextArea, TextInput } from "../ui/inputs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card } from "../ui/page.tsx";
import { methodLines, methodsIn } from "./journal-methods.ts";

const names = ["receivables", "sales", "tax", "bank", "withholding", "write_offs"] as const;
type Name = (typeof names)[number];
type Accounts = Record<Name, string> & { methods: Record<string, string> };

/** Which account of the company's own chart each line of the journal is for. */
export function JournalAccounts() {
  const response = useResponse<{ accounts: Accounts }>("/reports/journal/accounts");
  return (
    <Card title={texts.accounts.title} intro={texts.accounts.intro}>
      <Loaded response={response}>{({ accounts }) => <AccountsForm stored={accounts} />}</Loaded>
    </Card>
  );
}

function AccountsForm({ stored }: { stored: Accounts }) {
  const mayChange = useHasScope()("invoices:write");
  const [form, setForm] = useState<Record<Name, string>>(stored);
  const [methods, setMethods] = useState(methodLines(stored.methods));
  // An empty field brings back the default.
  const input = () => ({
    ...Object.fromEntries(names.map((name) => [name, form[name].trim() || null])),
    methods: methodsIn(methods),
  });
  const save = useChange(() => call("PATCH", "/reports/journal/accounts", input()), {
    invalidates: ["/reports/journal", "/reports/journal/accounts"],
    successMessage: texts.accounts.saved,
  });
  const errors = fieldErrors(save.error);
  return (
    <Form onSubmit={() => save.mutate()} error={save.error}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {names.map((name) => (
          <Field key={name} label={texts.accounts.names[name]} error={errors[name]}>
            <TextInput
              maxLength={50}
              disabled={!mayChange}
              value={form[name]}
              onChange={(account) => setForm({ ...form, [name]: account })}
            />
          </Field>
        ))}
      </div>
      <Field label={texts.accounts.methods} hint={texts.accounts.methodsHint} error={errors.methods}>
        <TextArea
          rows={3}
          spellCheck={false}
          placeholder="cash = 1010"
          className="font-mono text-sm"
          disabled={!mayChange}
          value={methods}
          onChange={setMethods}
        />
      </Field>
      {mayChange && <SaveButton busy={save.isPending} />}
    </Form>
  );
}
