import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { recordQueries } from "../../../platform/db/record-queries.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

const rateJson = jsonOf(`r.id, r.currency, r.accounting_currency, r.date, r.rate,
  ${isoSql("r.created_at")} as created_at, ${isoSql("r.updated_at")} as updated_at`);

export const {
  find: findExchangeRate,
  lock: lockExchangeRate,
  exists: exchangeRateExists,
} = recordQueries("exchange_rate", "exchange_rates", rateJson);

export type RateColumns = Pick<
  Tables["exchange_rates"],
  "accounting_currency" | "currency" | "date" | "rate"
>;

const set = statement(
  "exchange_rate_set",
  `insert into exchange_rates as r (company_id, accounting_currency, currency, date, rate, created_at, updated_at)
   values ($1, $3, $4, $5, $6, $2, $2)
   on conflict (company_id, accounting_currency, currency, date)
     do update set rate = excluded.rate, updated_at = excluded.updated_at
   returning ${rateJson} as json`,
);

/** Stores the rate of a day, instead of the one that the day had. */
export async function setRateOfDay(
  tx: Queryable,
  companyId: number,
  now: Date,
  { accounting_currency, currency, date, rate }: RateColumns,
): Promise<Json> {
  const values = [companyId, now, accounting_currency, currency, date, rate];
  const [row] = await tx.query<{ json: Json }>(set, values);
  return row!.json;
}

const remove = statement(
  "exchange_rate_delete",
  "delete from exchange_rates where company_id = $1 and id = $2",
);

export async function deleteRate(tx: Queryable, companyId: number, id: number): Promise<void> {
  await tx.query(remove, [companyId, id]);
}

// A day without a rate, such as a holiday, has the one of the day before. One that is much older is wrong rather than late.
const newest = statement(
  "exchange_rate_newest",
  `select rate from exchange_rates
   where company_id = $1 and accounting_currency = $2 and currency = $3 and date <= $4::date and date >= $4::date - 31
   order by date desc limit 1`,
);

/** The newest rate on or before a day, of the 31 days before it; undefined if there is none. */
export async function findRateOn(
  db: Queryable,
  companyId: number,
  { accounting_currency, currency, date }: Omit<RateColumns, "rate">,
): Promise<string | undefined> {
  const [row] = await db.query<Pick<Tables["exchange_rates"], "rate">>(newest, [
    companyId,
    accounting_currency,
    currency,
    date,
  ]);
  return row?.rate;
}

const ofDays = statement(
  "exchange_rate_of_days",
  `select ${rateJson} as json from unnest($3::text[], $4::date[]) k(currency, date)
   join exchange_rates r on r.company_id = $1 and r.accounting_currency = $2
     and r.currency = k.currency and r.date = k.date`,
);

/** The rates to one currency on these days. */
export async function findRates(
  db: Queryable,
  companyId: number,
  accountingCurrency: string,
  days: readonly Pick<RateColumns, "currency" | "date">[],
): Promise<Json[]> {
  const values = [
    companyId,
    accountingCurrency,
    days.map(({ currency }) => currency),
    days.map(({ date }) => date),
  ];
  return (await db.query<{ json: Json }>(ofDays, values)).map(({ json }) => json);
}

export const exchangeRateListing: Listing = {
  name: "exchange_rates",
  table: "exchange_rates",
  filters: {
    currency: (value) => `r.currency = ${value}`,
    date_from: (value) => `r.date >= ${value}::date`,
    date_to: (value) => `r.date <= ${value}::date`,
  },
  period: ["date_from", "date_to"],
  paths: [
    { filters: ["currency"] },
    {
      filters: ["date_from", "date_to"],
      unordered: (of) =>
        `r.company_id = $1 and r.date > '-infinity' and r.date >= ${of("date_from")}::date and r.date <= ${of("date_to")}::date`,
    },
  ],
  render: (page) => `select ${rateJson} as json from ${page} r`,
};
