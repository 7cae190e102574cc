import { Amount, Currency, Day, Id, nullable, Timestamp, text } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { InvoiceEntry } from "../../billing/invoices/schema.ts";
import { QuoteEntry } from "../../billing/quotes/schema.ts";
import { RecurringInvoice } from "../../billing/recurring-invoices/schema.ts";
import { SaleEntry } from "../../billing/sales/schema.ts";

export const SearchQuery = Type.Object({
  q: text(100, {
    description:
      "Words of a name, or the beginning of a number, a reference, an email address, a SKU or an external_id.",
  }),
});

export const ChoiceQuery = Type.Object({
  q: Type.Optional(
    Type.String({ maxLength: 100, description: "Words of a name, or the beginning of a code." }),
  ),
});

const name = { id: Id, name: Type.String() };
const external_id = nullable(Type.String());

export const SearchResults = {
  invoices: Type.Array(
    Type.Object({
      id: Id,
      number: nullable(Type.String()),
      status: InvoiceEntry.properties.status,
      customer_name: Type.String(),
      total: Amount,
      currency: Currency,
      invoice_date: Day,
      due_date: Day,
      external_id,
    }),
    { maxItems: 5 },
  ),
  customers: Type.Array(Type.Object({ ...name, email: nullable(Type.String()), external_id }), {
    maxItems: 5,
  }),
  products: Type.Array(
    Type.Object({
      ...name,
      sku: nullable(Type.String()),
      unit_price: nullable(Type.Number()),
      currency: Currency,
      active: Type.Boolean(),
      external_id,
    }),
    { maxItems: 5 },
  ),
  sales: Type.Array(
    Type.Object({
      id: Id,
      number: Type.String(),
      status: SaleEntry.properties.status,
      customer_name: nullable(Type.String()),
      total: Amount,
      currency: Currency,
      external_id,
    }),
    { maxItems: 5 },
  ),
  quotes: Type.Array(
    Type.Object({
      id: Id,
      number: Type.String(),
      status: QuoteEntry.properties.status,
      customer_name: Type.String(),
      total: Amount,
      currency: Currency,
      external_id,
    }),
    { maxItems: 5 },
  ),
  recurring_invoices: Type.Array(
    Type.Object({
      id: Id,
      status: RecurringInvoice.properties.status,
      customer_name: Type.String(),
      interval: RecurringInvoice.properties.interval,
      interval_count: Type.Integer(),
      external_id,
    }),
    { maxItems: 5 },
  ),
  credit_notes: Type.Array(
    Type.Object({
      id: Id,
      number: Type.String(),
      invoice_id: Id,
      total: Amount,
      currency: Currency,
    }),
    { maxItems: 5 },
  ),
  payments: Type.Array(
    Type.Object({
      id: Id,
      reference: nullable(Type.String()),
      gateway_reference: nullable(Type.String()),
      invoice_id: nullable(Id),
      amount: Amount,
      currency: Currency,
      method: nullable(Type.String()),
      paid_at: Timestamp,
    }),
    { maxItems: 5 },
  ),
  payment_links: Type.Array(
    Type.Object({
      reference: Type.String(),
      label: nullable(Type.String()),
      purpose: nullable(Type.String()),
      email: nullable(Type.String()),
      invoice_id: nullable(Id),
      amount: Amount,
      currency: Currency,
      status: Type.String(),
      created_at: Timestamp,
    }),
    { maxItems: 5 },
  ),
};

export const searchExample = {
  invoices: [
    {
      id: 1042,
      number: "INV-000042",
      status: "open",
      customer_name: "Acme Trading Ltd",
      total: 145125,
      currency: "NGN",
      invoice_date: "2026-11-15",
      due_date: "2026-12-15",
      external_id: null,
    },
  ],
  customers: [{ id: 7, name: "Acme Trading Ltd", email: "accounts@acme.example", external_id: "crm-881" }],
  products: [],
  sales: [],
  quotes: [],
  recurring_invoices: [],
  credit_notes: [],
  payments: [],
  payment_links: [],
};
