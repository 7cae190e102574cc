import { Big } from "big.js";
import type { Company } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { pageLimitDefault } from "../../../platform/db/lists/page.ts";
import { type Amount, amountOf, type Part, refer, step } from "../explanations/service.ts";
import { type JournalRequest, type JournalRow, readJournalRows } from "./journal.ts";
import type { EntryLine } from "./journal-lines.ts";

/** The lines of a page of entries: what the record comes to, its tax by group, and the other side of the entry. */
export async function explainJournal(
  db: Queryable,
  company: Company,
  today: string,
  query: JournalRequest,
): Promise<Amount[]> {
  const { rows } = await readJournalRows(db, company, today, query, query.limit ?? pageLimitDefault);
  return rows.flatMap((row, index) => explainEntry(row, `journal_entries[${index}]`));
}

function explainEntry(entry: JournalRow, at: string): Amount[] {
  const named = (line: EntryLine, rule: Amount["rule"], parts: readonly Part[]) => {
    const field = line.debit === "0" ? "credit" : "debit";
    const name = `${at}.lines[${entry.lines.indexOf(line)}].${field}`;
    return amountOf(name, rule, new Big(line[field]), entry.currency, parts, groupOf(line));
  };
  const isTax = (line: EntryLine) => line.tax_category !== null;
  const taxes = entry.lines.filter(isTax).map((line) => ({
    line,
    amount: named(line, "journal.tax", [step("journal.tax", sizeOf(line), { inputs: groupOf(line) })]),
  }));
  // The first line is what the record changes about what is owed; the others are on the other side.
  const [first, ...others] = entry.lines.filter((line) => !isTax(line));
  if (first === undefined) return taxes.map(({ amount }) => amount);
  const whole = named(first, "journal.receivables", [
    step("report.movement", sizeOf(first), { inputs: inputsOf(entry) }),
  ]);
  const against = others.map((line) =>
    named(line, "journal.counterpart", [
      // On the other side than the whole, the tax on its own side is taken off.
      refer(whole, sideOf(line) === sideOf(first) ? -1 : 1),
      ...taxes.map((tax) => refer(tax.amount, sideOf(tax.line) === sideOf(line) ? -1 : 1)),
    ]),
  );
  return [whole, ...against, ...taxes.map(({ amount }) => amount)];
}

const sideOf = ({ debit }: EntryLine) => (debit === "0" ? "credit" : "debit");
const sizeOf = ({ debit, credit }: EntryLine) => new Big(debit === "0" ? credit : debit);
const groupOf = ({ tax_category, tax_rate }: EntryLine): Record<string, string> =>
  tax_category === null ? {} : { tax_category, tax_rate: String(tax_rate) };

/** Ids of entries end in what they are about, such as `-void`. */
function inputsOf({ id, type, date, reference, invoice_id }: JournalRow) {
  const [, kind, record] = /^([a-z_]+)-(\d+)/.exec(id)!;
  return {
    type,
    ...(invoice_id !== null && { invoice: invoice_id }),
    [kind!]: Number(record),
    ...(reference !== null && { number: reference }),
    date,
  };
}
