import { type Html, html } from "../../../platform/html.ts";

/** The texts of an invoice's page that the checkout does not have. Each state says what happened and what to do. */
export const texts = {
  title: (number: string, company: string) => `Invoice ${number} from ${company}`,
  /** For messengers: anyone may see the link there, not only the buyer. */
  shared: (company: string) => `Invoice from ${company}`,
  sharedHow: "Open the link to see the invoice and to pay it.",
  heading: (number: string) => `Invoice ${number}`,
  reference: "Invoice",
  questions: (company: Html, contact: Html | null) =>
    html`Questions about this invoice? Contact ${company}${contact && html`: ${contact}`}.`,
  details: "Details of the invoice",
  notes: "Notes",
  pdf: "Download as PDF",
  xml: "Download as XML",

  due: (date: Html) => html`Due by ${date}.`,
  overdue: (date: Html) => html`It was due by ${date}.`,
  pay: (amount: string) => `Pay ${amount}`,
  payHow: "You choose how to pay on the next page.",
  offline: (company: Html) =>
    html`${company} does not take online payments for this invoice. Ask them how to pay it.`,

  transfer: {
    heading: "Pay by bank transfer",
    reference: (number: Html) => html`Give the reference ${number}, so that your payment is found.`,
    bank: "Bank",
    name: "Account name",
    number: "Account number",
    sortCode: "Sort code",
  },
  paid: {
    heading: "This invoice is paid",
    what: (company: Html) =>
      html`Thank you. ${company} has received everything, so there is nothing left to pay.`,
  },
  settled: {
    heading: "There is nothing to pay",
    what: (company: Html) => html`${company} has credited what was left of this invoice.`,
  },
  withheld: {
    heading: "There is nothing to pay",
    what: (company: Html) =>
      html`What is left is the tax that you withhold. Send ${company} the certificate for it.`,
  },
  voided: {
    heading: "This invoice was voided",
    what: (company: Html) => html`Do not pay it. If that surprises you, ask ${company}.`,
  },

  facts: { date: "Date", due: "Due", fiscal: "Fiscal reference" },
  paymentsSoFar: "Payments so far",
  receipt: "Receipt",
  earlierPayments: (count: number) =>
    count === 1 ? "And 1 earlier payment." : `And ${count} earlier payments.`,
  partOf: (whole: string) => `Part of a payment of ${whole}`,
  unallocated: "Received, and not yet deducted from this invoice",

  proof: {
    link: "Verify this document",
    title: (number: string, company: string) => `Proof of invoice ${number} from ${company}`,
    heading: "Is this document genuine?",
    intro:
      "Every PDF that is given out has a fingerprint (SHA-256). Choose the file that you have, or paste its fingerprint. Nothing is stored.",
    stays: "The file stays on your device.",
    isSent: "The file is sent to be compared, and not stored.",
    file: "PDF of the invoice, of a receipt or of a credit note",
    hash: "Fingerprint (SHA-256, 64 letters and digits)",
    check: "Verify",
    genuine: "Yes: this file is genuine",
    genuineWhat: {
      invoice: (date: Html) => html`It was given out for this invoice, the first time on ${date}.`,
      receipt: (date: Html) =>
        html`It was given out as a receipt for a payment of this invoice, the first time on ${date}.`,
      credit_note: (date: Html) =>
        html`It was given out as a credit note for this invoice, the first time on ${date}.`,
    },
    unknown: "No: this file was not given out for this invoice",
    unknownWhat: (company: Html) =>
      html`It was changed, or is another document. Download the invoice again from this page, or ask ${company}. Printing or saving a PDF with another program changes its fingerprint, too.`,
    malformed: "A fingerprint has 64 digits and letters from a to f. Paste it again.",
    record: "This invoice in the books",
    recordWhat: (company: Html) =>
      html`Every change of ${company}’s books is an event in a chain of hashes. An event that is changed later breaks the chain, and a signed checkpoint fixes all events up to it.`,
    number: "Invoice",
    total: "Total",
    issued: "Issued",
    fiscal: "Reference of the revenue authority",
    fileHash: (date: string) => `Fingerprint of the PDF of ${date}`,
    sequence: "Place in the chain",
    bodyHash: "Hash of the issued invoice",
    eventHash: "Hash of the chain there",
    checkpoint: "Covered by checkpoint",
    checkpointAt: (sequence: number, date: Html, key: number) =>
      html`${String(sequence)}, signed on ${date} with key ${String(key)}`,
    checkpointHash: "Hash that is signed",
    notChained: "This invoice has no place in the chain yet. It gets one in the background; come back later.",
    notCovered: "No checkpoint covers it yet: one is signed every day.",
    back: "Back to the invoice",
  },

  problems: {
    back: "Back to the invoice",
    missing: {
      heading: "We can’t find this invoice",
      what: "The address is incomplete or has a typing mistake.",
      cure: "Open the link again from the message you received, or ask the company that sent it for a new one.",
    },
    later: {
      heading: "This page is not available right now",
      what: "We could not finish what you asked for, and you have not been charged.",
      cure: "Please wait a moment, then try again.",
    },
    refused: {
      heading: "That did not work",
      what: "We could not do what you asked for, and you have not been charged.",
      cure: "Go back to the invoice: it shows what is left to pay.",
    },
    fault: {
      heading: "Something went wrong on our side",
      what: "We have recorded the error. You have not been charged.",
      cure: "Go back to the invoice and try again.",
    },
  },
};
