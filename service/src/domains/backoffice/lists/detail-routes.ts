import type { Feature } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Call, type Route, read } from "../../../http/route.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { Quote, quoteExample } from "../../billing/quotes/schema.ts";
import { quoteExists } from "../../billing/quotes/service.ts";
import {
  PreviewedInvoice,
  previewExample,
  RecurringInvoice,
  recurringExample,
} from "../../billing/recurring-invoices/schema.ts";
import { recurringExists } from "../../billing/recurring-invoices/service.ts";
import { Sale, saleExample } from "../../billing/sales/schema.ts";
import { saleExists } from "../../billing/sales/service.ts";
import { Customer, customerExample } from "../../catalog/customers/schema.ts";
import { customerExists } from "../../catalog/customers/service.ts";
import { Payment, paymentExample } from "../../payments/payments/schema.ts";
import { paymentExists } from "../../payments/payments/service.ts";
import { Balance, balanceExample } from "./customers.ts";
import {
  readCustomerPage,
  readPaymentPage,
  readQuotePage,
  readRecurringPage,
  readSalePage,
} from "./details.ts";
import { InvoiceRow, invoiceRowExample } from "./invoices.ts";
import { PaymentRow, paymentRowExample } from "./payments.ts";
import { QuoteRow, quoteRowExample } from "./quotes.ts";
import { SaleRow, saleRowExample } from "./sales.ts";

type Exists = (db: Queryable, companyId: number, id: number) => Promise<boolean>;

type DetailRoute = {
  noun: "customer" | "payment" | "sale" | "quote" | "recurring_invoice";
  feature: Feature;
  exists: Exists;
  members: Record<string, Type.TSchema>;
  example: object;
  page: (db: Queryable, view: ReturnType<typeof viewOf>, id: number) => Promise<Record<string, Json>>;
};

function viewOf({ context, principal }: Call<undefined, undefined>) {
  const now = context.clock.now();
  return {
    company: principal.company,
    config: context.config,
    now,
    today: dateIn(principal.company.timeZone, now),
    has: (feature: Feature) => !principal.disabledFeatures.has(feature),
  };
}

function detailRoute({ noun, feature, exists, members, example, page }: DetailRoute): Route {
  const name = noun.replaceAll("_", " ");
  return read({
    path: `/lists/${noun}s/{id}`,
    operationId: `get_${noun}_page`,
    summary: `Get what the page of a ${name} shows`,
    tag: "Lists",
    scope: "site:read",
    feature,
    record: { noun: `The ${name}`, exists },
    readsSlowly: true,
    cost: 5,
    responses: {
      200: {
        description: `The ${name}, with the names and records that belong to it.`,
        schema: envelope(members),
        example: { success: true, ...example },
      },
    },
    handle: async (call) => jsonResponse(200, await page(call.context.reads, viewOf(call), call.id)),
  });
}

/** One response for each page of a record that belongs to others. */
export const detailRoutes: Route[] = [
  detailRoute({
    noun: "customer",
    feature: "catalog",
    exists: customerExists,
    members: {
      customer: Customer,
      balances: Type.Array(Balance),
      invoices: Type.Array(InvoiceRow),
      payments: Type.Array(PaymentRow),
      sales: Type.Array(SaleRow),
    },
    example: {
      customer: customerExample,
      balances: [balanceExample],
      invoices: [invoiceRowExample],
      payments: [paymentRowExample],
      sales: [saleRowExample],
    },
    page: readCustomerPage,
  }),
  detailRoute({
    noun: "payment",
    feature: "payments",
    exists: paymentExists,
    members: {
      payment: Payment,
      row: PaymentRow,
      invoice: Type.Unsafe({ anyOf: [InvoiceRow, { type: "null" }] }),
    },
    example: { payment: paymentExample, row: paymentRowExample, invoice: invoiceRowExample },
    page: readPaymentPage,
  }),
  detailRoute({
    noun: "sale",
    feature: "catalog",
    exists: saleExists,
    members: { sale: Sale, row: SaleRow },
    example: { sale: saleExample, row: saleRowExample },
    page: readSalePage,
  }),
  detailRoute({
    noun: "quote",
    feature: "catalog",
    exists: quoteExists,
    members: { quote: Quote, row: QuoteRow },
    example: { quote: quoteExample, row: quoteRowExample },
    page: readQuotePage,
  }),
  detailRoute({
    noun: "recurring_invoice",
    feature: "invoicing",
    exists: recurringExists,
    members: {
      recurring_invoice: RecurringInvoice,
      preview: Type.Array(PreviewedInvoice, { maxItems: 12 }),
      invoices: Type.Array(InvoiceRow),
    },
    example: {
      recurring_invoice: recurringExample,
      preview: [previewExample],
      invoices: [invoiceRowExample],
    },
    page: readRecurringPage,
  }),
];
