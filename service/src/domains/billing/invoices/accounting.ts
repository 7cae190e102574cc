import type { Company } from "../../../contract/access.ts";
import { type FieldError, invalidField } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { findRateOn } from "../exchange-rates/service.ts";
import { accountingTotals } from "../lines/accounting.ts";
import type { AccountingContent } from "./fields.ts";
import type { InvoiceRecord } from "./record.ts";

type GivenRate = number | string | null | undefined;

export function rateFaults(company: Company, currency: string, given: GivenRate): FieldError[] {
  if (given == null || currency !== company.currency || parseDecimal(given)!.eq(1)) return [];
  const message = `must be 1 or left out, because ${currency} is the company's own currency`;
  return [{ field: "exchange_rate", message }];
}

const unknown = { exchange_rate: null, tax_total_accounting: null, total_accounting: null };

/** What a draft comes to in the company's own currency, at the rate that was given for it. */
export function givenAccounting(
  company: Company,
  currency: string,
  totals: { tax_total: string; total: string },
  given: GivenRate,
): AccountingContent {
  const accounting_currency = company.currency;
  // Most invoices are in the company's own currency, and nothing is stored for those until they are issued.
  if (given == null || currency === accounting_currency) return { accounting_currency, ...unknown };
  const accounting = accountingOf({ accounting_currency, exchange_rate: given }, totals);
  if (accounting.exchange_rate !== null) return accounting;
  throw invalidField(
    "exchange_rate",
    `gives an amount in ${accounting_currency} with more than 15 digits, which can't be stored exactly`,
  );
}

/**
 * What an invoice comes to in the company's own currency from its issue on: at the rate that was given, or else at the
 * company's newest rate on or before its date. Without a rate nothing is known of that, and nothing is refused.
 */
export async function accountingAtIssue(
  tx: Queryable,
  companyId: number,
  invoice: InvoiceRecord,
): Promise<AccountingContent> {
  const { accounting_currency, currency, invoice_date: date } = invoice;
  const exchange_rate =
    invoice.exchange_rate ?? (await findRateOn(tx, companyId, { accounting_currency, currency, date }));
  return accountingOf({ accounting_currency, exchange_rate: exchange_rate ?? null }, invoice);
}

/** The totals at a rate; one that gives more digits than can be stored exactly is none. */
export function accountingOf(
  { accounting_currency, exchange_rate: rate }: { accounting_currency: string; exchange_rate: GivenRate },
  totals: { tax_total: number | string; total: number | string },
): AccountingContent {
  const converted = rate == null ? undefined : accountingTotals(totals, rate, accounting_currency);
  if (rate == null || !converted) return { accounting_currency, ...unknown };
  return { accounting_currency, exchange_rate: toPlain(parseDecimal(rate)!), ...converted };
}
