import type { Company } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Page } from "../../../platform/db/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { type CustomerTableQuery, customerFilters, customerTable } from "./customers.ts";
import { type InvoiceTableQuery, invoiceFilters, invoiceTable } from "./invoices.ts";
import { readExported, readSummary, readTable, type TableListing, type TableRequest } from "./listing.ts";
import { type PaymentTableQuery, paymentFilters, paymentTable } from "./payments.ts";
import { type ProductTableQuery, productFilters, productTable } from "./products.ts";
import { type QuoteTableQuery, quoteFilters, quoteTable } from "./quotes.ts";
import { type RecurringTableQuery, recurringFilters, recurringTable } from "./recurring-invoices.ts";
import { type SaleTableQuery, saleFilters, saleTable } from "./sales.ts";

export { CustomerTableQuery } from "./customers.ts";
export { InvoiceTableQuery } from "./invoices.ts";
export { PaymentTableQuery } from "./payments.ts";
export { ProductTableQuery } from "./products.ts";
export { QuoteTableQuery } from "./quotes.ts";
export { RecurringTableQuery } from "./recurring-invoices.ts";
export { SaleTableQuery } from "./sales.ts";

/** The rows of one page, and with the first page what is in the whole list. */
export async function readList(
  db: Queryable,
  listing: TableListing,
  fixed: readonly unknown[],
  request: TableRequest,
  filters: Readonly<Record<string, unknown>>,
): Promise<Record<"rows" | "pagination", Json> & Partial<Record<"counts" | "totals" | "partial", Json>>> {
  const [page, summary] = await Promise.all([
    readTable(db, listing, fixed, request, filters),
    request.cursor === undefined ? readSummary(db, listing, fixed, filters) : undefined,
  ]);
  return { rows: `[${page.entries.join(",")}]`, pagination: page.pagination, ...summary };
}

type FiltersOf<Query> = (company: Company, today: string, query: Query) => Record<string, unknown>;

/** The list function of an export, with the filters of the dashboard's list. */
const exportOf =
  <Query extends TableRequest>(listing: TableListing, filtersOf: FiltersOf<Query>) =>
  (db: Queryable, company: Company, today: string, query: Query): Promise<Page> => {
    const fixed = listing.usesToday ? [company.id, today] : [company.id];
    return readExported(db, listing, fixed, query, filtersOf(company, today, query));
  };

export const exportedInvoices = exportOf<InvoiceTableQuery>(invoiceTable, invoiceFilters);
export const exportedSales = exportOf<SaleTableQuery>(saleTable, saleFilters);
export const exportedQuotes = exportOf<QuoteTableQuery>(quoteTable, quoteFilters);
export const exportedRecurringInvoices = exportOf<RecurringTableQuery>(recurringTable, recurringFilters);
export const exportedPayments = exportOf<PaymentTableQuery>(paymentTable, paymentFilters);
export const exportedCustomers = exportOf<CustomerTableQuery>(customerTable, customerFilters);
export const exportedProducts = exportOf<ProductTableQuery>(productTable, productFilters);
