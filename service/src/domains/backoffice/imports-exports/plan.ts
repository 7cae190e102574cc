import type { Company } from "../../../contract/access.ts";
import type { FieldError } from "../../../contract/errors.ts";
import { compileValidator } from "../../../http/validation.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Candidate } from "./candidates.ts";
import type { Importable, RecordKey, RecordKeys } from "./importable.ts";
import type { ExportedRecord } from "./sheets.ts";

/** What the import does with a row: it stores it, skips it because nothing changes, or rejects it. */
export type PlannedRow = StoredRow | { row: number; action: "refuse"; errors: FieldError[] };

export type StoredRow = {
  row: number;
  action: "create" | "update" | "unchanged";
  /** The id of the existing record. */
  id: number | undefined;
  input: Record<string, unknown>;
  /** The record as it would be stored, by column. */
  record: Record<string, string | null>;
};

export type Plan = (
  db: Queryable,
  company: Company,
  candidates: readonly Candidate[],
) => Promise<PlannedRow[]>;

/** Looks up which records the rows are about, and validates the rows against the schemas of POST and PATCH. */
export function createPlan(importable: Importable): Plan {
  const checks = { create: compileValidator(importable.create), patch: compileValidator(importable.patch) };
  return async (db, company, candidates) => {
    const known = await lookUp(db, company, importable, candidates);
    return candidates.map((candidate) => {
      const { row } = candidate;
      const { before, errors } = identify(importable, known, candidate);
      if (errors.length > 0) return { row, action: "refuse", errors };
      const input = before ? withWholeAddress(candidate.input, before) : candidate.input;
      const found = (before ? checks.patch : checks.create)(input).errors;
      const faults = found.length > 0 ? found : (importable.faults?.(company, input) ?? []);
      if (faults.length > 0)
        return { row, action: "refuse", errors: faults.map((fault) => byColumn(fault, input)) };
      return storedOf(importable, company, { row, input, before });
    });
  };
}

type KnownRecords = Record<RecordKey, Map<string, ExportedRecord[]>>;

async function lookUp(
  db: Queryable,
  company: Company,
  importable: Importable,
  candidates: readonly Candidate[],
): Promise<KnownRecords> {
  const asked: RecordKeys = { id: [], external_id: [], email: [], sku: [], day: [] };
  for (const { named, input, errors } of candidates) {
    if (errors.length > 0) continue;
    if (named?.name === "id") asked.id.push(Number(named.value));
    for (const name of importable.unique) if (input[name]) asked[name].push(input[name] as never);
    if (named?.name === "email") asked.email.push(named.value.toLowerCase());
    if (named?.name === "day") asked.day.push(named.value);
  }
  const known: KnownRecords = {
    id: new Map(),
    external_id: new Map(),
    email: new Map(),
    sku: new Map(),
    day: new Map(),
  };
  const records = new Map<number, ExportedRecord>();
  for (const json of await importable.find(db, company, asked)) {
    const record = JSON.parse(json) as ExportedRecord;
    records.set(record.id, record);
  }
  for (const record of records.values()) {
    for (const name of importable.names) {
      const { together } = importable;
      const value =
        together?.name === name
          ? together.columns.map((column) => record[column]).join(" ")
          : keyOf(name, record[name]);
      if (value) known[name].set(value, [...(known[name].get(value) ?? []), record]);
    }
  }
  return known;
}

const keyOf = (name: RecordKey, value: unknown) =>
  name === "email" ? String(value ?? "").toLowerCase() : String(value ?? "");

/** Finds the row's existing record, if any, and the row's errors apart from those of its fields. */
function identify(
  { noun, unique }: Importable,
  known: KnownRecords,
  { named, input, errors }: Candidate,
): { before?: ExportedRecord; errors: FieldError[] } {
  if (errors.length > 0) return { errors };
  const found = named ? (known[named.name].get(keyOf(named.name, named.value)) ?? []) : [];
  const [before] = found;
  if (named?.name === "id" && !before) {
    return { errors: [{ field: "id", message: `is not a ${noun} of this company` }] };
  }
  if (found.length > 1) {
    const message = `matches several ${noun}s; add a column id or external_id to choose one`;
    return { errors: [{ field: named!.name, message }] };
  }
  const taken = unique.filter((name) =>
    known[name].get(keyOf(name, input[name]))?.some((owner) => owner.id !== before?.id),
  );
  const message = `is already used by another ${noun} of this company`;
  return { before, errors: taken.map((field) => ({ field, message })) };
}

/** A file may contain only some address columns, while a PATCH replaces the whole address. */
function withWholeAddress(input: Record<string, unknown>, before: ExportedRecord): Record<string, unknown> {
  if (input.address === undefined) return input;
  return { ...input, address: { ...before.address, ...(input.address as object) } };
}

/**
 * Names the column instead of the field; for an empty cell only that it is required, not how it differs from a text.
 */
function byColumn({ field, message }: FieldError, input: Record<string, unknown>): FieldError {
  return {
    field: field.replace(/^address\./, "address_"),
    message: input[field] === null ? "must not be empty" : message,
  };
}

function storedOf(
  { sheet, columnsOf }: Importable,
  company: Company,
  { row, input, before }: { row: number; input: Record<string, unknown>; before: ExportedRecord | undefined },
): StoredRow {
  const given = withoutEmptyAddress(input);
  const after = { ...before, ...columnsOf(company, given, before) };
  const cells = sheet.columns.map(({ name, cell }) => [name, cell(after)] as const);
  const isSame = before && sheet.columns.every(({ cell }) => cell(after) === cell(before));
  const action = before ? (isSame ? "unchanged" : "update") : "create";
  const record = Object.fromEntries(cells.map(([name, cell]) => [name, cell === "" ? null : cell]));
  return { row, action, id: before?.id, input: given, record };
}

/** An address without any value is stored as no address. */
function withoutEmptyAddress(input: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = input.address && Object.values(input.address).every((part) => part === null);
  return isEmpty ? { ...input, address: null } : input;
}
