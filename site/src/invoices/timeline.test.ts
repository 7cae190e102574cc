import { describe, expect, test } from "vitest";
import { creditNoteExample } from "../../../service/src/domains/billing/credit-notes/schema.ts";
import { invoiceExample } from "../../../service/src/domains/billing/invoices/schema.ts";
import { paymentExample, refundExample } from "../../../service/src/domains/payments/payments/schema.ts";
import type { CreditNote, Invoice, Payment, PaymentLink } from "../dashboard/records.ts";
import { type TimelineRecords, timelineOf } from "./timeline.ts";

const invoice = { ...invoiceExample, created_at: "2026-11-01T08:00:00.000Z" } as unknown as Invoice;
const money = (amount: number, currency: string) => `${currency} ${amount}`;
const reported = (records: Partial<TimelineRecords>) =>
  timelineOf({ invoice, payments: [], links: [], creditNotes: [], ...records }, money).map(
    ({ text }) => text,
  );

describe("the timeline", () => {
  test("of a draft starts with its creation", () => {
    expect(reported({})).toEqual(["Draft written through the API"]);
  });

  test("shows the newest entry first, whichever record it comes from", () => {
    const paid = {
      ...invoice,
      number: "INV-000001",
      issued_at: "2026-11-02T08:00:00.000Z",
      paid_at: "2026-11-05T08:00:00.000Z",
      irn: "IRN-1",
      fiscal: { registered_at: "2026-11-03T08:00:00.000Z" },
      fiscal_status: "registered",
    } as unknown as Invoice;
    const payment = {
      ...paymentExample,
      paid_at: "2026-11-04T08:00:00.000Z",
      refunds: [refundExample],
    } as Payment;
    expect(
      reported({
        invoice: paid,
        payments: [payment],
        creditNotes: [creditNoteExample as unknown as CreditNote],
      }),
    ).toEqual([
      "Credit note CN-000001 over NGN 145125",
      "NGN 45125 refunded",
      "Paid in full",
      "NGN 145125 received",
      "Registered as IRN-1",
      "Issued as INV-000001",
      "Draft written through the API",
    ]);
  });

  test("shows a failed payment attempt and an expired link", () => {
    const link = {
      reference: "pl_1",
      amount: 5,
      currency: "NGN",
      status: "expired",
      created_at: "2026-11-02T08:00:00.000Z",
      updated_at: "2026-11-02T08:00:00.000Z",
      expires_at: "2026-11-03T08:00:00.000Z",
      attempts: [{ status: "failed", reason: "Declined", updated_at: "2026-11-02T09:00:00.000Z" }],
    } as unknown as PaymentLink;
    expect(reported({ links: [link] }).slice(0, 3)).toEqual([
      "Payment link expired",
      "A buyer’s payment failed",
      "Payment link over NGN 5 made",
    ]);
  });
});
