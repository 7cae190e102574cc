import { expect, test } from "vitest";
import { paymentTimeline } from "./payment-timeline.ts";

const payment = {
  amount: 300,
  unallocated_amount: 100,
  paid_at: "2026-11-01T10:00:00.000Z",
  created_at: "2026-11-02T10:00:00.000Z",
  method: "cash",
  invoice_id: 7,
  allocations: [{ invoice_id: 7, amount: 200 }],
  refunds: [
    {
      id: 1,
      amount: 50,
      reason: "Damaged",
      status: "done" as const,
      failure: null,
      created_at: "2026-11-03T10:00:00.000Z",
      settled_at: "2026-11-04T10:00:00.000Z",
    },
  ],
};

test("a payment is received, allocated and refunded, newest first", () => {
  const entries = paymentTimeline(payment, "INV-7", (amount) => `₦${amount}`);
  expect(entries.map(({ at, text, detail }) => [at.slice(8, 10), text, detail])).toEqual([
    ["04", "₦50 refunded", "Damaged"],
    ["02", "₦200 allocated to INV-7", undefined],
    ["01", "₦300 received", undefined],
  ]);
});

test("a payment of several invoices is not shown as one of the first alone", () => {
  const allocations = [...payment.allocations, { invoice_id: 8, amount: 20 }];
  const several = { ...payment, unallocated_amount: 80, allocations, refunds: [] };
  expect(paymentTimeline(several, "INV-7", String).map(({ text }) => text)).toEqual([
    "220 allocated to 2 invoices",
    "300 received",
  ]);
});

test("a reversed payment is not shown as allocated", () => {
  const reversed = {
    ...payment,
    ...{ unallocated_amount: 0, allocations: [], refunds: [], reversal_reason: "Twice" },
    reversed_at: "2026-11-05T10:00:00.000Z",
  };
  const shown = paymentTimeline(reversed, "INV-7", String).map(({ detail }) => detail);
  expect(shown).toEqual(["Twice", undefined]);
});

test("a payment without an invoice is not allocated", () => {
  const free = { ...payment, invoice_id: null, unallocated_amount: 300, allocations: [], refunds: [] };
  expect(paymentTimeline(free, null, String).map(({ text }) => text)).toEqual(["300 received"]);
});
