import { describe, expect, test } from "vitest";
import { creditNoteExample } from "../../../service/src/domains/billing/credit-notes/schema.ts";
import { invoiceExample } from "../../../service/src/domains/billing/invoices/schema.ts";
import { paymentExample, refundExample } from "../../../service/src/domains/payments/payments/schema.ts";
import type { CreditNote, Invoice, Payment, PaymentLink } from "../dashboard/records.ts";
import { type TimelineRecords, timelineOf } from "./timeline.ts";

const invoice = { ...invoiceExample, created_at: "2026-11-01T08:00:00.000Z" } as unknown as Invoice;
const money = (amount: number, currency: string) => `${currency} ${amount}`;
const reported = (records: Partial<TimelineRecords>) =>
  timelineOf({ invoice, payments: [], links: [], creditNotes: [], authors: [], ...records }, money).map(
    ({ text }) => text,
  );

describe("the timeline", () => {
  test("of a draft starts with its creation", () => {
    expect(reported({})).toEqual(["Draft created with the API"]);
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
      "Credit note CN-000001 for NGN 145125 issued",
      "NGN 45125 refunded",
      "Paid in full",
      "NGN 145125 received",
      "Registered as IRN-1",
      "Issued as INV-000001",
      "Draft created with the API",
    ]);
  });

  test("shows what a payment of the same moment led to after it, and of two payments the later one first", () => {
    const at = "2026-11-04T08:00:00.000Z";
    const paidBy = (id: number, amount: number) =>
      ({ ...paymentExample, id, amount, allocations: [], paid_at: at }) as unknown as Payment;
    expect(
      reported({
        invoice: { ...invoice, paid_at: at } as unknown as Invoice,
        // As they are loaded: newest first.
        payments: [paidBy(2, 45125), paidBy(1, 100000)],
      }),
    ).toEqual(["Paid in full", "NGN 45125 received", "NGN 100000 received", "Draft created with the API"]);
  });

  test("shows of a payment of several invoices the part of this one", () => {
    const allocations = [
      { invoice_id: invoice.id + 1, amount: 100000 },
      { invoice_id: invoice.id, amount: 45125 },
    ];
    const payment = { ...paymentExample, allocations } as Payment;
    const [received] = timelineOf(
      { invoice, payments: [payment], links: [], creditNotes: [], authors: [] },
      money,
    );
    expect(received).toMatchObject({
      text: "NGN 45125 received",
      detail: expect.stringMatching(/ · Part of a payment of NGN 145125$/),
    });
  });

  test("shows of a refund of such a payment the part of this invoice, and nothing of one that took none", () => {
    const allocations = [
      { invoice_id: invoice.id + 1, amount: 100000 },
      { invoice_id: invoice.id, amount: 40125 },
    ];
    const refund = { ...refundExample, status: "done" as const, reason: null };
    const refunds = [
      { ...refund, id: 1, amount: 105000.5, settled_at: "2026-11-16T08:00:00.000Z" },
      { ...refund, id: 2, amount: 20000, settled_at: "2026-11-17T08:00:00.000Z" },
      { ...refund, id: 3, amount: 5000, settled_at: "2026-11-15T20:00:00.000Z" },
      { ...refund, id: 4, amount: 20000, status: "failed" as const, failure: "Closed account" },
    ];
    const payment = { ...paymentExample, unallocated_amount: 5000, allocations, refunds } as Payment;
    const entries = timelineOf(
      { invoice, payments: [payment], links: [], creditNotes: [], authors: [] },
      money,
    );
    expect(entries.map(({ text, detail }) => [text, detail])).toEqual(
      expect.arrayContaining([
        ["NGN 20000 refunded", undefined],
        ["NGN 5000.5 refunded", "Part of a refund of NGN 105000.5"],
        ["Refund of NGN 15124.5 failed", "Closed account · Part of a refund of NGN 20000"],
      ]),
    );
    expect(entries.filter(({ text }) => /refund/i.test(text))).toHaveLength(3);
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
      "A customer’s payment failed",
      "Payment link for NGN 5 created",
    ]);
  });

  test("of an invoice that was credited and never paid does not say that it was paid", () => {
    const settled = { ...invoice, status: "paid", paid_at: "2026-11-05T08:00:00.000Z", total: 100 };
    const said = (sums: object) => reported({ invoice: { ...settled, ...sums } as unknown as Invoice })[0];
    expect(said({ amount_paid: 0, amount_credited: 100 })).toBe("Credited in full");
    expect(said({ amount_paid: 40, amount_credited: 60 })).toBe("Paid in full");
    expect(said({ amount_paid: 100, amount_credited: 0 })).toBe("Paid in full");
  });

  test("says who did it, and why the authority rejected it", () => {
    const rejected = {
      ...invoice,
      number: "INV-000001",
      issued_at: "2026-11-02T08:00:00.000Z",
      fiscal_status: "rejected",
      fiscal: {
        rejected_at: "2026-11-03T08:00:00.000Z",
        errors: [{ field: "customer.tax_id", message: "The customer has no tax number." }],
      },
    } as unknown as Invoice;
    const by = (type: string, name: string | null) => ({
      created_at: "2026-11-02T08:00:00.000Z",
      action: "invoice.issued",
      subject: `invoice/${invoice.id}`,
      actor: { type, id: "3", name },
    });
    const entriesBy = (type: string, name: string | null) =>
      timelineOf(
        { invoice: rejected, payments: [], links: [], creditNotes: [], authors: [by(type, name)] },
        money,
      );
    expect(entriesBy("user", "Ada Obi")).toMatchObject([
      { text: "Rejected by the revenue authority", detail: "The customer has no tax number." },
      { text: "Issued as INV-000001", by: "Ada Obi" },
      { text: "Draft created with the API" },
    ]);
    expect(entriesBy("key", "Shop")[1]!.by).toBe("API key Shop");
    expect(entriesBy("key", null)[1]!.by).toBe("API");
    expect(entriesBy("system", null)[1]!.by).toBeUndefined();
  });
});
