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
import { explainCredits } from "./explain-credits.ts";
import { explainedRecordsMax, largestFirst, rowsFrom } from "./explained-records.ts";
import { endOfDay } from "./period.ts";
import { abroadValues, laterSql, type ReceivablesQuery, receivablesReport } from "./receivables.ts";
import { type Row, rowsMax } from "./report.ts";

// An invoice of which only tax is left that the buyer withholds is not due, however old it is.
const owedSql = `${laterSql}, owed as (
    select o.id, o.number, o.customer_id, o.currency, o.due_date, o.amount,
      case when o.amount > o.withheld then $2 - o.due_date else 0 end as days
    from (${owedInvoicesSql("later")}) o
  )`;

/**
 * The same of invoices in other currencies than the company's, which is $4, in that currency, which has $5 digits. An
 * invoice without a rate is in none of its amounts.
 */
const convertedSql = `${laterSql}, owed as (
    select o.id, o.number, o.customer_id, o.currency, o.due_date, o.amount as given_amount, o.exchange_rate,
      $4::text as accounting_currency, round(o.amount * o.exchange_rate, $5::int) as amount,
      case when o.amount > o.withheld then $2 - o.due_date else 0 end as days
    from (${owedAbroadSql("later", "$4")}) o where o.exchange_rate is not null
  )`;

const ageSql = `case ${ages
  .filter(({ last }) => last !== null)
  .map(({ last }) => `when o.days <= ${last} then ${last}`)
  .join(" ")} else ${ages.at(-1)!.first} end`;

const statementsOf = (name: string, sql: string) => ({
  named: statement(
    `report_${name}_invoices`,
    `${sql}
     select o.*, ${customerNameSql("$1", "o.customer_id")} as customer_name from owed o
     order by o.amount desc, o.id limit ${explainedRecordsMax + 1}`,
  ),
  counted: statement(
    `report_${name}_customers`,
    `${sql}
     select o.*, ${customerNameSql("$1", "o.customer_id")} as customer_name from (
       select o.customer_id, o.currency, ${ageSql} as days, sum(o.amount) as amount, count(*)::int as records
       from owed o group by 1, 2, 3
     ) o order by o.amount desc, o.customer_id limit ${rowsMax * ages.length}`,
  ),
});

const inOwnCurrency = statementsOf("receivables", owedSql);
const inAccountingCurrency = statementsOf("receivables_converted", convertedSql);

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
  /** Of a single invoice whose amount is converted. */
  given_amount?: string;
  exchange_rate?: string;
  accounting_currency?: string;
};

/** What is owed, by age, customer and invoice: each row, and the totals. With very many invoices they are counted instead of named. */
export async function explainReceivables(
  db: Queryable,
  company: Company,
  today: string,
  query: Type.Static<typeof ReceivablesQuery>,
  firstRow: number,
): Promise<Amount[]> {
  const { head, totals, rows, accounting } = await receivablesReport.read(db, company, today, query);
  const values = [company.id, head.as_of, endOfDay(company, String(head.as_of))];
  const named = await db.query<Owed>(inOwnCurrency.named, values);
  const read = named.length > explainedRecordsMax ? "counted" : "named";
  const owed = read === "named" ? named : await db.query<Owed>(inOwnCurrency.counted, values);
  const converted = rows.some(isAbroad)
    ? await db.query<Owed>(inAccountingCurrency[read], abroadValues(company, String(head.as_of)))
    : [];
  const owedByRow = Map.groupBy(owed, keyOf);
  const convertedByRow = Map.groupBy(converted, keyOf);
  const explained = rowsFrom(rows, firstRow);
  const creditParts =
    read === "named"
      ? await explainCredits(
          db,
          company,
          String(head.as_of),
          explained.map(({ row }) => row),
          new Map(owed.map((each) => [each.id!, invoicePart(each)!])),
        )
      : new Map<Row, Part[]>();
  const ofRows = explained.flatMap(({ row, place }) => {
    const own = owedByRow.get(keyOf(row)) ?? [];
    const credits = creditParts.get(row) ?? customerPart(row, "credit");
    return explainRow(`rows[${place}]`, row, own, convertedByRow.get(keyOf(row)) ?? [], credits);
  });
  if (firstRow > 0) return ofRows;
  const ofTotals = totals.flatMap((total, index) => {
    const own = owed.filter(({ currency }) => currency === total.currency);
    const credits = rows.filter(({ currency }) => currency === total.currency);
    return explainTotal(`totals[${index}]`, total, own, credits);
  });
  const together = [...owed.filter(({ currency }) => currency === company.currency), ...converted];
  const ofAll = (accounting ?? []).flatMap((total, index) => {
    const at = `totals_accounting[${index}]`;
    const { byAge, due } = explainAges(at, total, company.currency, together, customersByAmount);
    return [...byAge, due];
  });
  return [...ofRows, ...ofTotals, ...ofAll];
}

const keyOf = ({ customer_id, currency }: Pick<Owed, "customer_id" | "currency"> | Row) =>
  `${customer_id} ${currency}`;

/** What one customer owes in one currency, by invoice. */
function explainRow(
  at: string,
  row: Row,
  owed: readonly Owed[],
  converted: readonly Owed[],
  credits: readonly Part[],
): Amount[] {
  const invoicesOf = (those: readonly Owed[]) =>
    those.flatMap((each) => invoicePart(each) ?? customersOf([each]));
  return explainOwed(at, row, {
    owed,
    partsOf: invoicesOf,
    credits,
    convertedOf: (due) => (isAbroad(row) ? invoicesOf(converted) : [refer(due)]),
  });
}

function explainTotal(at: string, total: Row, owed: readonly Owed[], rows: readonly Row[]): Amount[] {
  const ofCustomers = (measure: "credit" | "due_accounting") =>
    largestFirst(rows.flatMap((row) => customerPart(row, measure)));
  return explainOwed(at, total, {
    owed,
    partsOf: customersByAmount,
    credits: ofCustomers("credit"),
    convertedOf: () => ofCustomers("due_accounting"),
  });
}

type PartsOf = (owed: readonly Owed[]) => readonly Part[];

type Explained = {
  owed: readonly Owed[];
  partsOf: PartsOf;
  credits: readonly Part[];
  /** What is due, in the company's currency. */
  convertedOf: (due: Amount) => readonly Part[];
};

function explainOwed(at: string, row: Row, { owed, partsOf, credits, convertedOf }: Explained): Amount[] {
  const currency = String(row.currency);
  const named = (name: string, rule: Amount["rule"], parts: readonly Part[]) =>
    amountOf(`${at}.${name}`, rule, new Big(String(row[name])), currency, parts);
  const { byAge, due } = explainAges(at, row, currency, owed, partsOf);
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

function explainAges(
  at: string,
  row: Row,
  currency: string,
  owed: readonly Owed[],
  partsOf: PartsOf,
): { byAge: Amount[]; due: Amount } {
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
  return { byAge, due };
}

const customersByAmount: PartsOf = (owed) => largestFirst(customersOf(owed));

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
function invoicePart(owed: Owed): Part | undefined {
  const { id, number, due_date, amount, currency, given_amount, exchange_rate, accounting_currency } = owed;
  if (id === undefined) return undefined;
  if (exchange_rate !== undefined) {
    const exact = new Big(given_amount!).times(exchange_rate);
    return step("report.invoice_accounting", new Big(amount), {
      inputs: { invoice: id, number: number!, amount: given_amount!, currency, exchange_rate },
      rounding: rounded(exact, currencyDigits(accounting_currency!)!, "half_up"),
    });
  }
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
