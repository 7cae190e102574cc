import type { Change } from "../../../context.ts";
import { reservedSeries } from "../../../contract/number-series.ts";
import { idOfRecord } from "../../../platform/values/batch.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { momentOf } from "../../../platform/values/date-times.ts";
import { applyCreditNote, createCreditNote } from "../../billing/credit-notes/service.ts";
import { issueInvoice, voidInvoice, writeOffInvoice } from "../../billing/invoices/service.ts";
import { lockSeries } from "../../billing/numbering/service.ts";
import type { SiteAddress } from "../../billing/quotes/service.ts";
import { createCustomer } from "../../catalog/customers/service.ts";
import { createProduct } from "../../catalog/products/service.ts";
import { withholdingMethod } from "../../payments/payments/schema.ts";
import { readPendingRefunds, recordPayment, refundPayment } from "../../payments/payments/service.ts";
import {
  addSampleInvoices,
  addSampleQuote,
  addSampleRates,
  addSampleRecurring,
  answerSampleQuote,
  creditPart,
  type SampleDraft,
  type StoreInvoices,
  sampleAbroad,
  sampleWithholding,
  withTerms,
} from "./sample-documents.ts";
import { sampleCustomers, sampleLines, sampleProducts } from "./sample-records.ts";
import { type SandboxScenario, scenarioCounts } from "./schema.ts";
import { type Step, takeSteps } from "./timeline.ts";

const daysBack = 180;
const rateWeeks = Math.ceil(daysBack / 7) + 1;
const termDays = 30;
/** After the date of an invoice. */
const days = {
  untilPaid: 12,
  untilRest: 21,
  untilRefund: 17,
  untilCredit: 6,
  untilVoid: 1,
  untilWriteOff: 75,
};
const daysOfQuotes = 28;
const minute = 60_000;

/** What became of an invoice in the end; they come round again with every sixteen invoices. */
const fates = [
  "paid",
  "open",
  "paid",
  "partly paid",
  "paid in parts",
  "draft",
  "paid",
  "credited",
  "open",
  "void",
  "partly credited",
  "paid without the tax withheld",
  "written off",
  "credited after it was paid",
  "refunded",
  "open",
] as const;
type Fate = (typeof fates)[number];

/** Which of them are in another currency: open ones, so that the totals of payments stay in one. */
const abroad = 8;
const withheld = fates.indexOf("paid without the tax withheld");

/**
 * Half a year of a trading company in the transaction of the caller: all of it is stored, or nothing. Each record is made
 * at its time, as far as the company's earlier events allow: see `takeSteps`.
 */
export async function fillSixMonths(
  change: Change,
  config: SiteAddress,
  storeInvoices: StoreInvoices,
): Promise<SandboxScenario> {
  const { tx, company, now } = change;
  const today = dateIn(company.timeZone, now);
  const from = invoiceDate(today, 0);
  // Everybody locks the series before the company's counters, and rates are rows that others may be changing.
  for (const series of [company.invoiceSeries, reservedSeries.creditNote, reservedSeries.quote]) {
    await lockSeries(tx, company.id, series);
  }
  const rates = await addSampleRates(change, rateWeeks);
  /** So many minutes after eight in the morning. */
  const at = (date: string, minutes: number) =>
    new Date(momentOf(company.timeZone, date).getTime() + (8 * 60 + minutes) * minute);

  const catalog: Catalog = { customers: [], products: [] };
  const { customers, products } = catalog;
  const customerOf: CustomerOf = (index) => customers[(index * 7) % customers.length]!;
  const founded = addDays(from, -1);
  const steps = stepsOfCatalog(catalog, (minutes) => at(founded, minutes));
  const counts = { payments: 0, creditNotes: 0 };
  const outcomes = Array.from(
    { length: scenarioCounts.invoices },
    (_, index): Outcome => ({ fate: fates[index % fates.length]! }),
  );
  const invoicing = { today, at, catalog, customerOf, counts, storeInvoices, hasRates: rates > 0 };
  steps.push(
    ...outcomes.flatMap((outcome, index) => stepsOfInvoice(outcome, index, invoicing)),
    ...Array.from({ length: scenarioCounts.quotes }).flatMap((_, index) =>
      stepsOfQuoteAt(config, index, invoicing),
    ),
  );
  let recurring = 0;
  const recur = async (then: Change) => {
    recurring = await addSampleRecurring(then, (index) => ({
      customer_id: customerOf(1 + index),
      lines: [{ product_id: products.at(-1 - index)!, quantity: 1 + index }],
    }));
  };
  const apply = (then: Change) => applyCredit(then, outcomes);
  await takeSteps(change, [...steps, { at: now, run: apply }, { at: now, run: recur }]);
  return {
    name: "six_months",
    from,
    to: today,
    customers: customers.length,
    products: products.length,
    invoices: scenarioCounts.invoices,
    payments: counts.payments,
    credit_notes: counts.creditNotes,
    quotes: scenarioCounts.quotes,
    recurring_invoices: recurring,
    exchange_rates: rates,
  };
}

type CustomerOf = (index: number) => number;

type Invoicing = {
  today: string;
  /** So many minutes after eight in the morning of a date. */
  at: (date: string, minutes: number) => Date;
  catalog: Catalog;
  customerOf: CustomerOf;
  counts: Invoiced["counts"];
  storeInvoices: StoreInvoices;
  hasRates: boolean;
};

function stepsOfInvoice(outcome: Outcome, index: number, invoicing: Invoicing): Step[] {
  const { today, at, catalog, customerOf, counts, storeInvoices, hasRates } = invoicing;
  const date = invoiceDate(today, index);
  const after = (count: number, more = 0) =>
    at(earlier(addDays(date, count), today), ((index * 37) % 540) + more);
  const create = async (then: Change) => {
    const input = invoiceInput(index, date, { products: catalog.products, customerOf, hasRates });
    const [json] = await addSampleInvoices(then, storeInvoices, [input]);
    outcome.draft = JSON.parse(json!) as SampleDraft;
  };
  return [{ at: after(0), run: create }, ...stepsTo(outcome, { after, index, counts })];
}

function stepsOfQuoteAt(
  config: SiteAddress,
  index: number,
  { today, at, catalog: { products }, customerOf }: Invoicing,
): Step[] {
  const input = () =>
    withTerms({ customer_id: customerOf(index + 3), lines: sampleLines(products, index + 3) }, index + 3);
  const sent = addDays(today, 3 * index - daysOfQuotes);
  return stepsOfQuote(config, index, input, { sent: at(sent, 120), answered: at(addDays(sent, 2), 200) });
}

const invoiceInput = (
  index: number,
  date: string,
  { products, customerOf, hasRates }: { products: number[]; customerOf: CustomerOf; hasRates: boolean },
) => ({
  customer_id: customerOf(index),
  ...(hasRates && index % fates.length === abroad
    ? sampleAbroad
    : withTerms({ lines: sampleLines(products, index) }, index)),
  ...(index % fates.length === withheld && { withholding: sampleWithholding }),
  invoice_date: date,
  due_date: addDays(date, termDays),
  ...(index % 5 === 0 && { po_number: `PO-${1000 + index}` }),
  ...(index % 6 === 0 && { notes: "Goods remain our property until they are paid in full." }),
});

/** The ids of the records, once they are made. */
type Catalog = { customers: number[]; products: number[] };

/** The records that everything else refers to, made one a minute. */
const stepsOfCatalog = ({ customers, products }: Catalog, at: (minutes: number) => Date): Step[] => [
  ...sampleCustomers.slice(0, scenarioCounts.customers).map(({ external_id: _unique, ...fields }, index) => ({
    at: at(index),
    run: async (then: Change) => void customers.push(idOfRecord(await createCustomer(then, fields))),
  })),
  ...sampleProducts.slice(0, scenarioCounts.products).map(({ sku: _unique, ...fields }, index) => ({
    at: at(60 + index),
    run: async (then: Change) => void products.push(idOfRecord(await createProduct(then, fields))),
  })),
];

function stepsOfQuote(
  config: SiteAddress,
  index: number,
  input: () => Parameters<typeof addSampleQuote>[3],
  { sent, answered }: { sent: Date; answered: Date },
): Step[] {
  let id: number;
  const send = async (then: Change) => {
    id = await addSampleQuote(then, config, index, input());
  };
  return [
    { at: sent, run: send },
    { at: answered, run: (then) => answerSampleQuote(then, config, index, id) },
  ];
}

const invoiceDate = (today: string, index: number) =>
  addDays(today, -Math.floor(((scenarioCounts.invoices - 1 - index) * daysBack) / scenarioCounts.invoices));
const earlier = (one: string, other: string) => (one < other ? one : other);

/** An invoice, and a credit note of what was paid. */
type Outcome = { fate: Fate; draft?: SampleDraft; note?: number };

/** Credit of what was paid pays for an open invoice of the same customer; what finds none is theirs to use. */
async function applyCredit(change: Change, outcomes: readonly Outcome[]): Promise<void> {
  const open = outcomes.filter(({ fate }) => fate === "open").map(({ draft }) => draft!);
  for (const { note, draft } of outcomes) {
    if (note === undefined) continue;
    const { customer_id, currency } = draft!;
    const place = open.findIndex((each) => each.customer_id === customer_id && each.currency === currency);
    const [target] = place === -1 ? [] : open.splice(place, 1);
    if (target) await applyCreditNote(change, note, { invoice_id: target.id }, readPendingRefunds);
  }
}

type Invoiced = {
  /** So many days after the date of the invoice, and so many minutes later. */
  after: (days: number, minutes?: number) => Date;
  index: number;
  counts: { payments: number; creditNotes: number };
};

/** What a company can do with a draft. Amounts and ids are known only when a step is taken. */
function actionsOn({
  draftOf,
  index,
  counts,
}: Pick<Invoiced, "index" | "counts"> & { draftOf: () => SampleDraft }) {
  const method = (["bank_transfer", "card", "cash", "cheque"] as const)[index % 4]!;
  let paymentId: number;
  let due: number;
  const pay = (
    at: Date,
    amountOf: () => number,
    how: { method: string; certificate_number?: string } = { method },
  ) => ({
    at,
    run: async (change: Change) => {
      // Where the step is taken later than its time, the money still came at its time, but not in the future.
      const paid_at = (at < change.now ? at : change.now).toISOString();
      const input = { invoice_id: draftOf().id, amount: amountOf(), paid_at, ...how };
      const { payment, invoice } = await recordPayment(change, input);
      counts.payments += 1;
      paymentId = idOfRecord(payment);
      due = (JSON.parse(invoice) as { amount_due: number }).amount_due;
    },
  });
  const credit = (at: Date, run: (change: Change) => Promise<unknown>) => ({
    at,
    run: async (change: Change) => {
      await run(change);
      counts.creditNotes += 1;
    },
  });
  const refund = async (change: Change) =>
    void (await refundPayment(change, paymentId, { reason: "The event was cancelled" }));
  return { pay, credit, refund, rest: () => due };
}

/** What a company does with a draft, each at its time. */
function stepsTo(outcome: Outcome, { after, index, counts }: Invoiced): Step[] {
  const draftOf = () => outcome.draft!;
  const { pay, credit, refund, rest } = actionsOn({ draftOf, index, counts });
  const issue = {
    at: after(0, 15),
    run: async (change: Change) => void (await issueInvoice(change, draftOf().id)),
  };
  const total = () => draftOf().total;
  // Whole units are valid amounts in every currency.
  const third = () => Math.floor(draftOf().total / 3);
  const paid = after(days.untilPaid, 30);
  switch (outcome.fate) {
    case "draft":
      return [];
    case "open":
      return [issue];
    case "paid":
      return [issue, pay(paid, total)];
    case "partly paid":
      return [issue, pay(paid, third)];
    case "paid in parts":
      return [issue, pay(paid, third), pay(after(days.untilRest, 60), rest)];
    case "paid without the tax withheld": {
      // The newest certificate is still to come.
      const certificate = index < scenarioCounts.invoices - fates.length;
      const withholding = {
        method: withholdingMethod,
        ...(certificate && { certificate_number: `WHT-${7000 + index}` }),
      };
      const payable = () => draftOf().amount_payable;
      return [issue, pay(paid, payable), pay(after(days.untilRest, 60), rest, withholding)];
    }
    case "refunded":
      return [issue, pay(paid, total), { at: after(days.untilRefund, 60), run: refund }];
    case "void":
      return [
        issue,
        {
          at: after(days.untilVoid, 30),
          run: async (change) => void (await voidInvoice(change, draftOf().id)),
        },
      ];
    case "written off":
      return [
        issue,
        {
          at: after(days.untilWriteOff, 30),
          run: async (change) => void (await writeOffInvoice(change, draftOf().id)),
        },
      ];
    case "credited": {
      const reason = "The whole delivery was returned";
      const run = (change: Change) => createCreditNote(change, draftOf().id, { reason });
      return [issue, credit(after(days.untilCredit, 30), run)];
    }
    case "partly credited":
      return [issue, credit(after(days.untilCredit, 30), (change) => creditPart(change, draftOf()))];
    case "credited after it was paid": {
      const run = async (change: Change) => {
        outcome.note = idOfRecord(await creditPart(change, draftOf()));
      };
      return [issue, pay(paid, total), credit(after(days.untilRefund, 60), run)];
    }
  }
}
