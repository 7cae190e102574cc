import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { invalidField, notFound, wrongState } from "../../../contract/errors.ts";
import { reservedSeries } from "../../../contract/number-series.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { metadataQuery } from "../../../platform/db/lists/metadata-filter.ts";
import { type Page, readPage, readRenderedPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { emit } from "../../webhooks/events/service.ts";
import { accountingOf, applyCredit, lockPayableInvoice, type PayableInvoice } from "../invoices/service.ts";
import { priceLines, replaceLines } from "../lines/service.ts";
import { drawNumber } from "../numbering/service.ts";
import { creditNoteListing, insertCreditNote, lockRow, markCreditNoteSent } from "./queries.ts";
import { getCreditNote } from "./record.ts";
import type { CreditNoteCreate, CreditNoteQuery } from "./schema.ts";

export { applyCreditNote, nothingToApply, type ReadPendingRefunds } from "./application.ts";
export { creditNotesForBooksSql } from "./books.ts";
export { eraseCreditNotes } from "./erasure.ts";
export { creditNoteMovementsSql, creditsSinceSql } from "./movements.ts";
export { creditNoteExists, findAppliedCredits, findCreditNoteIds, setCreditNoteFiscal } from "./queries.ts";
export { getCreditNote } from "./record.ts";
export { creditNoteDocumentsSql, voidedCreditNotesSql } from "./report-documents.ts";
export { searchCreditNotes } from "./search.ts";

/**
 * A credit note reduces what is owed on an invoice. It is issued as soon as it is created, with a number from its own
 * series, and never changes. The credit notes of an invoice never exceed its total. Credit that the invoice does not need,
 * because it was paid, is refunded or applied to another invoice.
 */
const series = reservedSeries.creditNote;

export async function createCreditNote(
  change: Change,
  invoiceId: number,
  input: CreditNoteCreate,
): Promise<{ creditNote: Json; invoice: Json }> {
  const { tx, company, now } = change;
  const payable = await lockPayableInvoice(change, invoiceId, "credit");
  const { lines, totals } = await pricedLines(change, payable, input);
  const total = new Big(totals.total);
  if (total.eq(0)) throw invalidField("lines", "add up to zero, so there is nothing to credit");
  if (total.gt(payable.uncredited)) {
    throw invalidField(
      "lines",
      `add up to ${totals.total} ${payable.record.currency}, but only ${toPlain(payable.uncredited)} of the invoice can still be credited`,
    );
  }
  const number = await drawNumber(tx, company.id, series);
  const settled = await applyCredit(change, payable, total);
  const id = await insertCreditNote(tx, company.id, now, {
    ...totals,
    ...accountingOf(payable.record, totals),
    number,
    invoice_id: invoiceId,
    currency: payable.record.currency,
    reason: input.reason ?? null,
    metadata: input.metadata ?? {},
  });
  await replaceLines(tx, company.id, "credit_note", id, lines);
  const creditNote = await getCreditNote(tx, company.id, id);
  await settled.emitEvents(() => emit(change, "credit_note.issued", creditNote));
  return { creditNote, invoice: settled.invoice };
}

/** The lines that were given, or all of the invoice's. */
async function pricedLines({ tx, company }: Change, { record }: PayableInvoice, input: CreditNoteCreate) {
  const { prices_include_tax, discounts, charges } = record;
  // Lines that are given say what they credit, in prices like the invoice's; its discounts are not repeated by themselves.
  if (input.lines) {
    const given = { prices_include_tax, discounts: input.discounts, charges: input.charges };
    return priceLines(tx, company, record.currency, input.lines, given);
  }
  for (const name of ["discounts", "charges"] as const) {
    if (input[name]) throw invalidField(name, "needs lines; without them, the whole invoice is credited");
  }
  if (record.amount_credited > 0) {
    throw wrongState(
      `Part of invoice ${record.number} has already been credited. Use lines to specify what else to credit.`,
    );
  }
  const terms = { prices_include_tax, discounts, charges };
  return priceLines(tx, company, record.currency, record.lines, terms, { stored: true });
}

/** For registering it: the lock keeps others from doing so meanwhile. */
export async function lockCreditNote(tx: Queryable, companyId: number, id: number): Promise<Json> {
  const note = await lockRow(tx, companyId, id);
  if (note === undefined) throw notFound("The credit note");
  return note;
}

export const listCreditNotes = (
  db: Queryable,
  company: Company,
  today: string,
  query: CreditNoteQuery,
  rowsMax?: number,
): Promise<Page> =>
  readPage(db, creditNoteListing, company.id, today, query, filtersOf(company, query), rowsMax);

/** As they are sent. */
export const readCreditNotePage = (
  db: Queryable,
  company: Company,
  today: string,
  query: CreditNoteQuery,
): Promise<Page<Json | Buffer>> =>
  readRenderedPage(db, creditNoteListing, company.id, today, query, filtersOf(company, query));

const filtersOf = (company: Company, query: CreditNoteQuery) => ({
  invoice_id: query.invoice_id,
  fiscal_status: query.fiscal_status,
  metadata: metadataQuery(query.metadata),
  ...createdRange(company.timeZone, query),
});

/** Its mail is stored in the same transaction. */
export async function noteCreditNoteSent(change: Change, id: number): Promise<Json> {
  const { tx, company, now } = change;
  const before = await lockRow(tx, company.id, id);
  await markCreditNoteSent(tx, company.id, id, now);
  const after = await getCreditNote(tx, company.id, id);
  await emit(change, "credit_note.sent", after, before);
  return after;
}
