import type { Change } from "../../../context.ts";
import { reservedSeries } from "../../../contract/number-series.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { idOfRecord } from "../../../platform/values/batch.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { applyCreditNote, createCreditNote } from "../../billing/credit-notes/service.ts";
import type { InvoiceCreate } from "../../billing/invoices/schema.ts";
import { issueInvoice, voidInvoice, writeOffInvoice } from "../../billing/invoices/service.ts";
import { lockSeries } from "../../billing/numbering/service.ts";
import type { SiteAddress } from "../../billing/quotes/service.ts";
import { createCustomer } from "../../catalog/customers/service.ts";
import { createProduct } from "../../catalog/products/service.ts";
import { withholdingMethod } from "../../payments/payments/schema.ts";
import { readPendingRefunds, recordPayment, refundPayment } from "../../payments/payments/service.ts";
import {
  addSampleInvoices,
  addSampleQuotes,
  addSampleRates,
  addSampleRecurring,
  creditPart,
  type SampleDraft,
  type StoreInvoices,
  sampleAbroad,
  sampleWithholding,
  withTerms,
} from "./sample-documents.ts";
import { sampleCustomers, sampleLines, sampleProducts } from "./sample-records.ts";
import { type SandboxScenario, scenarioCounts } from "./schema.ts";

const daysBack = 180;
const rateWeeks = Math.ceil(daysBack / 7) + 1;
const termDays = 30;
const daysUntilPaid = 12;

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
 * Half a year of a trading company in the transaction of the caller: all of it is stored, or nothing. The dates of
 * documents and payments lie in the past; what was recorded when, events included, says the truth, which is now.
 */
export async function fillSixMonths(
  change: Change,
  config: SiteAddress,
  storeInvoices: StoreInvoices,
): Promise<SandboxScenario> {
  const { tx, company, now } = change;
  const today = dateIn(company.timeZone, now);
  // The first event locks the company's counters, and everybody locks the series before them.
  for (const series of [company.invoiceSeries, reservedSeries.creditNote, reservedSeries.quote]) {
    await lockSeries(tx, company.id, series);
  }
  const { customers, products } = await fillCatalog(change);
  const customerOf = (index: number) => customers[(index * 7) % customers.length]!;

  // Before the invoices, which take the rate of their date when they are issued.
  const rates = await addSampleRates(change, rateWeeks);

  const inputs = Array.from(
    { length: scenarioCounts.invoices },
    (_, index): InvoiceCreate & { invoice_date: string } => {
      const date = invoiceDate(today, index);
      return {
        customer_id: customerOf(index),
        ...(rates > 0 && index % fates.length === abroad
          ? sampleAbroad
          : withTerms({ lines: sampleLines(products, index) }, index)),
        ...(index % fates.length === withheld && { withholding: sampleWithholding }),
        invoice_date: date,
        due_date: addDays(date, termDays),
        ...(index % 5 === 0 && { po_number: `PO-${1000 + index}` }),
        ...(index % 6 === 0 && { notes: "Goods remain our property until they are paid in full." }),
      };
    },
  );
  let [payments, creditNotes] = [0, 0];
  const outcomes: Outcome[] = [];
  for (const [index, draft] of (await addSampleInvoices(change, storeInvoices, inputs)).entries()) {
    const paidOn = earlier(addDays(inputs[index]!.invoice_date, daysUntilPaid), today);
    const fate = fates[index % fates.length]!;
    const made = await bringTo(change, draft, { fate, paidOn, index });
    payments += made.payments;
    creditNotes += made.creditNotes;
    outcomes.push({ ...(JSON.parse(draft) as SampleDraft), fate, note: made.note });
  }

  await applyCredit(change, outcomes);

  await addSampleQuotes(change, config, scenarioCounts.quotes, (index) =>
    withTerms({ customer_id: customerOf(index + 3), lines: sampleLines(products, index + 3) }, index + 3),
  );
  const recurring = await addSampleRecurring(change, (index) => ({
    customer_id: customerOf(1 + index),
    lines: [{ product_id: products.at(-1 - index)!, quantity: 1 + index }],
  }));
  return {
    name: "six_months",
    from: inputs[0]!.invoice_date,
    to: today,
    customers: customers.length,
    products: products.length,
    invoices: inputs.length,
    payments,
    credit_notes: creditNotes,
    quotes: scenarioCounts.quotes,
    recurring_invoices: recurring,
    exchange_rates: rates,
  };
}

type Outcome = Pick<SampleDraft, "id" | "customer_id" | "currency"> & {
  fate: Fate;
  note?: number | undefined;
};

/** Credit of what was paid pays for an open invoice of the same customer; what finds none is theirs to use. */
async function applyCredit(change: Change, outcomes: readonly Outcome[]): Promise<void> {
  const open = outcomes.filter(({ fate }) => fate === "open");
  for (const { note, customer_id, currency } of outcomes) {
    if (note === undefined) continue;
    const place = open.findIndex((each) => each.customer_id === customer_id && each.currency === currency);
    const [target] = place === -1 ? [] : open.splice(place, 1);
    if (target) await applyCreditNote(change, note, { invoice_id: target.id }, readPendingRefunds);
  }
}

/** Without the names that are unique in a company, so that the scenario can be loaded again. */
async function fillCatalog(change: Change) {
  const [customers, products]: [number[], number[]] = [[], []];
  for (const { external_id: _unique, ...fields } of sampleCustomers.slice(0, scenarioCounts.customers)) {
    customers.push(idOfRecord(await createCustomer(change, fields)));
  }
  for (const { sku: _unique, ...fields } of sampleProducts.slice(0, scenarioCounts.products)) {
    products.push(idOfRecord(await createProduct(change, fields)));
  }
  return { customers, products };
}

const invoiceDate = (today: string, index: number) =>
  addDays(today, -Math.floor(((scenarioCounts.invoices - 1 - index) * daysBack) / scenarioCounts.invoices));
const earlier = (one: string, other: string) => (one < other ? one : other);

/** Does to a draft what a company would, and returns what that left behind. */
async function bringTo(
  change: Change,
  draft: Json,
  { fate, paidOn, index }: { fate: Fate; paidOn: string; index: number },
): Promise<{ payments: number; creditNotes: number; note?: number }> {
  const { id, total, amount_payable: payable } = JSON.parse(draft) as SampleDraft;
  const method = (["bank_transfer", "card", "cash", "cheque"] as const)[index % 4]!;
  const pay = (amount: number, how: { method: string; certificate_number?: string } = { method }) =>
    recordPayment(change, { invoice_id: id, amount, paid_at: paidOn, ...how });
  // Whole units are valid amounts in every currency.
  const third = Math.floor(total / 3);
  if (fate !== "draft") await issueInvoice(change, id);
  switch (fate) {
    case "draft":
    case "open":
      return { payments: 0, creditNotes: 0 };
    case "paid":
      await pay(total);
      return { payments: 1, creditNotes: 0 };
    case "partly paid":
      await pay(third);
      return { payments: 1, creditNotes: 0 };
    case "paid in parts": {
      const { invoice } = await pay(third);
      await pay((JSON.parse(invoice) as { amount_due: number }).amount_due);
      return { payments: 2, creditNotes: 0 };
    }
    case "paid without the tax withheld": {
      const { invoice } = await pay(payable);
      // The newest certificate is still to come.
      const certificate = index < scenarioCounts.invoices - fates.length;
      await pay((JSON.parse(invoice) as { amount_due: number }).amount_due, {
        method: withholdingMethod,
        ...(certificate && { certificate_number: `WHT-${7000 + index}` }),
      });
      return { payments: 2, creditNotes: 0 };
    }
    case "refunded": {
      const { payment } = await pay(total);
      await refundPayment(change, idOfRecord(payment), { reason: "The event was cancelled" });
      return { payments: 1, creditNotes: 0 };
    }
    case "void":
      await voidInvoice(change, id);
      return { payments: 0, creditNotes: 0 };
    case "written off":
      await writeOffInvoice(change, id);
      return { payments: 0, creditNotes: 0 };
    case "credited":
      await createCreditNote(change, id, { reason: "The whole delivery was returned" });
      return { payments: 0, creditNotes: 1 };
    case "partly credited": {
      await creditPart(change, { id, total });
      return { payments: 0, creditNotes: 1 };
    }
    case "credited after it was paid": {
      await pay(total);
      const note = idOfRecord(await creditPart(change, { id, total }));
      return { payments: 1, creditNotes: 1, note };
    }
  }
}
