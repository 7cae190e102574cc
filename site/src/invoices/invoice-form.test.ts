import { expect, test } from "vitest";
import { invoiceExample } from "../../../service/src/domains/billing/invoices/schema.ts";
import type { Invoice } from "../dashboard/records.ts";
import { emptyInvoice, fromInvoice, toInvoiceInput } from "./invoice-form.ts";

const invoice = invoiceExample as unknown as Invoice;

test("an unchanged invoice is sent as it was stored", () => {
  const sent = toInvoiceInput(fromInvoice(invoice));
  expect(sent).toMatchObject({
    customer_id: invoice.customer_id,
    invoice_date: invoice.invoice_date,
    due_date: invoice.due_date,
    currency: invoice.currency,
    notes: invoice.notes,
    external_id: invoice.external_id,
  });
  expect(sent.lines.map(({ description }) => description)).toEqual(
    invoice.lines.map(({ description }) => description),
  );
});

test("a new invoice leaves the due date to the payment terms, and its missing customer to be reported", () => {
  expect(toInvoiceInput(emptyInvoice("NGN", "2026-11-15"))).toMatchObject({
    customer_id: 0,
    invoice_date: "2026-11-15",
    due_date: null,
    currency: "NGN",
  });
});
