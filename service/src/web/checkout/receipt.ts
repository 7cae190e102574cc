import type { Checkout } from "../../domains/payments/payment-attempts/service.ts";
import type { Receipt } from "../../domains/sending/documents/service.ts";
import type { PaidView } from "./receipt-page.ts";

/** Converts the receipt page's view to the input of the PDF. */
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
    // The file is dated by the payment, so that it is identical every time.
    now: receipt.paidAt,
  };
}
