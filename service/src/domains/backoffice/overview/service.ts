import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { invalidField } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { type CurrencyBalance, findBalances, findMovements, type Movement, type Range } from "./queries.ts";
import type { OverviewQuery } from "./schema.ts";

/**
 * The dashboard's overview: money received and invoiced per day, amounts owed, and registration counts. Days are in the
 * company's time zone; currencies are never added together.
 */
export type Overview = { currencies: Json; registrations: Json; from: Json; to: Json };

const daysDefault = 90;
const daysMax = 366;

export async function readOverview(
  db: Queryable,
  company: Company,
  now: Date,
  query: OverviewQuery,
): Promise<Overview> {
  const today = dateIn(company.timeZone, now);
  const range = rangeOf(company.timeZone, today, query);
  const [balances, movements] = await Promise.all([
    findBalances(db, company.id, today),
    findMovements(db, company.id, range),
  ]);
  const days = daysOf(range);
  const found = new Set([...balances, ...movements].map(({ currency }) => currency));
  found.delete(company.currency);
  const currencies = [company.currency, ...[...found].sort()];
  const entries = currencies.map((currency) =>
    currencyJson(currency, days, {
      balance: balances.find((entry) => entry.currency === currency),
      movements: movements.filter((entry) => entry.currency === currency),
    }),
  );
  return {
    currencies: `[${entries.join(",")}]`,
    registrations: registrationsJson(days, movements),
    from: JSON.stringify(range.from),
    to: JSON.stringify(range.to),
  };
}

function rangeOf(timeZone: string, today: string, query: OverviewQuery): Range {
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, 1 - daysDefault);
  if (from > to) throw invalidField("from", `must not be after to (${to})`);
  if (addDays(from, daysMax) <= to) {
    throw invalidField(
      "from",
      `must be at most ${daysMax - 1} days before to (${to}); ask for less at a time`,
    );
  }
  const { created_from, created_to } = createdRange(timeZone, { created_from: from, created_to: to });
  return { from, to, since: created_from!, until: created_to!, timeZone };
}

function daysOf({ from, to }: Range): string[] {
  const days = [from];
  while (days.at(-1)! < to) days.push(addDays(days.at(-1)!, 1));
  return days;
}

type CurrencyData = { balance: CurrencyBalance | undefined; movements: readonly Movement[] };

/**
 * Amounts are JSON numbers written from decimal text: a JavaScript number would lose the last digits of a large sum.
 */
function currencyJson(currency: string, days: readonly string[], { balance, movements }: CurrencyData): Json {
  const moneyIn = sumsByDay(movements, "money_in");
  const invoiced = sumsByDay(movements, "invoiced");
  const series = days.map(
    (date) =>
      `{"date":"${date}","money_in":${textOf(moneyIn.get(date))},"invoiced":${textOf(invoiced.get(date))}}`,
  );
  const members = {
    currency: JSON.stringify(currency),
    digits: currencyDigits(currency),
    money_in: total(moneyIn),
    refunded: total(sumsByDay(movements, "refunded")),
    invoiced: total(invoiced),
    outstanding: textOf(balance && new Big(balance.outstanding)),
    overdue: textOf(balance && new Big(balance.overdue)),
    drafts: balance?.drafts ?? 0,
    invoices_open: balance?.invoices_open ?? 0,
    invoices_overdue: balance?.invoices_overdue ?? 0,
    series: `[${series.join(",")}]`,
  };
  return `{${Object.entries(members).map(([name, json]) => `"${name}":${json}`)}}`;
}

type SumsByDay = ReadonlyMap<string, Big>;

function sumsByDay(movements: readonly Movement[], kind: Movement["kind"]): SumsByDay {
  const sums = new Map<string, Big>();
  for (const { date, amount } of movements.filter((entry) => entry.kind === kind)) {
    sums.set(date, (sums.get(date) ?? new Big(0)).plus(amount));
  }
  return sums;
}

const textOf = (amount: Big | undefined) => (amount ? toPlain(amount) : "0");

const total = (sums: SumsByDay) =>
  textOf([...sums.values()].reduce((sum, amount) => sum.plus(amount), new Big(0)));

function registrationsJson(days: readonly string[], movements: readonly Movement[]): Json {
  const counts: Record<string, number> = { registered: 0, pending: 0, rejected: 0, cancelled: 0, none: 0 };
  const registered = new Map<string, number>();
  for (const { date, count, fiscal_status: status } of movements) {
    if (status === null) continue;
    counts[status] = (counts[status] ?? 0) + count;
    if (status === "registered") registered.set(date, (registered.get(date) ?? 0) + count);
  }
  const series = days.map((date) => ({ date, registered: registered.get(date) ?? 0 }));
  return JSON.stringify({ ...counts, series });
}
