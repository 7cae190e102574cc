import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { currencyDigits } from "../../../platform/values/currency.ts";
import type * as Type from "../../../platform/values/typebox.ts";
import { owedAbroadSql, owedInvoicesSql } from "../../billing/invoices/service.ts";
import { customerNameSql } from "../../catalog/customers/service.ts";
import {
  type Amount,
  amountOf,
  type Inputs,
  type Part,
  partOf,
  refer,
  rounded,
  step,
} from "../explanations/service.ts";
import { ages } from "../overview/service.ts";
import { isAbroad } from "./accounting.ts";
import { explainedRecordsMax, largestFirst } from "./explained-records.ts";
import { endOfDay } from "./period.ts";
import { laterSql, type ReceivablesQuery, receivablesReport } from "./receivables.ts";
import { type Row, rowsMax } from "./report.ts";

// An invoice of which only tax is left that the buyer withholds is not due, however old it is.
const owedSql = `${laterSql}, owed as (
    select o.id, o.number, o.customer_id, o.currency, o.due_date, o.amount,
      case when o.amount > o.withheld then $2 - o.due_date else 0 end as days
    from (${owedInvoicesSql("later")}) o
  )`;

const invoices = statement(
  "report_receivables_invoices",
  `${owedSql}
   select o.*, ${customerNameSql("$1", "o.customer_id")} as customer_name from owed o
   order by o.amount desc, o.id limit ${explainedRecordsMax + 1}`,
);

const ageSql = `case ${ages
  .filter(({ last }) => last !== null)
  .map(({ last }) => `when o.days <= ${last} then ${last}`)
  .join(" ")} else ${ages.at(-1)!.first} end`;

const byCustomer = statement(
  "report_receivables_customers",
  `${owedSql}
   select o.*, ${customerNameSql("$1", "o.customer_id")} as customer_name from (
     select o.customer_id, o.currency, ${ageSql} as days, sum(o.amount) as amount, count(*)::int as records
     from owed o group by 1, 2, 3
   ) o order by o.amount desc, o.customer_id limit ${rowsMax}`,
);

/** $4 is the company's currency. An invoice without a rate is in none of its amounts. */
const abroad = statement(
  "report_receivables_invoices_abroad",
  `${laterSql}
   select o.id, o.number, o.customer_id, o.currency, o.amount, o.exchange_rate
   from (${owedAbroadSql("later", "$4")}) o where o.exchange_rate is not null
   order by o.amount desc, o.id limit ${explainedRecordsMax}`,
);

type Abroad = Pick<Owed, "customer_id" | "currency" | "amount"> & {
  id: number;
  number: string;
  exchange_rate: string;
};

type Owed = {
  customer_id: number;
  customer_name: string;
  currency: string;
  days: number;
  amount: string;
  /** Of a single invoice; several are counted instead. */
  id?: number;
  number?: string;
  due_date?: string;
  records?: number;
};

/** What is owed, by age, customer and invoice: each row, and the totals. With very many invoices they are counted instead of named. */
export async function explainReceivables(
  db: Queryable,
  company: Company,
  today: string,
  query: Type.Static<typeof ReceivablesQuery>,
): Promise<Amount[]> {
  const { head, totals, rows } = await receivablesReport.read(db, company, today, query);
  const values = [company.id, head.as_of, endOfDay(company, String(head.as_of))];
  const named = await db.query<Owed>(invoices, values);
  const areMany = named.length > explainedRecordsMax;
  const owed = areMany ? await db.query<Owed>(byCustomer, values) : named;
  const converted =
    areMany || rows.every(isHome) ? undefined : await db.query<Abroad>(abroad, [...values, company.currency]);
  const owedByRow = Map.groupBy(owed, keyOf);
  const convertedByRow = converted && Map.groupBy(converted, keyOf);
  const ofRows = rows.slice(0, explainedRecordsMax).flatMap((row, index) => {
    const own = owedByRow.get(keyOf(row)) ?? [];
    const inOwn = convertedByRow && (convertedByRow.get(keyOf(row)) ?? []);
    return explainRow(`rows[${index}]`, row, own, inOwn);
  });
  const ofTotals = totals.flatMap((total, index) => {
    const own = owed.filter(({ currency }) => currency === total.currency);
    const credits = rows.filter(({ currency }) => currency === total.currency);
    return explainTotal(`totals[${index}]`, total, own, credits);
  });
  return [...ofRows, ...ofTotals];
}

const isHome = (row: Row) => !isAbroad(row);
const keyOf = ({ customer_id, currency }: Pick<Owed, "customer_id" | "currency"> | Row) =>
  `${customer_id} ${currency}`;

/** What one customer owes in one currency, by invoice; `converted` is undefined where invoices are only counted. */
function explainRow(
  at: string,
  row: Row,
  owed: readonly Owed[],
  converted: readonly Abroad[] | undefined,
): Amount[] {
  return explainOwed(at, row, {
    owed,
    partsOf: (those) => those.flatMap((each) => invoicePart(each) ?? customersOf([each])),
    credits: customerPart(row, "credit"),
    convertedOf: (due) => {
      if (isHome(row)) return [refer(due)];
      return converted?.map((each) => convertedPart(each, row)) ?? customerPart(row, "due_accounting");
    },
  });
}

function convertedPart({ id, number, amount, exchange_rate }: Abroad, { accounting_currency }: Row): Part {
  const digits = currencyDigits(String(accounting_currency))!;
  const exact = new Big(amount).times(exchange_rate);
  return step("report.invoice_accounting", exact.round(digits, Big.roundHalfUp), {
    inputs: { invoice: id, number, amount, exchange_rate },
    rounding: rounded(exact, digits, "half_up"),
  });
}

function explainTotal(at: string, total: Row, owed: readonly Owed[], rows: readonly Row[]): Amount[] {
  const ofCustomers = (measure: "credit" | "due_accounting") =>
    largestFirst(rows.flatMap((row) => customerPart(row, measure)));
  return explainOwed(at, total, {
    owed,
    partsOf: (those) => largestFirst(customersOf(those)),
    credits: ofCustomers("credit"),
    convertedOf: () => ofCustomers("due_accounting"),
  });
}

type Explained = {
  owed: readonly Owed[];
  partsOf: (owed: readonly Owed[]) => readonly Part[];
  credits: readonly Part[];
  /** What is due, in the company's currency. */
  convertedOf: (due: Amount) => readonly Part[];
};

function explainOwed(at: string, row: Row, { owed, partsOf, credits, convertedOf }: Explained): Amount[] {
  const currency = String(row.currency);
  const named = (name: string, rule: Amount["rule"], parts: readonly Part[], inputs?: Inputs) =>
    amountOf(`${at}.${name}`, rule, new Big(String(row[name])), currency, parts, inputs);
  const byAge = ages.map(({ name, first, last }) => {
    const own = owed.filter(({ days }) => (first ?? -Infinity) <= days && days <= (last ?? Infinity));
    const inputs = { ...(first !== null && { first }), ...(first !== null && last !== null && { last }) };
    return named(name, "report.age", partsOf(own), inputs);
  });
  const due = named(
    "due",
    "report.due",
    byAge.map((amount) => refer(amount)),
  );
  const credit = named("credit", "report.credit", credits);
  const balance = named("balance", "report.balance", [refer(due), refer(credit, -1)]);
  const accounting = amountOf(
    `${at}.due_accounting`,
    "report.due_accounting",
    new Big(String(row.due_accounting)),
    String(row.accounting_currency),
    convertedOf(due),
  );
  return [...byAge, due, credit, balance, accounting];
}

function customersOf(owed: readonly Owed[]): Part[] {
  return [...Map.groupBy(owed, ({ customer_id }) => customer_id)].map(([customer, those]) => {
    const records = those.reduce((sum, { records = 1 }) => sum + records, 0);
    const inputs = { customer, name: those[0]!.customer_name, records };
    const steps = those.flatMap((each) => invoicePart(each) ?? []);
    if (steps.length > 0) return partOf("report.customer", steps, inputs);
    const sum = those.reduce((left, { amount }) => left.plus(amount), new Big("0"));
    return step("report.customer", sum, { inputs });
  });
}

/** Of a single invoice; undefined if it is several. */
function invoicePart({ id, number, due_date, amount }: Owed): Part | undefined {
  if (id === undefined) return undefined;
  return step("report.invoice", new Big(amount), {
    inputs: { invoice: id, number: number!, due_date: due_date! },
  });
}

/** An amount of a customer; the credit of payments without an invoice belongs to none. */
function customerPart(row: Row, measure: "credit" | "due_accounting"): Part[] {
  const { customer_id: customer, customer_name: name } = row;
  const amount = new Big(String(row[measure]));
  if (amount.eq("0")) return [];
  return [
    step("report.customer", amount, {
      inputs: customer === null ? {} : { customer: customer!, name: name! },
    }),
  ];
}
