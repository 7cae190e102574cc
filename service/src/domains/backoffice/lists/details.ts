import type { Company, Feature } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { getQuote, type SiteAddress } from "../../billing/quotes/service.ts";
import { getRecurring, previewRecurring } from "../../billing/recurring-invoices/service.ts";
import { getSale } from "../../billing/sales/service.ts";
import { showCustomer } from "../../catalog/customers/service.ts";
import { getPayment, readCustomerBalances } from "../../payments/payments/service.ts";
import { balancesOf } from "./customers.ts";
import { invoiceTable } from "./invoices.ts";
import { readTable, type TableListing } from "./listing.ts";
import { paymentTable } from "./payments.ts";
import { quoteTable } from "./quotes.ts";
import { saleTable } from "./sales.ts";

/** Whose record is shown, on which day, and which features the company's plan has. */
type View = {
  company: Company;
  now: Date;
  today: string;
  config: SiteAddress;
  has: (feature: Feature) => boolean;
};

const latest = 10;

function rowsOf(listing: TableListing, { company, today }: View) {
  const fixed = listing.usesToday ? [company.id, today] : [company.id];
  return async (db: Queryable, limit: number, filters: Record<string, unknown>): Promise<Json[]> =>
    (await readTable(db, listing, fixed, { limit }, filters)).entries;
}

/** Everything on the page of a customer: what they owe, and their latest records. */
export async function readCustomerPage(db: Queryable, view: View, id: number): Promise<Record<string, Json>> {
  const customer = await showCustomer(db, view.company.id, view.today, id, readCustomerBalances);
  const latestOf = async (listing: TableListing, feature: Feature) =>
    view.has(feature)
      ? `[${(await rowsOf(listing, view)(db, latest, { customer_id: id })).join(",")}]`
      : "[]";
  const [balances, invoices, payments, sales] = await Promise.all([
    balancesOf(db, view.company.id, view.today, id),
    latestOf(invoiceTable, "invoicing"),
    latestOf(paymentTable, "payments"),
    latestOf(saleTable, "catalog"),
  ]);
  return { customer, balances, invoices, payments, sales };
}

/** Everything on the page of a payment: the payment, its row in the list, and its invoice. */
export async function readPaymentPage(db: Queryable, view: View, id: number): Promise<Record<string, Json>> {
  const payment = await getPayment(db, view.company.id, id);
  const { invoice_id: invoiceId } = JSON.parse(payment) as { invoice_id: number | null };
  const [[row], [invoice]] = await Promise.all([
    rowsOf(paymentTable, view)(db, 1, { ids: [id] }),
    invoiceId === null ? [] : rowsOf(invoiceTable, view)(db, 1, { ids: [invoiceId] }),
  ]);
  return { payment, row: row!, invoice: invoice ?? "null" };
}

/** Everything on the page of a sale: the sale, and its row in the list. */
export async function readSalePage(db: Queryable, view: View, id: number): Promise<Record<string, Json>> {
  const [sale, [row]] = await Promise.all([
    getSale(db, view.company.id, id),
    rowsOf(saleTable, view)(db, 1, { ids: [id] }),
  ]);
  return { sale, row: row! };
}

/** Everything on the page of a quote: the quote, and its row in the list. */
export async function readQuotePage(db: Queryable, view: View, id: number): Promise<Record<string, Json>> {
  const [quote, [row]] = await Promise.all([
    getQuote(db, view.config, view.company.id, id),
    rowsOf(quoteTable, view)(db, 1, { ids: [id] }),
  ]);
  return { quote, row: row! };
}

const latestOfSchedule = 24;

/** Everything on the page of a recurring invoice: what it makes next, and what it made last. */
export async function readRecurringPage(
  db: Queryable,
  view: View,
  id: number,
): Promise<Record<string, Json>> {
  const { company, now } = view;
  const [recurring_invoice, preview, invoices] = await Promise.all([
    getRecurring(db, company.id, id),
    previewRecurring(db, company, now, id),
    rowsOf(invoiceTable, view)(db, latestOfSchedule, { recurring_invoice_id: id }),
  ]);
  return { recurring_invoice, preview: JSON.stringify(preview), invoices: `[${invoices.join(",")}]` };
}
