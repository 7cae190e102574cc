import type { Transaction } from "../../../platform/db/database.ts";
import { readSeries } from "../../billing/numbering/service.ts";
import { readAllocated } from "../../payments/payments/service.ts";
import { findEventBodies } from "../../webhooks/events/service.ts";
import type { Difference } from "./chain.ts";
import { objectOf, replayBody } from "./event-bodies.ts";
import { type ComparedKind, detailsOf, linesById, type NumberedKind } from "./replay.ts";
import {
  type DifferingRow,
  findDiffering,
  findNumbersOff,
  findWriteOffsOff,
  readReplayedPaid,
  readReplayedSeries,
  readStored,
} from "./replay-queries.ts";

type Report = (difference: Difference) => void;
type Fields = Record<string, unknown>;
/** Null if only the other side has the record. */
type ComparedRow = { id: number; events: Fields | null; stored: Fields | null };

/**
 * Reports what differs between the replayed records of a kind and the table. The database finds records with any
 * difference by their texts; only of these are events and rows read again, to name the fields. Returns how many
 * allocations were inferred.
 */
export async function compareRecords(
  tx: Transaction,
  companyId: number,
  kind: ComparedKind,
  report: Report,
): Promise<number> {
  let inferredCount = 0;
  for await (const differing of findDiffering(tx, companyId, kind)) {
    const rows = await withFields(tx, companyId, kind, differing);
    const inferred = kind === "payment" ? await findInferred(tx, companyId, rows) : new Set();
    inferredCount += inferred.size;
    for (const row of rows) if (!inferred.has(row.id)) reportRow(report, kind, row);
  }
  return inferredCount;
}

async function withFields(
  tx: Transaction,
  companyId: number,
  kind: ComparedKind,
  differing: readonly DifferingRow[],
): Promise<ComparedRow[]> {
  const sequences = differing.flatMap(({ sequence }) => sequence ?? []);
  const events = await findEventBodies(tx, companyId, sequences);
  const replayed = new Map(
    events.map(({ sequence, body, is_redacted: isRedacted }) => {
      const object = objectOf(body);
      const { fields } = replayBody(sequence, body, isRedacted)!;
      return [sequence, { fields, details: isRedacted ? undefined : detailsOf(kind, object) }];
    }),
  );
  const stored = await readStored(
    tx,
    companyId,
    kind,
    differing.map(({ id }) => id),
  );
  return differing.map(({ id, sequence, balances }) => {
    const event = sequence === null ? undefined : replayed.get(sequence);
    const row = stored.get(id);
    const whole = (fields: Fields, details: Fields): Fields =>
      event?.details === undefined ? fields : { ...fields, ...withLinesById(details) };
    return {
      id,
      events: event?.fields ? { ...whole(event.fields, event.details ?? {}), ...balances } : null,
      stored: row === undefined ? null : whole(row.fields, row.details),
    };
  });
}

const withLinesById = ({ lines, ...details }: Fields): Fields =>
  Array.isArray(lines) ? { ...details, lines: linesById(lines) } : details;

function reportRow(report: Report, kind: ComparedKind, { id, events, stored }: ComparedRow): void {
  const record = `${kind} ${id}`;
  if (events === null || stored === null) {
    const shown = (fields: object | null) => (fields === null ? null : "the record");
    report({ record, field: "id", events: shown(events), table: shown(stored) });
    return;
  }
  for (const { field, expected, actual } of differingFields(events, stored))
    report({ record, field, events: expected, table: actual });
}

type Differing = { field: string; expected: unknown; actual: unknown };

/**
 * With the path of a field that is nested, such as that of a line. Events of older versions do not have some fields, which are
 * not compared; a line or an allocation that only the table has is a difference.
 */
function differingFields(events: Fields, stored: Fields, path = ""): Differing[] {
  const names = path === "" ? Object.keys(events) : Object.keys({ ...events, ...stored });
  return names.flatMap((name) => {
    const field = `${path}${name}`;
    const [expected, actual] = [events[name], stored[name]];
    if (isObject(expected) && isObject(actual)) return differingFields(expected, actual, `${field}.`);
    if (!(name in events))
      return [{ field, expected: null, actual: isObject(actual) ? "the record" : actual }];
    return expected === undefined || expected === actual ? [] : [{ field, expected, actual: actual ?? null }];
  });
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const isOfAllocations = (field: string) => /^(?:invoice_id|unallocated_amount|allocations\.\d+)$/.test(field);

/**
 * Allocating money that was unallocated had no event of the payment in earlier versions. Such a payment is as it should be
 * if nothing else differs, and the payments of each of its invoices add up to what the invoice's events say.
 */
async function findInferred(
  tx: Transaction,
  companyId: number,
  rows: readonly ComparedRow[],
): Promise<Set<number>> {
  const candidates = rows.filter(
    ({ events, stored }) =>
      events !== null &&
      stored !== null &&
      Number(stored.unallocated_amount) < Number(events.unallocated_amount) &&
      differingFields(events, stored).every(({ field }) => isOfAllocations(field)),
  );
  const invoicesOf = ({ stored }: ComparedRow) =>
    Object.keys((stored?.allocations ?? {}) as Record<string, number>).map(Number);
  const ids = [...new Set(candidates.flatMap(invoicesOf))];
  if (ids.length === 0) return new Set();
  const paid = await readReplayedPaid(tx, companyId, ids);
  const allocated = await readAllocated(tx, companyId, ids);
  const isSettled = (id: number) => Number(paid.get(id)) === Number(allocated.get(id));
  return new Set(candidates.filter((row) => invoicesOf(row).every(isSettled)).map(({ id }) => id));
}

/** Sales and quotes are not compared but for their numbers, which have no gap. */
export async function compareNumbers(
  tx: Transaction,
  companyId: number,
  kind: NumberedKind,
  report: Report,
): Promise<void> {
  for (const { id, expected, actual } of await findNumbersOff(tx, companyId, kind))
    report({ record: `${kind} ${id}`, field: "number", events: expected, table: actual });
}

/** Reports read written off amounts from a table of their own. */
export async function compareWriteOffs(tx: Transaction, companyId: number, report: Report): Promise<void> {
  for (const { id, due, written } of await findWriteOffsOff(tx, companyId))
    report({ record: `invoice ${id}`, field: "written_off", events: due, table: written });
}

/** Each series has as many numbers as its last one says, and the next one follows. */
export async function compareSeries(tx: Transaction, companyId: number, report: Report): Promise<void> {
  const stored = await readSeries(tx, companyId);
  for (const { series, count, last } of await readReplayedSeries(tx, companyId)) {
    const record = `number series ${series}`;
    if (count !== last) report({ record, field: "numbers", events: count, table: last });
    const drawn = stored.get(series) ?? null;
    if (drawn !== last) report({ record, field: "last_number", events: last, table: drawn });
  }
}
