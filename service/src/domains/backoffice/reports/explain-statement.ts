import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type * as Type from "../../../platform/values/typebox.ts";
import { type Amount, amountOf, type Part, partOf, refer, step } from "../explanations/service.ts";
import { explainedRecordsMax, movementInputs, rowsFrom } from "./explained-records.ts";
import type { Row } from "./report.ts";
import { movementsSql, type StatementQuery, statementReport } from "./statement.ts";

const before = statement(
  "report_statement_opening_counted",
  `select m.currency, m.kind as type, sum(m.amount) as amount, count(*)::int as records
   from (${movementsSql}) m where m.date < $4 group by 1, 2 order by 1, 2`,
);

type Movements = { currency: string; type: string; amount: string; records: number };

/**
 * What a customer owed before the period, each record of the period, and what is owed after it. Very many records are
 * counted by month in the closing balance, and the first of them are still explained one by one.
 */
export async function explainStatement(
  db: Queryable,
  company: Company,
  today: string,
  query: Type.Static<typeof StatementQuery>,
  firstRow: number,
): Promise<Amount[]> {
  const { head, totals, rows } = await statementReport.read(db, company, today, query);
  const values = [company.id, query.customer_id, company.timeZone, head.from];
  const earlier = await db.query<Movements>(before, values);
  const partsOf = rows.length > explainedRecordsMax ? monthsOf : movementsOf;
  const placed = rowsFrom(rows, firstRow);
  return totals.flatMap((total, index) => {
    const currency = String(total.currency);
    const isOwn = (row: Row | Movements) => row.currency === currency;
    const named = (name: string, rule: Amount["rule"], parts: readonly Part[]) =>
      amountOf(`totals[${index}].${name}`, rule, new Big(String(total[name])), currency, parts);
    const opening = named("opening_balance", "report.opening_balance", earlier.filter(isOwn).map(countedOf));
    const closing = [refer(opening), ...partsOf(rows.filter(isOwn))];
    const earlierRow = rows.slice(0, firstRow).findLastIndex(isOwn);
    const ofRows = explainRows(
      placed.filter(({ row }) => isOwn(row)),
      earlierRow < 0 ? opening : balanceAfter(rows[earlierRow]!, earlierRow, []),
    );
    if (firstRow > 0) return ofRows;
    return [opening, ...ofRows, named("closing_balance", "report.closing_balance", closing)];
  });
}

/** What each record changes, and the balance after it: that of the record before it, or the opening one, and the change. */
function explainRows(placed: readonly { row: Row; place: number }[], first: Amount): Amount[] {
  let before = first;
  return placed.flatMap(({ row, place }) => {
    const change = amountOf(
      `rows[${place}].amount`,
      "report.movement",
      amountIn(row),
      first.currency,
      movementsOf([row]),
      movementInputs(row),
    );
    before = balanceAfter(row, place, [refer(before), refer(change)]);
    return [change, before];
  });
}

const balanceAfter = (row: Row, place: number, parts: readonly Part[]): Amount =>
  amountOf(
    `rows[${place}].balance`,
    "report.balance_after",
    new Big(String(row.balance)),
    String(row.currency),
    parts,
    movementInputs(row),
  );

const countedOf = ({ type, amount, records }: Pick<Movements, "type" | "amount" | "records">): Part =>
  step("report.movements", new Big(amount), { inputs: { type, records } });

const amountIn = ({ amount }: Row) => new Big(String(amount));

function movementsOf(rows: readonly Row[]): Part[] {
  return rows.map((row) => step("report.movement", amountIn(row), { inputs: movementInputs(row) }));
}

function monthsOf(rows: readonly Row[]): Part[] {
  return [...Map.groupBy(rows, ({ date }) => String(date).slice(0, 7))].map(([month, those]) => {
    const byType = Map.groupBy(those, ({ type }) => String(type));
    const steps = [...byType].map(([type, same]) => {
      const amount = same.reduce((sum, row) => sum.plus(amountIn(row)), new Big("0")).toFixed();
      return countedOf({ type, amount, records: same.length });
    });
    return partOf("report.month", steps, { month, records: those.length });
  });
}
