import type { Big } from "big.js";
import { addUp, type Inputs, type Part, step } from "../explanations/service.ts";
import type { Row } from "./report.ts";

/** An explanation names so many records one by one. If there are more, they are counted by customer, tax group or month. */
export const explainedRecordsMax = 500;

/** The rows that one answer explains, from the one that was asked for on, each with its place in the report. */
export const rowsFrom = <Of>(rows: readonly Of[], first: number): { row: Of; place: number }[] =>
  rows.slice(first, first + explainedRecordsMax).map((row, index) => ({ row, place: first + index }));

/** So many parts are shown one by one, the largest first. */
const partsMax = 500;

/** What is not among the largest parts is one part, with how many records it has. */
export function largestFirst(parts: readonly Part[]): Part[] {
  const sorted = [...parts].sort((one, other) => other.amount.abs().cmp(one.amount.abs()));
  const rest = sorted.slice(partsMax);
  if (rest.length === 0) return sorted;
  const records = rest.reduce((sum, { inputs }) => sum + Number(inputs.records ?? 1), 0);
  return [
    ...sorted.slice(0, partsMax),
    step("records.more", addUp(rest), { inputs: { why: "many", records } }),
  ];
}

/** A document with its number. */
export type NamedDocument = {
  kind: string;
  document: "invoice" | "credit_note";
  id: number;
  reference: string;
};

export function documentOf({ kind, document, id, reference }: NamedDocument, amount: Big): Part {
  // The credit note of an invoice that was voided is taken back with it.
  const type = kind === "void" && document === "invoice" ? "void" : document;
  return step("report.document", amount, { inputs: { type, [document]: id, number: reference } });
}

/** The record under the name of its kind, and the invoice that it is about. */
export function movementInputs({ type, record_id, reference, date, invoice_id }: Row): Inputs {
  const record = recordNames[String(type)] ?? String(type);
  return {
    type: String(type),
    ...(invoice_id !== null && { invoice: invoice_id! }),
    [record]: record_id!,
    ...(reference !== null && { number: reference! }),
    date: date!,
  };
}

const recordNames: Record<string, string> = { void: "invoice", reversal: "payment" };
