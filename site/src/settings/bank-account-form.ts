import type { DocumentSettings } from "./documents-page.tsx";

export type BankAccount = DocumentSettings["bank_accounts"][number];

/** What the form holds of an account: texts, and a key by which React knows it. */
export type AccountForm = Record<keyof BankAccount, string> & { key: number };

let lastKey = 0;

export function accountForm(account: BankAccount): AccountForm {
  const { currency, name, bank } = account;
  const [iban, account_number, bic, sort_code] = [
    account.iban ?? "",
    account.account_number ?? "",
    account.bic ?? "",
    account.sort_code ?? "",
  ];
  return { key: ++lastKey, currency, name, bank, iban, account_number, bic, sort_code };
}

export const emptyAccount = (currency: string): AccountForm => ({
  ...{ key: ++lastKey, currency, name: "", bank: "" },
  ...{ iban: "", account_number: "", bic: "", sort_code: "" },
});

/** As the service takes it. People write codes of banks in any case. */
export function accountOf({ key: _, ...form }: AccountForm): BankAccount {
  return {
    ...form,
    iban: form.iban.trim().toUpperCase() || null,
    account_number: form.account_number.trim() || null,
    bic: form.bic.trim().toUpperCase() || null,
    sort_code: form.sort_code.trim() || null,
  };
}
