import type { Language } from "../../../contract/languages.ts";
import { type Html, html } from "../../../platform/html.ts";

/**
 * Every text of these pages. Each state says what happened and what to do. Names and amounts are passed in as escaped
 * fragments, isolated from the sentence.
 */
export const texts = {
  /** How amounts and dates are written. */
  language: "en" as Language,
  /** For the `lang` and `dir` attributes of the page. */
  locale: "en",
  direction: "ltr" as "ltr" | "rtl",
  /** The name of the language, for those who are looking for it. */
  name: "English",

  sandbox: html`<strong>Test mode.</strong> No real money is moved.`,
  reference: "Payment reference",
  questions: (company: Html, contact: Html | null) =>
    html`Questions about this payment? Contact ${company}${contact && html`: ${contact}`}.`,
  poweredBy: "Powered by Billfold",

  /** Used if the gateway has no well-known name. */
  someGateway: html`our payment provider`,

  subject: {
    title: "For",
    amount: "Amount",
    payment: (company: Html) => html`Payment to ${company}`,
    invoice: (number: string) => `Invoice ${number}`,
    invoiceDue: (number: string, date: Html) =>
      html`Invoice ${number}, <span class="whole">due ${date}</span>`,
    due: (date: Html) => html`Due ${date}`,
  },

  email: {
    missing: "Enter your email address.",
    malformed: "Enter a complete email address, such as you@example.com.",
  },

  /** Where the buyer chooses what to pay. */
  amount: {
    label: "Amount",
    from: (min: string) => `At least ${min}.`,
    between: (min: string, max: string) => `Between ${min} and ${max}.`,
    malformed: "Enter an amount, such as 25.00.",
    tooLittle: (min: string) => `Enter at least ${min}.`,
    tooMuch: (max: string) => `Enter at most ${max}.`,
  },

  /** Where the buyer chooses how many to pay for. */
  quantity: {
    label: "Quantity",
    each: "for each one",
    between: (min: number, max: number) => `From ${min} to ${max}.`,
    outside: (min: number, max: number) => `Enter a whole number from ${min} to ${max}.`,
  },

  /** The gateway's description of the payment if the company gave no label. */
  description: (company: string, invoiceNumber: string | null) =>
    invoiceNumber === null ? `Payment to ${company}` : `Invoice ${invoiceNumber} from ${company}`,

  payable: {
    title: (amount: string, company: string) => `Pay ${amount} to ${company}`,
    pay: (amount: string) => `Pay ${amount}`,
    openTitle: (company: string) => `Pay ${company}`,
    payOpen: "Continue to payment",
    methods: (methods: string, gateway: Html) =>
      html`Pay by ${methods} on the secure page of ${gateway}. Your payment details are entered only there.`,
    expires: (moment: Html) => html`This link is valid until ${moment}.`,
    email: "Email address",
    emailWhy: (gateway: Html) => html`${gateway} needs it to process your payment.`,
    problem: "Your payment did not go through",
    problemCure: "You can try again or use another payment method.",
    problemTitle: (title: string) => `Your payment did not go through. ${title}`,
    scan: "Pay on your phone",
    scanHow: "Scan this code with your phone’s camera to open this page there.",
    scanAlternative: "QR code with the address of this page",
  },

  begun: {
    title: (amount: string, company: string) => `Finish paying ${amount} to ${company}`,
    heading: "Your payment is not finished yet",
    what: (gateway: Html) =>
      html`You started to pay on the page of ${gateway}. If you have not paid yet, continue there.`,
    already: "If you have paid, do not pay again. Check again in a moment.",
    onward: (gateway: Html) => html`Continue to ${gateway}`,
    again: "I’ve paid, check again",
  },

  processing: {
    title: (amount: string, company: string) => `Confirming ${amount} to ${company}`,
    heading: "Your payment is being confirmed",
    what: (gateway: Html) => html`We are waiting for ${gateway} to confirm it. This can take a few minutes.`,
    nothingToDo: html`<strong>You don’t need to do anything. Please do not pay again.</strong>`,
    refreshes:
      "This page refreshes every few seconds. You can close it: your payment is processed either way.",
    again: "Check now",
  },

  starting: {
    title: (amount: string, company: string) => `Opening the payment of ${amount} to ${company}`,
    heading: "Opening the payment page",
    what: "This takes a few seconds. You have not been charged yet.",
    again: "Check again",
  },

  back: (site: Html) => html`Back to ${site}`,

  paid: {
    title: (amount: string, company: string) => `Paid: ${amount} to ${company}`,
    heading: "Payment received",
    thanks: (company: Html) => html`Thank you. ${company} has received your payment. You’re all set.`,
    part: (company: Html) => html`Thank you. ${company} has received your payment.`,
    left: (amount: Html) => html`${amount} of this invoice is still to be paid.`,
    leftHow: (company: Html) => html`To pay the rest, ask ${company} for another payment link.`,
    headingRefunded: "Payment refunded",
    refunded: (company: Html) =>
      html`${company} has refunded this payment in full. It may take a few days to reach your account.`,
    refundedPart: (company: Html, amount: string) =>
      html`${company} has received your payment and has refunded ${amount} of it.`,
    returning: (site: Html) => html`You will be taken back to ${site} in a few seconds.`,
    receipt: "View receipt",
    pdf: "Download receipt (PDF)",
  },

  receipt: {
    title: (amount: string, company: string) => `Receipt: ${amount} paid to ${company}`,
    heading: "Receipt",
    paidTo: "Paid to",
    paidFor: "For",
    invoice: "Invoice",
    paidAt: "Paid on",
    method: "Payment method",
    payment: "Payment no.",
    taker: "Processed by",
    transaction: "Transaction",
    refunded: "Refunded",
    left: "Still to pay",
    sandbox: "This is a test. No money was paid, and this is not a proof of payment.",
    back: "Back to the payment",
    proof: "Verify this document",
  },

  expired: {
    title: (amount: string, company: string) => `Expired link: ${amount} to ${company}`,
    heading: "This payment link has expired",
    what: (moment: Html) => html`It was valid until ${moment} and can no longer be paid.`,
    cure: (company: Html) =>
      html`To pay, ask ${company} for a new link. If you have already paid, send them the reference below.`,
  },

  cancelled: {
    title: (amount: string, company: string) => `Cancelled link: ${amount} to ${company}`,
    heading: "This payment link was cancelled",
    what: (company: Html) => html`${company} has cancelled it, so it can no longer be paid.`,
    cure: (company: Html) =>
      html`If you still need to pay, ask ${company} for a new link. If you have already paid, send them the reference below.`,
  },

  /** Many buyers could pay with the link, and all payments that it allowed have been made. */
  full: {
    title: (amount: string, company: string) => `Closed link: ${amount} to ${company}`,
    heading: "This payment link is closed",
    what: (company: Html) => html`${company} accepts no more payments with it. You have not been charged.`,
    cure: (company: Html) =>
      html`If you still want to pay, ask ${company} for a new link. If you have already paid, send them the reference below.`,
  },

  held: {
    title: (amount: string, company: string) => `Others are paying: ${amount} to ${company}`,
    heading: "Others are paying right now",
    what: (company: Html) =>
      html`${company} limits how often this link can be paid, and other buyers are paying for all that is left. You have not been charged.`,
    cure: () => html`Open this link again in 15 minutes: if one of them does not pay, you can.`,
  },

  settled: {
    title: (company: string) => `Nothing to pay to ${company}`,
    heading: "There is nothing to pay",
    isPaid: "This invoice has been paid or credited in full.",
    isVoid: "This invoice was voided.",
    cure: (company: Html) =>
      html`You don’t need to do anything. If you think this is a mistake, contact ${company} and give the reference below.`,
  },

  unavailable: {
    title: (amount: string, company: string) => `Can’t be paid online right now: ${amount} to ${company}`,
    heading: "Online payment is not available",
    what: (company: Html) =>
      html`${company} can’t accept payments here at the moment. You have not been charged.`,
    cure: (company: Html) =>
      html`Ask ${company} how else you can pay, or open this link again later. The reference is below.`,
  },

  invoice: {
    heading: "Invoice details",
    headingPaid: "Invoice details",
    item: "Item",
    amount: "Amount",
    more: (count: number) => (count === 1 ? "Show 1 more item" : `Show ${count} more items`),
    furtherItems: "More items",
    notesCut: "The rest of the notes is in the PDF.",
    unlisted: (count: number) =>
      count === 1
        ? "1 more item is not listed here. It is included in the total."
        : `${count} more items are not listed here. They are included in the total.`,
    subtotal: "Subtotal",
    discount: "Discount",
    charges: "Charges",
    tax: "Tax",
    taxAt: (rate: string, category?: string) => (category ? `Tax (${rate}) · ${category}` : `Tax (${rate})`),
    subtotalWithTax: "Subtotal with tax",
    taxIncluded: "Includes tax",
    taxIncludedAt: (rate: string, category?: string) =>
      category ? `Includes tax (${rate}) · ${category}` : `Includes tax (${rate})`,
    total: "Invoice total",
    settled: "Already paid",
    settledWithCredit: "Paid or credited",
    withheld: (rate: string) => `Withholding tax (${rate}) deducted by the buyer`,
    toPay: "To pay now",
    later: "To pay later",
    paid: "This payment",
  },

  problems: {
    back: "Back to the payment page",
    requestId: "If you ask for help, quote this number:",
    missing: {
      heading: "We can’t find this payment link",
      what: "The address is incomplete or has a typing mistake. You have not been charged.",
      cure: "Open the link again from the message you received, or ask the company that sent it for a new one.",
    },
    insecure: {
      heading: "This page needs a secure connection",
      what: "It was opened over plain HTTP, which others on the network can read. You have not been charged.",
      cure: "Continue to the secure address.",
      onward: "Open the secure page",
    },
    busy: {
      heading: "Too many attempts",
      what: "This page was opened too often in a short time. You were not charged by this attempt.",
      cure: (wait: string) => `Please wait ${wait}, then try again.`,
    },
    declined: {
      heading: "The payment could not be started",
      what: "The payment provider did not accept it. You have not been charged.",
      cure: "Go back and try again. If that does not help, ask the company how else you can pay.",
    },
    unreachable: {
      heading: "The payment provider can’t be reached",
      what: "It did not respond, so the payment could not be started. You have not been charged.",
      cure: "Please try again in a minute.",
    },
    down: {
      heading: "This page is not available right now",
      what: "We could not finish what you asked for. If you have just paid, do not pay again.",
      cure: "Please try again in a minute: the page then shows whether you have paid.",
    },
    refused: {
      heading: "That did not work",
      what: "We could not understand what your browser sent. You were not charged by this attempt.",
      cure: "Go back to the payment page and try again from there.",
    },
    fault: {
      heading: "Something went wrong on our side",
      what: "We have recorded the error. We can’t tell from here whether your payment went through.",
      cure: "Go back to the payment page: it shows whether you have paid. Do not pay again before you have checked.",
    },
    moment: "a moment",
    seconds: (count: number) => (count === 1 ? "a second" : `${count} seconds`),
    minutes: (count: number) => (count === 1 ? "a minute" : `${count} minutes`),
  },
};
