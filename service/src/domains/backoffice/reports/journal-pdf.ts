import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { type JournalRequest, readJournalRows } from "./journal.ts";
import { periodOf } from "./period.ts";
import { column, type DrawnReport, pdfRowsMax, tooManyRows } from "./report-pdf.ts";

const columns = [
  column("date", "date", "date"),
  column("entry", "id", "text"),
  column("type", "type", "word"),
  column("reference", "reference", "text"),
  column("customer", "customer_name", "text"),
  column("account", "account", "text"),
  column("tax", "tax", "text"),
  column("debit", "debit", "amount"),
  column("creditSide", "credit", "amount"),
];

/** The journal on paper: an entry is a row, with its lines one below the other. */
export async function readJournal(
  db: Queryable,
  company: Company,
  today: string,
  query: JournalRequest,
): Promise<DrawnReport> {
  const { from, to } = periodOf(company, today, query);
  const { rows, hasMore } = await readJournalRows(db, company, today, query, pdfRowsMax);
  if (hasMore) throw tooManyRows("journal", "from");
  const byCurrency = [...Map.groupBy(rows, ({ currency }) => currency)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return {
    name: "journal",
    period: { from, to },
    isAcross: true,
    columns,
    sections: byCurrency.map(([currency, entries]) => {
      const lines = entries.flatMap((entry) => entry.lines);
      return {
        currency,
        rows: entries.map(({ lines: own, ...entry }) => ({
          ...entry,
          account: own.map(({ account }) => account),
          tax: own.map(({ tax_category, tax_rate }) =>
            tax_category === null ? null : `${tax_category} ${tax_rate}%`,
          ),
          // A side that is empty stays empty, as accountants are used to.
          debit: own.map(({ debit }) => (debit === "0" ? null : debit)),
          credit: own.map(({ credit }) => (credit === "0" ? null : credit)),
        })),
        closing: { debit: sum(lines, "debit"), credit: sum(lines, "credit") },
      };
    }),
  };
}

const sum = (lines: readonly Record<"debit" | "credit", string>[], side: "debit" | "credit") =>
  toPlain(lines.reduce((total, line) => total.plus(line[side]), new Big(0)));
