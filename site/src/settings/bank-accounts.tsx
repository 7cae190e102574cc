import { useState } from "react";
import { CurrencySelect } from "../dashboard/pickers.tsx";
import { callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useCompany, useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/documents.ts";
import { Button } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import {
  type AccountForm,
  accountForm,
  accountOf,
  type BankAccount,
  emptyAccount,
} from "./bank-account-form.ts";

const accountsMax = 20;

/** Where buyers can transfer money to. It decides who is paid, so only owners can change it. */
export function BankAccounts({ stored }: { stored: readonly BankAccount[] }) {
  const mayChange = useHasScope()("site:gateway");
  const { currency } = useCompany();
  const [accounts, setAccounts] = useState(() => stored.map(accountForm));
  const save = useChange(
    () => callOnce("/document_settings/bank_accounts", { bank_accounts: accounts.map(accountOf) }),
    { invalidates: ["/document_settings"], successMessage: texts.accountsSaved },
  );
  const errors = fieldErrors(save.error);
  const change = (key: number, changed: Partial<AccountForm>) =>
    setAccounts(accounts.map((account) => (account.key === key ? { ...account, ...changed } : account)));
  const isUnchanged = accounts.length === 0 && stored.length === 0;
  return (
    <Card title={texts.accounts} intro={texts.accountsIntro}>
      <Form onSubmit={() => save.mutate()} error={save.error}>
        {!mayChange && <p className="text-muted">{texts.accountsReadOnly}</p>}
        {accounts.length === 0 && <p className="text-muted">{texts.accountsNone}</p>}
        {accounts.map((account, index) => (
          <Account
            key={account.key}
            account={account}
            index={index}
            disabled={!mayChange}
            errorOf={(name) => errors[`bank_accounts[${index}].${name}`]}
            onChange={(changed) => change(account.key, changed)}
            onRemove={() => setAccounts(accounts.filter(({ key }) => key !== account.key))}
          />
        ))}
        {mayChange && (
          <div className="flex flex-wrap gap-3">
            {!isUnchanged && (
              <Button type="submit" kind="primary" busy={save.isPending}>
                {texts.saveAccounts}
              </Button>
            )}
            {accounts.length < accountsMax && (
              <Button icon="plus" onClick={() => setAccounts([...accounts, emptyAccount(currency)])}>
                {texts.add}
              </Button>
            )}
          </div>
        )}
      </Form>
    </Card>
  );
}

type AccountProps = {
  account: AccountForm;
  index: number;
  disabled: boolean;
  errorOf: (name: string) => string | undefined;
  onChange: (changed: Partial<AccountForm>) => void;
  onRemove: () => void;
};

const inputs = [
  { name: "name", label: texts.holder, max: 100, required: true },
  { name: "bank", label: texts.bank, max: 100, required: true },
  { name: "iban", label: texts.iban, hint: texts.ibanHint, max: 42 },
  { name: "account_number", label: texts.accountNumber, hint: texts.accountNumberHint, max: 40 },
  { name: "bic", label: texts.bic, max: 11 },
  { name: "sort_code", label: texts.sortCode, max: 20 },
] as const;

function Account({ account, index, disabled, errorOf, onChange, onRemove }: AccountProps) {
  return (
    <fieldset disabled={disabled} className="m-0 flex flex-col gap-4 rounded-control border border-line p-4">
      <div className="flex items-center justify-between gap-3">
        <legend className="float-start p-0 font-semibold">{texts.account(index + 1)}</legend>
        {!disabled && (
          <Button
            kind="quiet"
            size="small"
            icon="trash"
            aria-label={texts.remove(index + 1)}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.currency} error={errorOf("currency")} className="sm:col-span-2">
          <CurrencySelect value={account.currency} onChange={(currency) => onChange({ currency })} />
        </Field>
        {inputs.map(({ name, label, max, ...rest }) => (
          <Field
            key={name}
            label={label}
            hint={"hint" in rest ? rest.hint : undefined}
            error={errorOf(name)}
            optional={!("required" in rest)}
          >
            <TextInput
              maxLength={max}
              required={"required" in rest}
              spellCheck={false}
              autoComplete="off"
              value={account[name]}
              onChange={(value) => onChange({ [name]: value })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
