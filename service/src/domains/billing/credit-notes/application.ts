import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import { invalidField, wrongState } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { decimalsFault, parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { emit } from "../../webhooks/events/service.ts";
import {
  giveCredit,
  type InvoiceRecord,
  lockInvoiceRow,
  lockInvoiceRows,
  lockPayableInvoice,
  type PayableInvoice,
  settleWithCredit,
} from "../invoices/service.ts";
import { findCreditNote, insertApplication } from "./queries.ts";
import { getCreditNote } from "./record.ts";
import type { CreditApplicationCreate } from "./schema.ts";

type CreditNoteRecord = {
  id: number;
  number: string;
  invoice_id: number;
  total: number;
  amount_applied: number;
};

/**
 * How much of what an invoice was paid is on its way back to the buyer through a gateway. Payments come after billing in
 * the order of modules, so the code that applies credit gets this function as an argument.
 */
export type ReadPendingRefunds = (tx: Queryable, companyId: number, invoiceId: number) => Promise<Big>;

/**
 * Applies credit to another invoice of the same customer: what a credit note leaves on its own invoice beyond what is
 * owed there. Both invoices are locked, in the order of their ids, so that two applications at once never apply more
 * than there is, and never wait for each other.
 */
export async function applyCreditNote(
  change: Change,
  id: number,
  input: CreditApplicationCreate,
  readPendingRefunds: ReadPendingRefunds,
): Promise<{ creditNote: Json; invoice: Json }> {
  const { tx, company, now } = change;
  const { invoice_id: sourceId } = JSON.parse(await getCreditNote(tx, company.id, id)) as CreditNoteRecord;
  await lockInvoiceRows(change, [sourceId, input.invoice_id]);
  // Read again, now that nobody else can apply it.
  const before = (await findCreditNote(tx, company.id, id))!;
  const note = JSON.parse(before) as CreditNoteRecord;
  const source = JSON.parse(await lockInvoiceRow(change, sourceId)) as InvoiceRecord;
  if (input.invoice_id === sourceId) {
    throw invalidField("invoice_id", "is the invoice that was credited; name another invoice");
  }
  const payable = await lockPayableInvoice(change, input.invoice_id, "apply_credit");
  requireFitting(source, payable);
  // A refund locks the invoice too before it is stored, so that none is requested meanwhile.
  const spare = new Big(String(source.amount_to_refund)).minus(
    await readPendingRefunds(tx, company.id, sourceId),
  );
  const amount = applicableAmount(note, spare, payable, input);
  const settled = await settleWithCredit(change, payable, amount);
  await giveCredit(change, sourceId, amount);
  await insertApplication(tx, company.id, now, {
    credit_note_id: id,
    invoice_id: input.invoice_id,
    amount: toPlain(amount),
  });
  const creditNote = await getCreditNote(tx, company.id, id);
  await settled.emitEvents(() => emit(change, "credit_note.applied", creditNote, before));
  return { creditNote, invoice: settled.invoice };
}

function requireFitting(source: InvoiceRecord, { record, due }: PayableInvoice): void {
  const refuse = (message: string) => invalidField("invoice_id", message);
  if (record.customer_id !== source.customer_id)
    throw refuse("belongs to another customer than the credit note");
  if (record.currency !== source.currency)
    throw refuse(`is in ${record.currency}, but the credit note is in ${source.currency}`);
  if (due.lte(0)) throw refuse("has no amount due");
}

/** What was credited but is still owed on the credited invoice cannot be used a second time. */
function applicableAmount(
  note: CreditNoteRecord,
  spare: Big,
  { due, record: { currency } }: PayableInvoice,
  input: CreditApplicationCreate,
): Big {
  const unapplied = new Big(String(note.total)).minus(String(note.amount_applied));
  const free = smaller(unapplied, spare);
  if (free.lte(0)) throw nothingToApply(note);
  const amount = input.amount == null ? smaller(free, due) : parseDecimal(input.amount)!;
  const fault = decimalsFault(amount, currency);
  if (fault) throw invalidField("amount", fault);
  if (amount.gt(free)) {
    throw invalidField("amount", `must not exceed the credit that is left, ${toPlain(free)} ${currency}`);
  }
  if (amount.gt(due)) {
    throw invalidField("amount", `must not exceed the amount due, ${toPlain(due)} ${currency}`);
  }
  return amount;
}

const smaller = (one: Big, other: Big) => (one.lt(other) ? one : other);

export const nothingToApply = ({ number }: Pick<CreditNoteRecord, "number">) =>
  wrongState(
    `Credit note ${number} has no credit left to apply: it only reduced what was owed on its own invoice, or the rest is refunded, is being refunded, or is applied already.`,
  );
