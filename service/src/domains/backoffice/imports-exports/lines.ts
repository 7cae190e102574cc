import { writeCsv } from "./csv.ts";
import { type SheetName, sheets } from "./sheets.ts";

/** Records of a list, each as the JSON text that the list answers with. Plain data, which can be given to a thread. */
export type LinesInput = { sheet: SheetName; entries: readonly string[] };

/** The records as lines of their sheet. */
export function linesOf({ sheet, entries }: LinesInput): string {
  if (entries.length === 0) return "";
  const { columns } = sheets[sheet];
  const records = entries.map((entry) => JSON.parse(entry) as object);
  return writeCsv(records.map((record) => columns.map(({ cell }) => cell(record))));
}
