import { type Html, html } from "../../platform/html.ts";

/**
 * All text on these pages, so that a translation is one more object of this shape. Each state says what happened and
 * what to do. Names and amounts are passed in as escaped fragments, isolated from the sentence.
 */
export const messages = {
  language: "en",
  sandbox: html`<strong>Test mode.</strong> No real money moves.`,
  reference: "Payment reference",
  questions: (company: Html, contact: Html | null) =>
    html`Questions about this payment? Contact ${company}${contact && html`: ${contact}`}.`,

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
    missing: "Please enter your e-mail address.",
    malformed: "This is not a complete e-mail address. It should look like you@example.com.",
  },

  /** The gateway's description of the payment if the company gave no label. */
  description: (company: string, invoiceNumber: string | null) =>
    invoiceNumber === null ? `Payment to ${company}` : `Invoice ${invoiceNumber} of ${company}`,

  payable: {
    title: (amount: string, company: string) => `Pay ${amount} to ${company}`,
    pay: (amount: string) => `Pay ${amount}`,
    taker: (gateway: Html) =>
      html`You pay on the secure page of ${gateway}. Your card or bank details go only there.`,
    expires: (moment: Html) => html`This link can be used until ${moment}.`,
    email: "Your e-mail address",
    emailWhy: (gateway: Html) => html`Your payment can’t be taken without it. It is given to ${gateway}.`,
    problem: "Your payment did not go through",
    problemCure: "You can try again, or pay in another way.",
    problemTitle: (title: string) => `Your payment did not go through. ${title}`,
    scan: "Pay on your phone",
    scanHow: "Scan this code with its camera to open this page there.",
    scanAlternative: "QR code with the address of this page",
  },

  begun: {
    title: (amount: string, company: string) => `Finish paying ${amount} to ${company}`,
    heading: "Your payment is not finished yet",
    what: (gateway: Html) =>
      html`You were on the way to pay on the page of ${gateway}. If you have not paid, continue there.`,
    already: "If you have paid, please do not pay again. Check again here in a moment.",
    onward: (gateway: Html) => html`Continue to ${gateway}`,
    again: "I’ve paid, check again",
  },

  processing: {
    title: (amount: string, company: string) => `Confirming ${amount} to ${company}`,
    heading: "Your payment is being confirmed",
    what: (gateway: Html) => html`We are waiting for ${gateway} to confirm it. This can take a few minutes.`,
    nothingToDo: html`<strong>There is nothing you need to do. Please do not pay again.</strong>`,
    refreshes: "This page looks again by itself every few seconds. You can close it: the payment goes on.",
    again: "Check now",
  },

  starting: {
    title: (amount: string, company: string) => `Opening the payment of ${amount} to ${company}`,
    heading: "The payment page is being opened",
    what: "This takes a few seconds. Nothing has been charged yet.",
    again: "Check again",
  },

  back: (site: Html) => html`Back to ${site}`,

  paid: {
    title: (amount: string, company: string) => `Paid: ${amount} to ${company}`,
    heading: "Payment received",
    thanks: (company: Html) => html`Thank you. ${company} has your payment, and there is nothing more to do.`,
    headingRefunded: "Payment refunded",
    refunded: (company: Html) =>
      html`${company} has given back all of this payment. It may take some days to reach your account.`,
    refundedPart: (company: Html, amount: string) =>
      html`${company} has your payment and has given back ${amount} of it. There is nothing more to do.`,
    receipt: "See the receipt",
    pdf: "Download the receipt (PDF)",
  },

  receipt: {
    title: (amount: string, company: string) => `Receipt: ${amount} paid to ${company}`,
    heading: "Receipt",
    paidTo: "Paid to",
    paidFor: "Paid for",
    invoice: "Invoice",
    paidAt: "Paid on",
    method: "Paid by",
    payment: "Payment no.",
    taker: "Taken by",
    transaction: "Transaction",
    refunded: "Refunded since",
    sandbox: "This is a test. No money was paid, and this is no proof of payment.",
    back: "Back to the payment",
  },

  expired: {
    title: (amount: string, company: string) => `Expired link: ${amount} to ${company}`,
    heading: "This payment link has expired",
    what: (moment: Html) => html`It could be used until ${moment}, and can’t be paid any more.`,
    cure: (company: Html) =>
      html`To pay, ask ${company} for a new link. If you have already paid, contact them with the reference below.`,
  },

  cancelled: {
    title: (amount: string, company: string) => `Cancelled link: ${amount} to ${company}`,
    heading: "This payment link was cancelled",
    what: (company: Html) => html`${company} has withdrawn it, so it can’t be paid any more.`,
    cure: (company: Html) =>
      html`If you still have to pay, ask ${company} for a new link. If you have already paid, contact them with the reference below.`,
  },

  settled: {
    title: (company: string) => `Nothing to pay to ${company}`,
    heading: "There is nothing to pay",
    isPaid: "This invoice has been paid or credited in full.",
    isVoid: "This invoice has been withdrawn.",
    cure: (company: Html) =>
      html`You need not do anything. If you think this is a mistake, contact ${company} with the reference below.`,
  },

  unavailable: {
    title: (amount: string, company: string) => `Can’t be paid online now: ${amount} to ${company}`,
    heading: "Online payment is not available",
    what: (company: Html) => html`${company} can’t take payments here at the moment. Nothing was charged.`,
    cure: (company: Html) =>
      html`Ask ${company} how else you can pay, or open this link again later. The reference is below.`,
  },

  invoice: {
    heading: "What you pay for",
    headingPaid: "What was paid for",
    item: "Item",
    amount: "Amount",
    more: (count: number) => (count === 1 ? "Show 1 more item" : `Show ${count} more items`),
    furtherItems: "Further items",
    unlisted: (count: number) =>
      count === 1
        ? "1 more item is not listed here. It is included in the total."
        : `${count} more items are not listed here. They are included in the total.`,
    subtotal: "Subtotal",
    tax: "Tax",
    total: "Invoice total",
    settled: "Already paid",
    toPay: "To pay now",
    paid: "This payment",
  },

  problems: {
    back: "Back to the payment page",
    requestId: "If you ask for help, give this number:",
    missing: {
      heading: "We can’t find this payment link",
      what: "The address is not complete, or has a mistake in it. Nothing was charged.",
      cure: "Open the link again from the message you got, or ask the company that sent it for a new one.",
    },
    insecure: {
      heading: "This page needs a secure connection",
      what: "It was asked for over plain HTTP, which others can read along. Nothing was charged.",
      cure: "Go on to the secure address.",
      onward: "Open the secure page",
    },
    busy: {
      heading: "Too many tries",
      what: "This page was asked for too often in a short time. Nothing was charged by this try.",
      cure: (wait: string) => `Please wait ${wait}, then try again.`,
    },
    unreachable: {
      heading: "The payment provider can’t be reached",
      what: "Your payment was not started. Nothing was charged.",
      cure: "Please try again in a minute. If it still fails, contact the company that sent you the link.",
    },
    declined: {
      heading: "The payment could not be started",
      what: "Your payment was not started. Nothing was charged.",
      cure: "Please try again in a minute. If it happens again, this can’t be paid here: ask the company that sent you the link how else you can pay.",
    },
    down: {
      heading: "This page can’t be shown right now",
      what: "The fault is on our side and should be over soon.",
      cure: "Please try again in a minute. If you have just paid, do not pay again: your payment is not lost.",
    },
    refused: {
      heading: "That could not be done",
      what: "What your browser sent could not be understood. Nothing was charged by this try.",
      cure: "Go back to the payment page and try again from there.",
    },
    fault: {
      heading: "Something went wrong on our side",
      what: "We have noted it. We can’t tell from here how far your payment came.",
      cure: "Go back to the payment page: it shows whether you have paid. Do not pay again before you have looked.",
    },
    moment: "a moment",
    seconds: (count: number) => (count === 1 ? "a second" : `${count} seconds`),
    minutes: (count: number) => (count === 1 ? "a minute" : `${count} minutes`),
  },
} as const;
