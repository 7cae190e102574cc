import type { Checkout } from "../../domains/payments/payment-attempts/service.ts";
import type { Receipt } from "../../domains/sending/documents/service.ts";
import type { PaidView } from "./receipt-page.ts";

/** `3 × Ticket`. */
const labelOf = ({ label, companyName }: PaidView, quantity: number | null) =>
  quantity === null ? label : `${quantity} × ${label ?? companyName}`;

/** Converts the receipt page's view to the input of the PDF. */
export function receiptOf(
  view: PaidView,
  checkout: Checkout,
  invoices: Receipt["invoices"],
  proofUrl: string,
): Omit<Receipt, "settings"> {
  const { receipt } = view.state;
  return {
    ...receipt,
    language: view.texts.language,
    company: checkout.supplier,
    timeZone: view.timeZone,
    label: labelOf(view, receipt.quantity),
    invoices,
    gateway: view.gatewayTitle,
    certificateNumber: null,
    buyerEmail: checkout.email,
    left:
      view.left === null || view.invoice === null ? null : { amount: view.left, total: view.invoice.total },
    proofUrl,
    isSandbox: view.isSandbox,
    // The file is dated by the payment, so that it is identical every time.
    now: receipt.paidAt,
  };
}
