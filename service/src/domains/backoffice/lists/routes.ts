import type { Feature } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Call, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, Pagination } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { Product, productExample } from "../../catalog/products/schema.ts";
import {
  CustomerRow,
  CustomerTableQuery,
  customerFilters,
  customerRowExample,
  customerTable,
} from "./customers.ts";
import { detailRoutes } from "./detail-routes.ts";
import {
  InvoiceRow,
  InvoiceTableQuery,
  invoiceFilters,
  invoiceRowExample,
  invoiceTable,
} from "./invoices.ts";
import { LinkRow, LinkTableQuery, linkFilters, linkRowExample, linkTable } from "./links.ts";
import type { TableListing, TableRequest } from "./listing.ts";
import {
  PaymentRow,
  PaymentTableQuery,
  paymentFilters,
  paymentRowExample,
  paymentTable,
} from "./payments.ts";
import { ProductTableQuery, productFilters, productTable } from "./products.ts";
import { QuoteRow, QuoteTableQuery, quoteFilters, quoteRowExample, quoteTable } from "./quotes.ts";
import {
  RecurringRow,
  RecurringTableQuery,
  recurringFilters,
  recurringRowExample,
  recurringTable,
} from "./recurring-invoices.ts";
import { SaleRow, SaleTableQuery, saleFilters, saleRowExample, saleTable } from "./sales.ts";
import { countsOf, totalsOf } from "./schema.ts";
import { readList } from "./service.ts";

type ListRoute<Q extends Type.TSchema> = {
  listing: TableListing;
  feature: Feature;
  query: Q;
  row: Type.TSchema;
  example: object;
  sums: readonly string[];
  filters: (call: Call<Type.Static<Q>, undefined>, today: string) => Record<string, unknown>;
  /** The second parameter of its statements, if they have one. */
  second?: "today" | "now";
};

function tableRoute<Q extends Type.TSchema>(list: ListRoute<Q>): Route {
  const { listing, feature, query, row, example, sums, filters, second } = list;
  const tabs = Object.keys(listing.tabs);
  return read<Q>({
    path: `/lists/${listing.name}`,
    operationId: `list_${listing.name}_table`,
    summary: `List ${listing.name.replaceAll("_", " ")} for the dashboard`,
    description: "The first page has the counts of all tabs and the totals of everything that matches.",
    tag: "Lists",
    scope: "site:read",
    feature,
    query,
    readsSlowly: true,
    cost: 10,
    responses: {
      200: {
        description: "A page of rows.",
        schema: envelope({
          rows: Type.Array(row),
          pagination: Pagination,
          counts: Type.Optional(countsOf(tabs)),
          totals: Type.Optional(totalsOf(sums)),
          partial: Type.Optional(
            Type.Boolean({ description: "Counts and totals leave out some that match." }),
          ),
        }),
        example: {
          success: true,
          rows: [example],
          pagination: { limit: 50, has_more: false, next_cursor: null },
          counts: Object.fromEntries(["all", ...tabs].map((tab) => [tab, 1])),
          totals: [
            { currency: "NGN", count: 1, ...Object.fromEntries(sums.map((name) => [name, 145125])) },
          ].slice(0, sums.length),
        },
      },
    },
    handle: async (call: Call<Type.Static<Q>, undefined>) => {
      const { context, principal } = call;
      const now = context.clock.now();
      const today = dateIn(principal.company.timeZone, now);
      const fixed = [principal.company.id, ...(second ? [second === "now" ? now : today] : [])];
      const given = filters(call, today);
      return jsonResponse(
        200,
        await readList(context.reads, listing, fixed, call.query as TableRequest, given),
      );
    },
  } as Parameters<typeof read<Q>>[0]);
}

/** The lists that people work in: rows, counts by tab and totals by currency in one response. */
export const listRoutes: Route[] = [
  ...detailRoutes,
  tableRoute({
    listing: invoiceTable,
    feature: "invoicing",
    query: InvoiceTableQuery,
    row: InvoiceRow,
    example: invoiceRowExample,
    sums: ["total", "amount_due"],
    second: "today",
    filters: ({ principal, query }, today) => invoiceFilters(principal.company, today, query),
  }),
  tableRoute({
    listing: customerTable,
    feature: "catalog",
    query: CustomerTableQuery,
    row: CustomerRow,
    example: customerRowExample,
    sums: ["outstanding", "overdue"],
    second: "today",
    filters: ({ principal, query }, today) => customerFilters(principal.company, today, query),
  }),
  tableRoute({
    listing: productTable,
    feature: "catalog",
    query: ProductTableQuery,
    row: Product,
    example: productExample,
    sums: [],
    filters: ({ principal, query }, today) => productFilters(principal.company, today, query),
  }),
  tableRoute({
    listing: saleTable,
    feature: "catalog",
    query: SaleTableQuery,
    row: SaleRow,
    example: saleRowExample,
    sums: ["total"],
    filters: ({ principal, query }, today) => saleFilters(principal.company, today, query),
  }),
  tableRoute({
    listing: quoteTable,
    feature: "catalog",
    query: QuoteTableQuery,
    row: QuoteRow,
    example: quoteRowExample,
    sums: ["total"],
    filters: ({ principal, query }, today) => quoteFilters(principal.company, today, query),
  }),
  tableRoute({
    listing: recurringTable,
    feature: "invoicing",
    query: RecurringTableQuery,
    row: RecurringRow,
    example: recurringRowExample,
    sums: [],
    filters: ({ principal, query }, today) => recurringFilters(principal.company, today, query),
  }),
  tableRoute({
    listing: paymentTable,
    feature: "payments",
    query: PaymentTableQuery,
    row: PaymentRow,
    example: paymentRowExample,
    sums: ["amount", "amount_refunded"],
    filters: ({ principal, query }, today) => paymentFilters(principal.company, today, query),
  }),
  tableRoute({
    listing: linkTable,
    feature: "payments",
    query: LinkTableQuery,
    row: LinkRow,
    example: linkRowExample,
    sums: ["amount"],
    second: "now",
    filters: ({ context, principal, query }) => linkFilters(principal.company, context.clock.now(), query),
  }),
];
