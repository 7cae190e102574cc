import { expect, test } from "vitest";
import type { TSchema } from "../../../platform/values/typebox.ts";
import { CreditNoteEntry } from "../../billing/credit-notes/schema.ts";
import { ExchangeRate } from "../../billing/exchange-rates/schema.ts";
import { InvoiceEntry } from "../../billing/invoices/schema.ts";
import { QuoteEntry } from "../../billing/quotes/schema.ts";
import { RecurringInvoiceEntry } from "../../billing/recurring-invoices/schema.ts";
import { SaleEntry } from "../../billing/sales/schema.ts";
import { Customer } from "../../catalog/customers/schema.ts";
import { Product } from "../../catalog/products/schema.ts";
import { Payment } from "../../payments/payments/schema.ts";
import { type SheetName, sheets } from "./sheets.ts";

/** Lists that do not fit in a cell, of which there are the sums. */
const documents = ["lines", "taxes", "discounts", "charges"];

/** What an export leaves out, beside the secrets that open a page to whoever has them. */
const leftOut: [name: SheetName, record: { properties: Record<string, TSchema> }, members: string[]][] = [
  // The report of receivables has it for every customer, also as CSV.
  ["customers", Customer, ["balance"]],
  ["products", Product, []],
  ["sales", SaleEntry, [...documents, "portal_token"]],
  ["quotes", QuoteEntry, [...documents, "url"]],
  ["invoices", InvoiceEntry, [...documents, "supplier", "fiscal", "portal_token"]],
  ["credit_notes", CreditNoteEntry, [...documents, "fiscal"]],
  ["recurring_invoices", RecurringInvoiceEntry, documents],
  ["payments", Payment, ["refunds"]],
  ["exchange_rates", ExchangeRate, []],
];

test.each(leftOut)(
  "the file of %s has a column for each member of the record, but those left out",
  (name, record, members) => {
    const columns = sheets[name].columns.map((column) => column.name);
    const { properties } = record;
    // An object such as the customer of an invoice has columns for its parts, `customer_name` and others.
    const hasPart = (member: string) =>
      isObject(properties[member]!) &&
      columns.some((column) => column.startsWith(`${member}_`) && !(column in properties));
    const hasColumn = (member: string) => columns.includes(member) || hasPart(member);
    const missing = Object.keys(properties).filter((member) => !hasColumn(member));
    expect(missing.sort()).toEqual([...members].sort());
  },
);

const isObject = (schema: TSchema): boolean => {
  const { type, anyOf } = schema as { type?: unknown; anyOf?: TSchema[] };
  return (
    type === "object" || (Array.isArray(type) && type.includes("object")) || Boolean(anyOf?.some(isObject))
  );
};

test("no file has a column twice", () => {
  for (const { name, columns } of Object.values(sheets)) {
    const names = columns.map((column) => column.name);
    expect([name, names]).toEqual([name, [...new Set(names)]]);
  }
});
