import type { Context } from "../../../context.ts";
import type { Principal } from "../../../contract/access.ts";
import type { Language } from "../../../contract/languages.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { findAppliedCredits, getCreditNote, listCreditNotes } from "../../billing/credit-notes/service.ts";
import { getInvoice } from "../../billing/invoices/service.ts";
import { getPayment, listPayments } from "../../payments/payments/service.ts";
import { type DocumentRecord, explainDocument } from "./document.ts";
import { type ExplainedPayment, explainPayment } from "./payment.ts";
import { ruleReferences } from "./rules.ts";
import {
  type CreditNoteEntry,
  explainApplications,
  explainSettlement,
  type PaymentEntry,
  type SettledRecord,
} from "./settlement.ts";
import { textOf } from "./texts/texts.ts";
import type { Amount, Step } from "./tree.ts";

export {
  type Amount,
  addUp,
  amountOf,
  type Inputs,
  type Part,
  partOf,
  refer,
  rounded,
  step,
} from "./tree.ts";

/**
 * How the amounts of a record come about. They are computed once more from what the record says, by the same code that
 * priced it, and shown as trees of rules whose parts add up to what the record shows.
 */
const recordsMax = 100;

export async function explainInvoice(context: Context, reader: Principal, id: number, language: Language) {
  const { company } = reader;
  const { reads: db, clock } = context;
  const today = dateIn(company.timeZone, clock.now());
  const query = { invoice_id: id, limit: recordsMax };
  const scopes: ReadonlySet<string> = reader.scopes;
  const readsPayments = scopes.has("payments:read") && !reader.disabledFeatures.has("payments");
  const [json, notes, payments, appliedCredits] = await Promise.all([
    getInvoice(db, company.id, today, id),
    listCreditNotes(db, company, today, query),
    readsPayments ? listPayments(db, company, today, query) : undefined,
    findAppliedCredits(db, company.id, id, recordsMax),
  ]);
  const record = JSON.parse(json) as DocumentRecord & SettledRecord & { number: string | null };
  const amounts = explainDocument(record);
  const movements = {
    payments: payments?.entries.map((entry) => JSON.parse(entry) as PaymentEntry),
    creditNotes: notes.entries.map((entry) => JSON.parse(entry) as CreditNoteEntry),
    appliedCredits,
  };
  return toAnswer(
    "invoice",
    record,
    [...amounts, ...explainSettlement(record, amounts, movements)],
    language,
  );
}

export async function explainCreditNote(
  context: Context,
  { company }: Principal,
  id: number,
  language: Language,
) {
  const json = await getCreditNote(context.reads, company.id, id);
  const record = JSON.parse(json) as DocumentRecord & Parameters<typeof explainApplications>[0];
  const amounts = [...explainDocument(record), explainApplications(record)];
  return toAnswer("credit_note", record, amounts, language);
}

export async function explainOnePayment(
  context: Context,
  { company }: Principal,
  id: number,
  language: Language,
) {
  const record = JSON.parse(await getPayment(context.reads, company.id, id)) as ExplainedPayment;
  return toAnswer("payment", { ...record, number: null }, explainPayment(record), language);
}

function toAnswer(
  kind: "invoice" | "credit_note" | "payment",
  { id, number, currency }: { id: number; number: string | null; currency: string },
  amounts: readonly Amount[],
  language: Language,
) {
  return { record: kind, id, number, currency, amounts: shownAmounts(amounts, language) };
}

/** Amounts as a response shows them, with their words. */
export function shownAmounts(amounts: readonly Amount[], language: Language) {
  const stepOf = (step: Step) => ({
    rule: step.rule,
    reference: ruleReferences[step.rule],
    amount: Number(step.amount.toFixed()),
    text: textOf(language, step.rule, step.inputs),
    inputs: step.inputs,
    rounding: step.rounding,
    explained_by: step.explainedBy,
  });
  return amounts.map((amount) => ({
    name: amount.name,
    rule: amount.rule,
    reference: ruleReferences[amount.rule],
    amount: Number(amount.amount.toFixed()),
    currency: amount.currency,
    text: textOf(language, amount.rule, amount.inputs),
    parts: amount.parts.map((part) => ({ ...stepOf(part), parts: part.parts.map(stepOf) })),
  }));
}
