/** Draws a receipt outside the main thread. */
export { renderReceiptPdf as run } from "./receipt-pdf.ts";
