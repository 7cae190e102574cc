import { type Html, html } from "../../../platform/html.ts";
import { texts as invoice } from "../../invoices/texts/en.ts";

/** What the page that proves a receipt says differently from that of an invoice. */
export const texts = {
  proof: {
    ...invoice.proof,
    title: (number: string, company: string) => `Proof of receipt ${number} from ${company}`,
    file: "PDF of the receipt",
    genuineWhat: {
      ...invoice.proof.genuineWhat,
      receipt: (date: Html) =>
        html`It was given out as the receipt for this payment, the first time on ${date}.`,
    },
    unknown: "No: this file was not given out for this payment",
    unknownWhat: (company: Html) =>
      html`It was changed, or is another document. Ask ${company} for the receipt again. Printing or saving a PDF with another program changes its fingerprint, too.`,
    record: "This payment in the books",
    number: "Payment",
    total: "Amount",
    issued: "Paid",
    refunded: "Refunded",
    reversed: "Reversed: the payment no longer counts",
    bodyHash: "Hash of the recorded payment",
    notChained: "This payment has no place in the chain yet. It gets one in the background; come back later.",
  },
  problems: {
    ...invoice.problems,
    back: "Back to the receipt",
    missing: {
      heading: "We can’t find this receipt",
      what: "The address is incomplete or has a typing mistake.",
      cure: "Open the address on the receipt again, or ask the company that gave it out for a new one.",
    },
    refused: {
      heading: "That did not work",
      what: "We could not do what you asked for.",
      cure: "Go back to the receipt and try again.",
    },
  },
};
