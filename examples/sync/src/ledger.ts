import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FeedEvent, Invoice } from "billfold-sdk";
import { parseCsv, writeCsv } from "./csv.ts";

const columns = ["order", "invoice", "status", "total", "paid", "due", "currency", "irn", "changed_at"];

/** The results for the partner's system, one row per order, and the position in the event feed. */
export type Ledger = {
  /** The sequence of the last event included in the file. */
  after(): number;
  /** The id of that event, if there is one. */
  lastId(): string | undefined;
  note(event: FeedEvent): void;
  save(): void;
};

type Position = { after: number; id?: string | undefined };

export function openLedger(folder: string): Ledger {
  const table = path.join(folder, "invoices.csv");
  const progress = path.join(folder, "progress.json");
  mkdirSync(folder, { recursive: true });
  let { after, id } = existsSync(progress)
    ? (JSON.parse(readFileSync(progress, "utf8")) as Position)
    : { after: 0 };
  const known = existsSync(table) ? parseCsv(readFileSync(table, "utf8")) : [];
  const rows = new Map(known.map(({ cells }) => [cells.order ?? "", cells]));
  return {
    after: () => after,
    lastId: () => id,
    note: (event) => {
      const invoice = invoiceOf(event);
      if (invoice?.external_id) rows.set(invoice.external_id, rowOf(invoice.external_id, invoice));
      after = event.sequence;
      id = event.id;
    },
    // The table is written first: a crash in between repeats some events, which changes nothing, and skips none.
    save: () => {
      replace(table, writeCsv(columns, [...rows.values()]));
      replace(progress, `${JSON.stringify({ after, id })}\n`);
    },
  };
}

/** An event about an invoice contains the whole invoice as it was then. Deleted ones were drafts. */
function invoiceOf({ type, data }: FeedEvent): Invoice | undefined {
  if (!type.startsWith("invoice.") || type === "invoice.deleted") return undefined;
  if (!data) throw new Error("The key lacks invoices:read, so events come without their invoices.");
  return data.object as Invoice;
}

function rowOf(order: string, invoice: Invoice): Record<string, string> {
  const { number, status, total, amount_paid, amount_due, currency, irn, updated_at } = invoice;
  return {
    ...{ order, invoice: number ?? "", status, currency, irn: irn ?? "", changed_at: updated_at },
    ...{ total: String(total), paid: String(amount_paid), due: String(amount_due) },
  };
}

/** Replaces the file atomically, so that a reader sees either the old one or the new one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
