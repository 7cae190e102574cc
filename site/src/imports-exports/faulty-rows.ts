import { recordsOf } from "./csv-records.ts";
import type { RowError } from "./preview.ts";

/** `customers-errors.csv`, from `customers.csv`. */
export const faultyName = (fileName: string): string => `${fileName.replace(/\.[^.]*$/, "")}-errors.csv`;

/**
 * The rows with errors as a file of their own, with the header and a last column that says what is wrong. The import
 * ignores that column, so the corrected file can be imported as it is.
 */
export function faultyRows(csv: string, errors: readonly RowError[], column: string): string {
  const records = recordsOf(csv);
  const headerAt = records.findIndex((text) => text.trim() !== "");
  const header = records[headerAt] ?? "";
  const separator = /^[^,]*;/.test(header) ? ";" : ",";
  const rows = [...new Set(errors.map(({ row }) => row))].sort((one, other) => one - other);
  const lines = rows.map((row) => {
    const problems = errors.filter((error) => error.row === row);
    const text = problems.map(({ field, message }) => `${field}: ${message}`).join("; ");
    return `${records[row - 1] ?? ""}${separator}${quoted(text)}`;
  });
  return `\uFEFF${[`${header}${separator}${quoted(column)}`, ...lines].join("\r\n")}\r\n`;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
