import { CsvError, parse } from "csv-parse/sync";
import { invalidField } from "../../../contract/errors.ts";

/** Spreadsheets recognise UTF-8 only if the file begins with this mark. */
export const byteOrderMark = "\uFEFF";

// Spreadsheets run a cell that begins with one of these characters as a formula; some treat full-width forms alike.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const escapedFormula = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * An apostrophe neutralises the formula. A leading apostrophe gets another, so that reading removes exactly what
 * writing added.
 */
const escapeFormula = (cell: string) => (formula.test(cell) ? `'${cell}` : cell);
const unescapeFormula = (cell: string) => (escapedFormula.test(cell) ? cell.slice(1) : cell);

/**
 * Writes CSV lines as RFC 4180 defines them. Columns of numbers that we computed are written as they are: an amount below
 * zero is no formula.
 */
export function writeCsv(
  rows: readonly (readonly string[])[],
  isNumber: (column: number) => boolean = () => false,
): string {
  let lines = "";
  for (const row of rows) {
    lines += `${row.map((cell, column) => quoted(isNumber(column) ? cell : escapeFormula(cell))).join(",")}\r\n`;
  }
  return lines;
}

const special = /[",\r\n]/;
const quoted = (cell: string) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export type CsvRow = {
  /** Counted as a spreadsheet does: the header is row 1, and empty rows count. */
  row: number;
  cells: string[];
};

export type CsvFile = { header: string[]; rows: CsvRow[] };

// Every row is read up to the last column of the header, so a wide header would make each of them cost as much.
export const columnsMax = 200;
const columnNameMax = 200;
export const rowsMax = 5000;
const linesMax = 2 * rowsMax;
const tooManyLines = () =>
  invalidField(
    "csv",
    `has more than ${linesMax} rows, including empty ones. The maximum is ${rowsMax}: split the file`,
  );

/** Accepts commas, semicolons or tabs, any line ending, and an optional byte order mark. Empty rows are skipped. */
export function readCsv(text: string): CsvFile {
  // The parser makes an error with a stack trace of every row that is shorter than the header, so rows are counted
  // before. Within quotation marks a line break begins no row; then the parser counts.
  if (!text.includes('"') && hasMoreLines(text, linesMax)) throw tooManyLines();
  const records = parseRecords(text);
  const rows = records
    .map((cells, index) => ({ row: index + 1, cells: cells.map((cell) => unescapeFormula(cell.trim())) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const [header, ...rest] = rows;
  if (!header) throw invalidField("csv", "is empty. The first row must contain the column names");
  if (header.cells.length > columnsMax) {
    throw invalidField("csv", `has ${header.cells.length} columns. The maximum is ${columnsMax}`);
  }
  if (header.cells.some((name) => name.length > columnNameMax)) {
    throw invalidField("csv", `has a column name of more than ${columnNameMax} characters`);
  }
  if (rest.length > rowsMax) {
    throw invalidField("csv", `has ${rest.length} rows. The maximum is ${rowsMax}: split the file`);
  }
  return { header: header.cells, rows: rest };
}

function hasMoreLines(text: string, max: number): boolean {
  let count = 1;
  for (const _break of text.matchAll(/\r\n|\n|\r/g)) {
    count += 1;
    // The last line may end with a line break too.
    if (count > max + 1) return true;
  }
  return false;
}

function parseRecords(text: string): string[][] {
  const options = {
    bom: true,
    delimiter: delimiterOf(text),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // Empty rows cost as much time as others, so they count towards the limit.
    on_record: (record: string[], { records }: { records: number }) => {
      if (records > linesMax) throw tooManyLines();
      return record;
    },
  };
  try {
    return parse(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error.records ?? 0) + 1;
    throw invalidField(
      "csv",
      `can't be read from row ${row} on: its quotation marks don't match. Put a cell that contains a quotation mark, the delimiter or a line break in quotation marks, and double each quotation mark inside it ("")`,
    );
  }
}

/** The separator found in the header; column names contain none of the three. */
function delimiterOf(text: string): string {
  const [header = ""] = text.split(/[\r\n]/, 1);
  const counts = [",", ";", "\t"].map((mark) => ({ mark, count: header.split(mark).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).mark;
}
