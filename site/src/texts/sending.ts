export const texts = {
  invoice: {
    action: "Send by email",
    title: "Send this invoice",
    intro:
      "The email has the figures and a button to a page where the buyer can read and pay the invoice. Answers go to your company’s address.",
    done: (address: string) => `The invoice is on its way to ${address}.`,
  },
  quote: {
    action: "Send",
    again: "Send again",
    title: (number: string) => `Send ${number} to the customer`,
    intro:
      "The email has a button to a page where the customer can accept or decline the quote, which can no longer be edited then. Without an address you get the link, and send it yourself.",
    done: (address: string) => `The quote is on its way to ${address}.`,
    opened: "The quote is open to the customer. Copy its link and send it.",
  },
  creditNote: {
    action: "Send",
    title: (number: string) => `Send ${number}`,
    intro: "The email has the figures and a button to the page of the invoice.",
    done: (address: string) => `The credit note is on its way to ${address}.`,
  },
  receipt: {
    action: "Send receipt",
    title: "Send the receipt",
    intro: "The email thanks for the payment. Answers go to your company’s address.",
    done: (address: string) => `The receipt is on its way to ${address}.`,
  },
  to: "To",
  several: "Several addresses are separated by commas.",
  cc: "Copy to",
  message: "Message",
  messageHint: "In place of our standard sentence.",
  attach: "Attach the PDF",
  save: "Send",
  preview: "Preview",
  noPreview: "The preview could not be loaded. You can send the email all the same.",
  mails: {
    title: "Emails",
    to: "To",
    at: "Created",
    status: "Status",
    statuses: {
      queued: "On its way",
      sent: "Sent",
      failed: "Failed",
      expired: "Not sent in time",
      kept: "Kept, not sent",
    },
  },
} as const;
