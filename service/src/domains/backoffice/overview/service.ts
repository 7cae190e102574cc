import { Big } from "big.js";
import type { Context } from "../../../context.ts";
import type { Principal } from "../../../contract/access.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { readLatestActivity } from "./activity.ts";
import { readAttention } from "./attention.ts";
import { daysBefore, everyDay, periodIn, periodOf } from "./period.ts";
import {
  ages,
  type CurrencyBalance,
  draftsMax,
  findBalances,
  findMovements,
  type Movement,
} from "./queries.ts";
import type { OverviewQuery } from "./schema.ts";

export { ages } from "./queries.ts";

/**
 * The dashboard's overview: money received and invoiced per day, compared with the period before; amounts owed by age;
 * registration counts; what needs a person; and what happened last. Days are in the company's time zone; currencies are
 * never added together.
 */
export type Overview = Record<
  "currencies" | "registrations" | "attention" | "activity" | "from" | "to" | "previous" | "today",
  Json
>;

export async function readOverview(
  context: Context,
  reader: Principal,
  query: OverviewQuery,
): Promise<Overview> {
  const { company } = reader;
  const { reads: db, clock } = context;
  const today = dateIn(company.timeZone, clock.now());
  const period = periodOf(company, today, query);
  const before = periodIn(company.timeZone, daysBefore(period));
  const [balances, movements, attention, activity] = await Promise.all([
    findBalances(db, company.id, today),
    findMovements(db, company.id, company.timeZone, period, before),
    readAttention(context, reader, today),
    readLatestActivity(db, reader),
  ]);
  const days = everyDay(period);
  const draftsCapped = total(balances.map(({ drafts }) => drafts)) >= draftsMax;
  const found = new Set([...balances, ...movements].map(({ currency }) => currency));
  found.delete(company.currency);
  const currencies = [company.currency, ...[...found].sort()];
  const entries = currencies.map((currency) =>
    currencyJson(currency, days, today, {
      balance: balances.find((entry) => entry.currency === currency),
      movements: movements.filter((entry) => entry.currency === currency),
      draftsCapped,
    }),
  );
  return {
    currencies: `[${entries.join(",")}]`,
    registrations: registrationsJson(days, movements),
    attention,
    activity,
    from: JSON.stringify(period.from),
    to: JSON.stringify(period.to),
    previous: JSON.stringify({ from: before.from, to: before.to }),
    today: JSON.stringify(today),
  };
}

type CurrencyData = {
  balance: CurrencyBalance | undefined;
  movements: readonly Movement[];
  draftsCapped: boolean;
};

/**
 * Amounts are JSON numbers written from decimal text: a JavaScript number would lose the last digits of a large sum.
 */
function currencyJson(
  currency: string,
  days: readonly string[],
  today: string,
  { balance, movements, draftsCapped }: CurrencyData,
): Json {
  const inPeriod = movements.filter(({ date }) => date !== null);
  const moneyIn = sumsByDay(inPeriod, "money_in");
  const invoiced = sumsByDay(inPeriod, "invoiced");
  const series = days.map(
    (date) =>
      `{"date":"${date}","money_in":${textOf(moneyIn.get(date))},"invoiced":${textOf(invoiced.get(date))}}`,
  );
  const owed = balance?.amounts.map((amount) => new Big(amount)) ?? [];
  const counts = balance?.counts ?? [];
  return jsonObject({
    currency: JSON.stringify(currency),
    digits: currencyDigits(currency),
    ...totalsOf(inPeriod),
    previous: jsonObject(totalsOf(movements.filter(({ date }) => date === null))),
    outstanding: textOf(sum(owed)),
    overdue: textOf(sum(owed.slice(1))),
    drafts: balance?.drafts ?? 0,
    drafts_capped: String(draftsCapped),
    invoices_open: total(counts),
    invoices_overdue: total(counts.slice(1)),
    ageing: ageingJson(today, owed, counts),
    series: `[${series.join(",")}]`,
  });
}

const jsonObject = (members: Record<string, Json | number | undefined>): Json =>
  `{${Object.entries(members).map(([name, json]) => `"${name}":${json}`)}}`;

function totalsOf(movements: readonly Movement[]) {
  const of = (kind: Movement["kind"]) => movements.filter((entry) => entry.kind === kind);
  const amountOf = (kind: Movement["kind"]) => textOf(sum(of(kind).map(({ amount }) => new Big(amount))));
  const countOf = (kind: Movement["kind"]) => total(of(kind).map(({ count }) => count));
  return {
    money_in: amountOf("money_in"),
    payments: countOf("money_in"),
    refunded: amountOf("refunded"),
    invoiced: amountOf("invoiced"),
    invoices: countOf("invoiced"),
  };
}

/** Each age with the due dates that it covers, so that a list can show the same invoices. */
function ageingJson(today: string, owed: readonly Big[], counts: readonly number[]): Json {
  const entries = ages.map(({ name, first, last }, index) =>
    jsonObject({
      age: JSON.stringify(name),
      due_from: JSON.stringify(last === null ? null : addDays(today, -last)),
      due_to: JSON.stringify(first === null ? null : addDays(today, -first)),
      amount: textOf(owed[index]),
      invoices: counts[index] ?? 0,
    }),
  );
  return `[${entries}]`;
}

type SumsByDay = ReadonlyMap<string, Big>;

function sumsByDay(movements: readonly Movement[], kind: Movement["kind"]): SumsByDay {
  const sums = new Map<string, Big>();
  for (const { date, amount } of movements.filter((entry) => entry.kind === kind)) {
    sums.set(date!, (sums.get(date!) ?? new Big(0)).plus(amount));
  }
  return sums;
}

const textOf = (amount: Big | undefined) => (amount ? toPlain(amount) : "0");

const sum = (amounts: readonly Big[]) => amounts.reduce((so, amount) => so.plus(amount), new Big(0));

const total = (counts: readonly number[]) => counts.reduce((so, count) => so + count, 0);

function registrationsJson(days: readonly string[], movements: readonly Movement[]): Json {
  const counts: Record<string, number> = { registered: 0, pending: 0, rejected: 0, cancelled: 0, none: 0 };
  const registered = new Map<string, number>();
  for (const { date, count, fiscal_status: status } of movements) {
    if (status === null || date === null) continue;
    counts[status] = (counts[status] ?? 0) + count;
    if (status === "registered") registered.set(date, (registered.get(date) ?? 0) + count);
  }
  const series = days.map((date) => ({ date, registered: registered.get(date) ?? 0 }));
  return JSON.stringify({ ...counts, series });
}
