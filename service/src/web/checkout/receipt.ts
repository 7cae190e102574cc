import type { Checkout } from "../../domains/payments/payment-attempts/service.ts";
import type { Receipt } from "../../domains/sending/documents/service.ts";
import type { PaidView } from "./receipt-page.ts";

/** What the receipt page shows, as the document wants it. */
export function receiptOf(view: PaidView, checkout: Checkout): Receipt {
  const { receipt } = view.state;
  return {
    ...receipt,
    company: checkout.supplier,
    timeZone: view.timeZone,
    label: view.label,
    invoiceNumber: view.invoice?.number ?? null,
    gateway: view.gatewayTitle,
    buyerEmail: checkout.email,
    isSandbox: view.isSandbox,
    // Dated by the payment, so that it stays the same file.
    now: receipt.paidAt,
  };
}
