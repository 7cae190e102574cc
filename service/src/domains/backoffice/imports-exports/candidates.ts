import { ApiError, type FieldError, invalid, invalidField } from "../../../contract/errors.ts";
import type { Threads } from "../../../platform/ops/threads.ts";
import { countryCodeOf } from "./country-names.ts";
import { type CsvRow, readCsv } from "./csv.ts";
import type { Importable, RecordKey } from "./importable.ts";
import { addressParts } from "./sheets.ts";

/** A row of a file as it would be sent to the API, before anything is looked up. */
export type Candidate = {
  row: number;
  /** What identifies the record. */
  named: { name: RecordKey; value: string } | undefined;
  /** Only columns that the file has: an empty cell is null, which clears the field. */
  input: Record<string, unknown>;
  errors: FieldError[];
};

/** The field that a header names; null if the header is unknown or its field cannot be set. */
export type HeaderColumn = { header: string; field: string | null };

export type Candidates = { columns: HeaderColumn[]; candidates: Candidate[] };

const job = new URL("./candidates-job.ts", import.meta.url);
// In characters. Parsing a megabyte takes up to a second, which would block other requests.
const inlineMax = 4 * 1024;

export async function readCandidates(
  threads: Threads,
  companyId: number,
  { noun, sheet, names, unique, together }: Importable,
  csv: string,
): Promise<Candidates> {
  const columns = sheet.columns.map(({ name }) => name);
  const input: JobInput = { described: { noun, columns, names, unique, together }, csv };
  const read =
    csv.length < inlineMax
      ? candidatesIn(input)
      : await threads.run<JobResult>({ companyId, file: job, input });
  if ("faults" in read) throw invalid(read.faults);
  for (const { input: given } of read.candidates)
    if (typeof given.metadata === "string") given.metadata = parsed(given.metadata);
  return read;
}

/** Metadata stays text, because deeply nested values cannot be copied between threads. */
export function candidatesIn({ described, csv }: JobInput): JobResult {
  try {
    const { header, rows } = readCsv(csv);
    const columns = columnsOf(described, header);
    const candidates = rows.map((row) => candidateOf(described, columns, row));
    refuseRepeats(described, candidates);
    return { columns, candidates };
  } catch (error) {
    if (error instanceof ApiError && error.errors) return { faults: error.errors };
    throw error;
  }
}

/** What parsing needs to know about the record type; plain data, so that it can be sent to a thread. */
type Described = Pick<Importable, "noun" | "names" | "unique" | "together"> & { columns: string[] };
export type JobInput = { described: Described; csv: string };
type JobResult = Candidates | { faults: FieldError[] };

/** The service sets these fields: exports include them, imports ignore them. */
const readOnlyFields = ["created_at", "updated_at"];

function columnsOf(
  { noun, columns: all, names, together }: Described,
  header: readonly string[],
): HeaderColumn[] {
  const known = all.filter((name) => !readOnlyFields.includes(name));
  const columns = header.map((title) => {
    const field = title.toLowerCase().replace(/[\s-]+/g, "_");
    return { header: title, field: known.includes(field) ? field : null };
  });
  const fields = columns.map(({ field }) => field).filter((field) => field !== null);
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice) throw invalidField("csv", `has two columns called ${twice}; remove one`);
  const isNamed = together
    ? together.columns.every((name) => fields.includes(name))
    : fields.includes("name") || names.some((name) => fields.includes(name));
  if (!isNamed) {
    throw invalidField(
      "csv",
      `has no column that identifies the ${noun}. The first row must contain the column names: ${known.join(", ")}`,
    );
  }
  return columns;
}

function candidateOf(
  described: Described,
  columns: readonly HeaderColumn[],
  { row, cells }: CsvRow,
): Candidate {
  const errors: FieldError[] = [];
  if (cells.slice(columns.length).some((cell) => cell !== "")) {
    errors.push({
      field: "row",
      message: "has more cells than the header. Put cells that contain a comma in quotation marks",
    });
  }
  const given = new Map<string, string>();
  for (const [index, { field }] of columns.entries())
    if (field !== null) given.set(field, cells[index] ?? "");
  const id = given.get("id") ?? "";
  if (id !== "" && !/^[1-9]\d{0,14}$/.test(id)) {
    errors.push({ field: "id", message: "must be the id from an export, or empty" });
  }
  const { names, together } = described;
  const name = names.find((candidate) => given.get(candidate));
  const named = together
    ? { name: together.name, value: together.columns.map((column) => given.get(column)).join(" ") }
    : name && { name, value: given.get(name)! };
  return { row, named, input: inputOf(given), errors };
}

function inputOf(given: ReadonlyMap<string, string>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [field, cell] of given) if (field !== "id") input[field] = inputValue(field, cell);
  const parts = addressParts.filter((part) => given.has(`address_${part}`));
  if (parts.length > 0)
    input.address = Object.fromEntries(parts.map((part) => [part, input[`address_${part}`]]));
  for (const part of parts) delete input[`address_${part}`];
  return input;
}

const booleanFields = new Set(["active", "portal", "reminders_paused"]);
const booleans: Record<string, boolean> = {
  true: true,
  yes: true,
  "1": true,
  false: false,
  no: false,
  "0": false,
};

/** A value that cannot be parsed stays text, and validation rejects it. */
function inputValue(field: string, cell: string): unknown {
  if (cell === "") return null;
  if (field === "address_country") return countryCodeOf(cell);
  if (booleanFields.has(field)) return booleans[cell.toLowerCase()] ?? cell;
  return cell;
}

function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** The result of two rows for one record would depend on their order, so the second row is rejected. */
function refuseRepeats({ names, unique, together }: Described, candidates: readonly Candidate[]): void {
  const seen = new Map<string, number>();
  for (const { row, named, input, errors } of candidates) {
    for (const name of names) {
      const value = named?.name === name ? named.value : (input[name] as string | null | undefined);
      if (!value) continue;
      const key = `${name} ${name === "email" ? value.toLowerCase() : value}`;
      const earlier = seen.get(key);
      const decides = named?.name === name || unique.includes(name);
      if (earlier !== undefined && decides) {
        const field = together?.name === name ? together.columns.at(-1)! : name;
        errors.push({ field, message: `is already used in row ${earlier}` });
      }
      if (earlier === undefined) seen.set(key, row);
    }
  }
}
