import { Big } from "big.js";
import type { Change } from "../../../context.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { type BatchOutcome, type BatchRecord, idOfRecord } from "../../../platform/values/batch.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { applyCreditNote, createCreditNote } from "../../billing/credit-notes/service.ts";
import type { ExchangeRateCreate } from "../../billing/exchange-rates/schema.ts";
import { setExchangeRate } from "../../billing/exchange-rates/service.ts";
import type { InvoiceCreate } from "../../billing/invoices/schema.ts";
import { issueInvoice } from "../../billing/invoices/service.ts";
import {
  acceptQuote,
  createQuote,
  declineQuote,
  type SiteAddress,
  sendQuote,
} from "../../billing/quotes/service.ts";
import { createRecurring } from "../../billing/recurring-invoices/service.ts";
import { readPendingRefunds, recordPayment } from "../../payments/payments/service.ts";

/** What a dollar was worth about in the autumn of 2026: sample data has to look likely, not to be true. */
const dollarIn: Readonly<Record<string, string>> = {
  NGN: "1534.25",
  GHS: "10.85",
  KES: "129.2",
  ZAR: "17.15",
  XOF: "565.4",
  XAF: "565.4",
  EGP: "47.3",
  INR: "88.6",
  EUR: "0.862",
  GBP: "0.761",
};

const foreignCurrency = "USD";

/** Stores many drafts by one statement; passed in, because it is not part of the service of invoices. */
export type StoreInvoices = (
  change: Change,
  records: readonly BatchRecord<InvoiceCreate>[],
) => Promise<BatchOutcome[]>;

export type SampleDraft = {
  id: number;
  customer_id: number;
  currency: string;
  total: number;
  amount_payable: number;
};

type CustomerAndLines = Pick<InvoiceCreate, "customer_id" | "lines"> & Terms;

/** What an invoice in another currency sells. */
export const sampleAbroad: Pick<InvoiceCreate, "currency" | "lines"> = {
  currency: foreignCurrency,
  lines: [
    { description: "Sourcing and inspection, per month", quantity: 1, unit_price: 1850, tax_rate: 0 },
    { description: "Sea freight, 20-foot container", quantity: 2, unit_price: 640, tax_rate: 0 },
  ],
};

export const sampleWithholding = { rate: 5, reason: "Withholding tax on services" };

type Terms = Pick<InvoiceCreate, "discounts" | "charges" | "prices_include_tax">;

/** What a trading company agrees with its customers; whole amounts are valid in every currency. */
const sampleTerms: readonly Terms[] = [
  { discounts: [{ percent: 5, reason: "Early order" }] },
  { charges: [{ amount: 2500, reason: "Delivery" }] },
  { prices_include_tax: true, discounts: [{ amount: 1000, reason: "Loyalty" }] },
  { discounts: [{ percent: 10 }, { percent: 2.5, reason: "Paid in advance" }], charges: [{ percent: 1 }] },
];

/** A document of which some lines, and as a whole every other one, have discounts or charges. */
export function withTerms<Document extends Pick<InvoiceCreate, "lines">>(
  document: Document,
  index: number,
): Document & Terms {
  const lines = document.lines.map((line, place) =>
    (index + place) % 5 === 2
      ? { ...line, discounts: [{ percent: 10, reason: "Introductory price" }] }
      : line,
  );
  return { ...document, lines, ...(index % 2 === 0 && sampleTerms[(index / 2) % sampleTerms.length]) };
}

const quotesOfDemo = 4;
const weeksOfDemo = 4;
const daysUntilRecurring = 7;

/**
 * One of each for a company that starts with little: rates of the dollar and an invoice at one of them, invoices with
 * discounts and charges, with prices that include tax, and from which tax is withheld, one that was paid and credited, so
 * that its credit pays for another, quotes in every state, and recurring invoices.
 */
export async function fillDocuments(
  change: Change,
  config: SiteAddress,
  storeInvoices: StoreInvoices,
  { customer_id, lines }: CustomerAndLines,
): Promise<void> {
  const rates = await addSampleRates(change, weeksOfDemo);
  const inputs: InvoiceCreate[] = [
    { customer_id, lines, withholding: sampleWithholding },
    ...(rates > 0 ? [{ customer_id, ...sampleAbroad }] : []),
    { customer_id, lines: withDiscount(lines), charges: [{ amount: 2500, reason: "Delivery" }] },
    { customer_id, lines, prices_include_tax: true, discounts: [{ percent: 5, reason: "Early order" }] },
    { customer_id, lines },
  ];
  const issued: SampleDraft[] = [];
  for (const draft of await addSampleInvoices(change, storeInvoices, inputs)) {
    issued.push(JSON.parse(await issueInvoice(change, idOfRecord(draft))) as SampleDraft);
  }
  const [discounted, , returned] = issued.slice(-3) as [SampleDraft, SampleDraft, SampleDraft];
  await recordPayment(change, { invoice_id: returned.id, amount: returned.total, method: "bank_transfer" });
  const note = await creditPart(change, returned);
  await applyCreditNote(change, idOfRecord(note), { invoice_id: discounted.id }, readPendingRefunds);
  for (let index = 0; index < quotesOfDemo; index += 1) {
    const id = await addSampleQuote(change, config, index, withTerms({ customer_id, lines }, index));
    await answerSampleQuote(change, config, index, id);
  }
  await addSampleRecurring(change, () => ({ customer_id, lines }));
}

const withDiscount = (lines: InvoiceCreate["lines"]): InvoiceCreate["lines"] =>
  lines.map((line) => ({ ...line, discounts: [{ percent: 10, reason: "Introductory price" }] }));

/** Credits a third of an invoice. */
export async function creditPart(
  change: Change,
  { id, total }: Pick<SampleDraft, "id" | "total">,
): Promise<Json> {
  const reason = "Two crates arrived damaged";
  const lines = [{ description: reason, quantity: 1, unit_price: Math.floor(total / 3), tax_rate: 0 }];
  return (await createCreditNote(change, id, { lines, reason })).creditNote;
}

/** How many were set: one for each week, or none where the company's currency has no usual rate. */
export async function addSampleRates(change: Change, weeks: number): Promise<number> {
  const { company, now } = change;
  const rates = sampleRates(company.currency, dateIn(company.timeZone, now), weeks);
  for (const rate of rates) await setExchangeRate(change, rate);
  return rates.length;
}

/** The drafts as they were stored, in the order of what was passed. */
export async function addSampleInvoices(
  change: Change,
  storeInvoices: StoreInvoices,
  inputs: readonly InvoiceCreate[],
): Promise<Json[]> {
  const outcomes = await storeInvoices(
    change,
    inputs.map((input, index) => ({ index, input, before: undefined })),
  );
  return outcomes.map((outcome) => {
    if (outcome.status === "failed") throw outcome.error;
    if (outcome.status !== "created") throw new Error("a draft without an external_id is new");
    return outcome.record;
  });
}

/** Its id. A quarter each are drafts, sent, accepted and declined; it is answered later. */
export async function addSampleQuote(
  change: Change,
  config: SiteAddress,
  index: number,
  input: CustomerAndLines,
): Promise<number> {
  const id = idOfRecord(await createQuote(change, config, input));
  if (index % 4 > 0) await sendQuote(change, config, id, {}, { again: false });
  return id;
}

export async function answerSampleQuote(
  change: Change,
  config: SiteAddress,
  index: number,
  id: number,
): Promise<void> {
  if (index % 4 === 2) await acceptQuote(change, config, id, { accepted_by: "Ada Obi" });
  if (index % 4 === 3) await declineQuote(change, config, id, { reason: "We have postponed the project." });
}

/** How many were created; the first date of each is a week ahead. */
export async function addSampleRecurring(
  change: Change,
  inputOf: (index: number) => CustomerAndLines,
): Promise<number> {
  const { company, now } = change;
  const rules = sampleRules(addDays(dateIn(company.timeZone, now), daysUntilRecurring));
  for (const [index, rule] of rules.entries()) await createRecurring(change, { ...inputOf(index), ...rule });
  return rules.length;
}

/** A subscription that is issued by itself, a retainer that stays a draft until it is checked, and one from which tax is withheld. */
const sampleRules = (start_date: string) => [
  { interval: "month" as const, start_date, action: "issue" as const, payment_terms_days: 14 },
  { interval: "month" as const, interval_count: 3, start_date, action: "draft" as const },
  {
    interval: "year" as const,
    start_date,
    action: "issue" as const,
    count: 3,
    withholding: sampleWithholding,
  },
];

/** A rate for each week up to today, which rises and falls by some per mille; none in a currency without a usual one. */
export function sampleRates(own: string, today: string, weeks: number): ExchangeRateCreate[] {
  const base = Object.hasOwn(dollarIn, own) ? dollarIn[own] : undefined;
  if (base === undefined) return [];
  return Array.from({ length: weeks }, (_, week) => {
    const perMille = 1000 + ((week * 7) % 11) - 5;
    const rate = new Big(base).times(perMille).times("0.001").toFixed(4);
    return { currency: foreignCurrency, date: addDays(today, -7 * (weeks - 1 - week)), rate };
  });
}
