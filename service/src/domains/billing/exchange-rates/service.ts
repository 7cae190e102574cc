import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { type FieldError, invalid, notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type Page, readPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn, isCalendarDate } from "../../../platform/values/clock.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { audit } from "../../tenancy/audit/service.ts";
import {
  deleteRate,
  exchangeRateListing,
  findExchangeRate,
  findRates,
  lockExchangeRate,
  type RateColumns,
  setRateOfDay,
} from "./queries.ts";
import type { ExchangeRateCreate, ExchangeRateQuery } from "./schema.ts";

/**
 * What other currencies are worth in the company's own, day by day, as the company says. An invoice in another currency
 * takes the rate of its date when it is issued, and keeps it: changing or deleting a rate changes no issued invoice.
 */
export { exchangeRateExists, findRateOn } from "./queries.ts";

/** A day has one rate for a currency: setting it again replaces it. */
export async function setExchangeRate(change: Change, input: ExchangeRateCreate): Promise<Json> {
  const { tx, company, now } = change;
  const faults = rateFaults(company, input);
  if (faults.length > 0) throw invalid(faults);
  const date = input.date ?? dateIn(company.timeZone, now);
  const columns = { ...rateColumns(company, input), date };
  const json = await setRateOfDay(tx, company.id, now, columns);
  const { id } = JSON.parse(json) as { id: number };
  audit(change, company.id, "exchange_rate.set", `exchange_rate/${id}`, columns);
  return json;
}

/** What is wrong with a rate beyond its schema. A row of a file may name the accounting currency, as exports do. */
export function rateFaults(
  { currency: own }: Company,
  { currency, accounting_currency: to }: ExchangeRateCreate & { accounting_currency?: string | null },
): FieldError[] {
  if (currency === own) {
    return [{ field: "currency", message: "is the company's own currency, so its rate is always 1" }];
  }
  if (to == null || to === own) return [];
  return [{ field: "accounting_currency", message: `must be ${own}, the company's currency` }];
}

export const rateColumns = ({ currency: accounting_currency }: Company, input: ExchangeRateCreate) => ({
  accounting_currency,
  currency: input.currency,
  date: input.date ?? null,
  rate: toPlain(parseDecimal(input.rate)!),
});

/** The rates to the company's currency, by texts such as `USD 2026-11-15`; those that name no day have none. */
export function findRatesOfDays(
  db: Queryable,
  company: Pick<Company, "id" | "currency">,
  texts: readonly string[],
): Promise<Json[]> {
  const days = texts.map((text) => {
    const [currency = "", date = ""] = text.split(" ");
    return { currency, date };
  });
  return findRates(
    db,
    company.id,
    company.currency,
    days.filter(({ date }) => isCalendarDate(date)),
  );
}

export async function deleteExchangeRate(change: Change, id: number): Promise<void> {
  const { tx, company } = change;
  const json = await lockExchangeRate(tx, company.id, id);
  if (json === undefined) throw notFound("The exchange rate");
  await deleteRate(tx, company.id, id);
  const { currency, accounting_currency, date, rate } = JSON.parse(json) as RateColumns;
  const details = { currency, accounting_currency, date, rate };
  audit(change, company.id, "exchange_rate.deleted", `exchange_rate/${id}`, details);
}

export async function getExchangeRate(db: Queryable, companyId: number, id: number): Promise<Json> {
  const rate = await findExchangeRate(db, companyId, id);
  if (rate === undefined) throw notFound("The exchange rate");
  return rate;
}

export function listExchangeRates(
  db: Queryable,
  company: { id: number },
  today: string,
  query: ExchangeRateQuery,
  rowsMax?: number,
): Promise<Page> {
  const { currency, date_from, date_to } = query;
  const filters = { currency, date_from, date_to };
  return readPage(db, exchangeRateListing, company.id, today, query, filters, rowsMax);
}
