import type { Context } from "../../../context.ts";
import type { Principal } from "../../../contract/access.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { listCreditNotes } from "../../billing/credit-notes/service.ts";
import { getInvoice } from "../../billing/invoices/service.ts";
import { listLinks } from "../../payments/links/service.ts";
import { listPayments } from "../../payments/payments/service.ts";
import { findEntriesAt } from "../../tenancy/audit/service.ts";

const recordsMax = 100;

/**
 * What happened to an invoice: its payments, links and credit notes, the newest hundred of each, and who did what to
 * them. Payments and links are left out for who may not read them.
 */
export async function readInvoiceHistory(context: Context, reader: Principal, id: number) {
  const { company } = reader;
  const { reads: db, clock, config } = context;
  const now = clock.now();
  const today = dateIn(company.timeZone, now);
  const query = { invoice_id: id, limit: recordsMax };
  const scopes: ReadonlySet<string> = reader.scopes;
  const readsPayments = scopes.has("payments:read") && !reader.disabledFeatures.has("payments");
  const [invoice, notes, payments, links] = await Promise.all([
    getInvoice(db, company.id, today, id),
    listCreditNotes(db, company, today, query),
    readsPayments ? listPayments(db, company, today, query) : nothing,
    readsPayments ? listLinks(db, { config, now }, company, today, query) : nothing,
  ]);
  const records = [
    ...recordsOf("invoice", [invoice]),
    ...recordsOf("credit_note", notes.entries),
    ...recordsOf("payment", payments.entries),
    ...recordsOf("payment_link", links.entries),
  ];
  const subjects = records.map(({ subject }) => subject);
  const moments = [...new Set(records.flatMap(({ moments: of }) => of))];
  const authors = await findEntriesAt(db, company.id, moments, subjects);
  return {
    payments: listOf(payments.entries),
    payment_links: listOf(links.entries),
    credit_notes: listOf(notes.entries),
    authors: listOf(authors),
  };
}

const nothing = { entries: [] };
const listOf = (entries: readonly Json[]): Json => `[${entries.join(",")}]`;

/** The name of each record in the audit log, and the moments at which something may have happened to it. */
function recordsOf(kind: string, entries: readonly Json[]) {
  return entries.map((entry) => {
    const record = JSON.parse(entry) as Record<string, unknown> & { refunds?: Record<string, unknown>[] };
    const all = [record, ...(record.refunds ?? [])];
    return {
      subject: `${kind}/${kind === "payment_link" ? record.reference : record.id}`,
      moments: all.flatMap((each) =>
        momentFields.map((name) => each[name]).filter((value) => typeof value === "string"),
      ),
    };
  });
}

const momentFields = ["created_at", "updated_at", "issued_at", "voided_at", "paid_at", "settled_at"];
