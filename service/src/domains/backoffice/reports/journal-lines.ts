import { Big } from "big.js";
import { toPlain } from "../../../platform/values/money.ts";
import { withholdingMethod } from "../../payments/payments/schema.ts";
import type { JournalAccounts } from "./journal-accounts.ts";
import type { EntryType } from "./journal-schema.ts";

export type TaxGroup = { category: string; rate: number; tax_amount: number };

/** What an entry is made of: what the customer owes more by it (below zero: less), and the tax of a document. */
export type EntrySource = {
  type: EntryType;
  amount: string;
  /** 1 for what adds to sales, −1 for what takes from them; null for what is no document. */
  sign: number | null;
  taxes: readonly TaxGroup[];
  method: string | null;
};

export type EntryLine = {
  account: string;
  /** Decimal text, never below zero; one of the two is zero. */
  debit: string;
  credit: string;
  tax_category: string | null;
  tax_rate: number | null;
};

/**
 * The lines of an entry: receivables on one side, their contra accounts on the other. What the last line gets is what
 * the others leave, so debits and credits are equal whatever the entry is about.
 */
export function linesOf(source: EntrySource, accounts: JournalAccounts): EntryLine[] {
  const amount = new Big(source.amount);
  const taxed = source.taxes
    .map((group) => ({ ...group, tax: new Big(String(group.tax_amount)).times(source.sign ?? 1) }))
    .filter(({ tax }) => !tax.eq(0));
  const rest = taxed.reduce((left, { tax }) => left.minus(tax), amount);
  return [
    line(accounts.receivables, amount),
    line(counterpart(source, accounts), rest.neg()),
    ...taxed.map((group) => ({
      ...line(accounts.tax, group.tax.neg()),
      tax_category: group.category,
      tax_rate: group.rate,
    })),
  ].filter(({ debit, credit }) => debit !== "0" || credit !== "0");
}

/** Above zero it is a debit. */
const line = (account: string, amount: Big): EntryLine => ({
  account,
  debit: amount.gt(0) ? toPlain(amount) : "0",
  credit: amount.lt(0) ? toPlain(amount.neg()) : "0",
  tax_category: null,
  tax_rate: null,
});

function counterpart({ type, sign, method }: EntrySource, accounts: JournalAccounts): string {
  if (sign !== null) return accounts.sales;
  if (type === "write_off" || type === "void") return accounts.write_offs;
  if (method !== null && Object.hasOwn(accounts.methods, method)) return accounts.methods[method]!;
  return method === withholdingMethod ? accounts.withholding : accounts.bank;
}
