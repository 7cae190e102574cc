import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { emit } from "../../webhooks/events/service.ts";
import { freezeDraft } from "./freeze.ts";
import { giveCreditRow, refundRow, settleRow, unsettleRow } from "./queries.ts";
import { getInvoice, type InvoiceRecord, lockFor, lockInvoiceRow } from "./record.ts";
import type { InvoiceStatus } from "./status.ts";

/**
 * How payments and credits change an invoice. The row is locked first, so of two at the same time the second sees what
 * the first has left, and together they never take more than is due.
 */
export type PayableInvoice = {
  record: InvoiceRecord;
  json: Json;
  due: Big;
  /** What is due without what the buyer withholds. */
  payable: Big;
  uncredited: Big;
};

/** An invoice that somebody is about to pay or credit, locked until the transaction ends. */
export async function lockPayableInvoice(
  change: Change,
  id: number,
  purpose: "pay" | "credit" | "apply_credit",
): Promise<PayableInvoice> {
  const { json, record } = await lockFor(change, id, purpose);
  const uncredited = new Big(String(record.total)).minus(String(record.amount_credited));
  const payable = new Big(String(record.amount_payable));
  return { record, json, uncredited, due: balanceOf(record), payable };
}

/** What is owed on an invoice; below zero, what its customer has paid or been credited beyond that. */
function balanceOf(record: InvoiceRecord): Big {
  return new Big(String(record.total))
    .plus(String(record.credit_applied_elsewhere))
    .minus(String(record.amount_credited))
    .minus(String(record.amount_paid))
    .minus(String(record.credit_applied));
}

/** The same for money that was already taken: undefined for an invoice that cannot be paid any more. */
export async function lockInvoiceIfPayable(change: Change, id: number): Promise<PayableInvoice | undefined> {
  try {
    return await lockPayableInvoice(change, id, "pay");
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return undefined;
    throw error;
  }
}

/** The result, and its events, which the caller emits last in the transaction. */
export type SettlementResult = { invoice: Json; emitEvents(cause: () => Promise<unknown>): Promise<void> };

/** Books money against an invoice; a draft is issued by its first payment. */
export async function applyPayment(
  change: Change,
  payable: PayableInvoice,
  payment: Pick<PaymentMade, "paidAt" | "isWithheld"> & { amount: Big },
): Promise<SettlementResult> {
  const { invoices, emitEvents } = await applyPayments(change, [{ ...payment, payable }], payment);
  return { invoice: invoices[0]!, emitEvents };
}

type PaymentMade = { paidAt: Date; isWithheld?: boolean };

/**
 * Books the parts of one payment against invoices, all of which are locked. Drafts are issued in this order, before the
 * event of the payment; what became of the invoices comes after it.
 */
export async function applyPayments(
  change: Change,
  parts: readonly { payable: PayableInvoice; amount: Big }[],
  { paidAt, isWithheld }: PaymentMade,
): Promise<{ invoices: Json[]; emitEvents: SettlementResult["emitEvents"] }> {
  const applied: AppliedPart[] = [];
  for (const { payable, amount } of parts) {
    const issued = payable.record.status === "draft" ? await issueForPayment(change, payable) : undefined;
    const status = amount.gte(payable.due) ? "paid" : "partially_paid";
    const paid = toPlain(amount);
    const invoice = await settle(change, payable, {
      paid,
      withheld: isWithheld ? paid : "0",
      status,
      paidAt,
    });
    applied.push({ before: payable.json, issued, status, invoice });
  }
  return {
    invoices: applied.map(({ invoice }) => invoice),
    emitEvents: async (cause) => {
      for (const { before, issued } of applied)
        if (issued) await emit(change, "invoice.issued", issued, before);
      await cause();
      for (const { before, issued, status, invoice } of applied)
        await emit(change, `invoice.${status}`, invoice, issued ?? before);
    },
  };
}

type AppliedPart = {
  before: Json;
  issued: Json | undefined;
  status: "paid" | "partially_paid";
  invoice: Json;
};

/** Books a credit against an invoice; when nothing is due any more, it is paid. */
export async function applyCredit(
  change: Change,
  payable: PayableInvoice,
  amount: Big,
): Promise<SettlementResult> {
  const { status: before } = payable.record;
  const becomesPaid = before !== "paid" && amount.gte(payable.due);
  const status = becomesPaid ? "paid" : (before as "open" | "partially_paid" | "paid");
  const credited = toPlain(amount);
  const invoice = await settle(change, payable, { credited, status, paidAt: change.now });
  return {
    invoice,
    emitEvents: async (cause) => {
      await cause();
      if (becomesPaid) await emit(change, "invoice.paid", invoice, payable.json);
    },
  };
}

/** Pays an invoice with credit that the invoice of a credit note does not need. */
export async function settleWithCredit(
  change: Change,
  payable: PayableInvoice,
  amount: Big,
): Promise<SettlementResult> {
  const status = amount.gte(payable.due) ? "paid" : "partially_paid";
  const applied = toPlain(amount);
  const invoice = await settle(change, payable, { applied, status, paidAt: change.now });
  return {
    invoice,
    emitEvents: async (cause) => {
      await cause();
      await emit(change, `invoice.${status}`, invoice, payable.json);
    },
  };
}

/** Notes on the invoice whose credit it is that other invoices have it now. */
export async function giveCredit({ tx, company, now }: Change, id: number, amount: Big): Promise<void> {
  await giveCreditRow(tx, company.id, id, now, toPlain(amount));
}

/** Takes back a payment that does not count after all: what it had settled is owed again. */
export async function takeBackPayment(
  change: Change,
  id: number,
  { amount, isWithheld }: { amount: Big; isWithheld: boolean },
): Promise<SettlementResult> {
  const { tx, company, now } = change;
  const today = dateIn(company.timeZone, now);
  const before = await lockInvoiceRow(change, id);
  const record = JSON.parse(before) as InvoiceRecord;
  const status = statusWithout(record, amount);
  const paid = toPlain(amount);
  await unsettleRow(tx, company.id, id, now, { paid, withheld: isWithheld ? paid : "0", status });
  const invoice = await getInvoice(tx, company.id, today, id);
  return {
    invoice,
    emitEvents: async (cause) => {
      await cause();
      await emit(change, "invoice.updated", invoice, before);
    },
  };
}

/** An invoice that was written off stays so, and one whose credit notes cover it stays paid. */
function statusWithout(record: InvoiceRecord, amount: Big): InvoiceStatus {
  const due = balanceOf(record).plus(amount);
  if (record.status === "uncollectible" || due.lte(0)) return record.status;
  const settled = new Big(String(record.amount_paid)).minus(amount).plus(String(record.credit_applied));
  return settled.gt(0) ? "partially_paid" : "open";
}

/** A refund is recorded on the invoice but changes neither its amount due nor its status: that takes a credit note. */
export async function recordInvoiceRefund(change: Change, id: number, amount: Big): Promise<Json> {
  const { tx, company, now } = change;
  await refundRow(tx, company.id, id, now, toPlain(amount));
  return getInvoice(tx, company.id, dateIn(company.timeZone, now), id);
}

async function issueForPayment(change: Change, { record }: PayableInvoice): Promise<Json> {
  const { tx, company, now } = change;
  await freezeDraft(change, record, "open");
  return getInvoice(tx, company.id, dateIn(company.timeZone, now), record.id);
}

async function settle(
  { tx, company, now }: Change,
  { record }: PayableInvoice,
  settled: Parameters<typeof settleRow>[4],
): Promise<Json> {
  await settleRow(tx, company.id, record.id, now, settled);
  return getInvoice(tx, company.id, dateIn(company.timeZone, now), record.id);
}
