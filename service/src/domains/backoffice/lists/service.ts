import type { Company } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Listing, Page } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { InvoiceQuery } from "../../billing/invoices/schema.ts";
import { invoiceListFilters, invoiceListing } from "../../billing/invoices/service.ts";
import { QuoteQuery } from "../../billing/quotes/schema.ts";
import { quoteListFilters, quoteListing } from "../../billing/quotes/service.ts";
import { RecurringInvoiceQuery } from "../../billing/recurring-invoices/schema.ts";
import { recurringListFilters, recurringListing } from "../../billing/recurring-invoices/service.ts";
import { SaleQuery } from "../../billing/sales/schema.ts";
import { saleListFilters, saleListing } from "../../billing/sales/service.ts";
import { CustomerQuery } from "../../catalog/customers/schema.ts";
import { customerListFilters, customerListing } from "../../catalog/customers/service.ts";
import { ProductQuery } from "../../catalog/products/schema.ts";
import { productListFilters, productListing } from "../../catalog/products/service.ts";
import { PaymentQuery } from "../../payments/payments/schema.ts";
import { paymentListFilters, paymentListing } from "../../payments/payments/service.ts";
import { CustomerTableQuery, customerFilters, customerTable } from "./customers.ts";
import { InvoiceTableQuery, invoiceFilters, invoiceTable } from "./invoices.ts";
import { readExported, readSummary, readTable, type TableListing, type TableRequest } from "./listing.ts";
import { PaymentTableQuery, paymentFilters, paymentTable } from "./payments.ts";
import { ProductTableQuery, productFilters, productTable } from "./products.ts";
import { QuoteTableQuery, quoteFilters, quoteTable } from "./quotes.ts";
import { RecurringTableQuery, recurringFilters, recurringTable } from "./recurring-invoices.ts";
import { SaleTableQuery, saleFilters, saleTable } from "./sales.ts";

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

type Exported<Table extends Type.TObject, Api extends Type.TObject> = {
  table: TableListing;
  /** The parameters of the dashboard's list and of the API's list. */
  queries: readonly [table: Table, api: Api];
  tableFilters: FiltersOf<Type.Static<Table>>;
  api: Listing;
  apiFilters: FiltersOf<Type.Static<Api>>;
};

export type ExportedList<Query> = {
  query: Type.TObject;
  list: (db: Queryable, company: Company, today: string, query: Query) => Promise<Page>;
};

/**
 * A list as it is exported: with the filters of the dashboard's list and with those of the API's list, so that what either
 * shows is what the file has. What both call the same means the same; the dashboard's takes several words.
 */
function exported<Table extends Type.TObject, Api extends Type.TObject>(
  of: Exported<Table, Api>,
): ExportedList<Type.Static<Table> & Type.Static<Api> & TableRequest> {
  const { table, api } = of;
  const [tableQuery, apiQuery] = of.queries;
  const listing: TableListing = {
    ...table,
    filters: { ...api.filters, ...table.filters },
    // The API's paths have its order, the creation.
    paths: [...table.paths, ...(table.indexOrder.name === "created_at" ? api.paths : [])],
  };
  return {
    query: Type.Object({ ...apiQuery.properties, ...tableQuery.properties }),
    list: (db, company, today, query) => {
      const further = Object.entries(query).filter(([name]) => !(name in tableQuery.properties));
      const filters = {
        ...of.apiFilters(company, today, Object.fromEntries(further) as Type.Static<Api>),
        ...defined(of.tableFilters(company, today, query)),
      };
      return readExported(db, listing, table.usesToday ? [company.id, today] : [company.id], query, filters);
    },
  };
}

const defined = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

export const exportedInvoices = exported({
  table: invoiceTable,
  queries: [InvoiceTableQuery, InvoiceQuery],
  tableFilters: invoiceFilters,
  api: invoiceListing,
  apiFilters: invoiceListFilters,
});
export const exportedSales = exported({
  table: saleTable,
  queries: [SaleTableQuery, SaleQuery],
  tableFilters: saleFilters,
  api: saleListing,
  apiFilters: saleListFilters,
});
export const exportedQuotes = exported({
  table: quoteTable,
  queries: [QuoteTableQuery, QuoteQuery],
  tableFilters: quoteFilters,
  api: quoteListing,
  apiFilters: quoteListFilters,
});
export const exportedRecurringInvoices = exported({
  table: recurringTable,
  queries: [RecurringTableQuery, RecurringInvoiceQuery],
  tableFilters: recurringFilters,
  api: recurringListing,
  apiFilters: recurringListFilters,
});
export const exportedPayments = exported({
  table: paymentTable,
  queries: [PaymentTableQuery, PaymentQuery],
  tableFilters: paymentFilters,
  api: paymentListing,
  apiFilters: paymentListFilters,
});
export const exportedCustomers = exported({
  table: customerTable,
  queries: [CustomerTableQuery, CustomerQuery],
  tableFilters: customerFilters,
  api: customerListing,
  apiFilters: customerListFilters,
});
export const exportedProducts = exported({
  table: productTable,
  queries: [ProductTableQuery, ProductQuery],
  tableFilters: productFilters,
  api: productListing,
  apiFilters: productListFilters,
});
