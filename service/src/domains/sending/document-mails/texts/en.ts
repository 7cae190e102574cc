/** Every text of the mails that bring a document to the buyer. */
export const texts = {
  reply: (company: string) => `Reply to this email to write to ${company}.`,
  invoice: {
    subject: (number: string, company: string) => `Invoice ${number} from ${company}`,
    noNumberYet: "(number at issue)",
    owed: (amount: string, date: string) => `Here is your invoice. ${amount} is due by ${date}.`,
    paid: "Here is your invoice. It is paid, so there is nothing left to pay.",
    nothingDue: "Here is your invoice. Nothing is left to pay on it.",
    number: "Invoice",
    due: "Due",
    amountDue: "Amount due",
    total: "Total",
    pay: "View and pay the invoice",
    view: "View the invoice",
    attached: "The invoice is attached as a PDF.",
  },
  quote: {
    subject: (number: string, company: string) => `Quote ${number} from ${company}`,
    offered: (amount: string, date: string) =>
      `Here is our quote over ${amount}. You can accept or decline it until ${date}.`,
    number: "Quote",
    total: "Total",
    validUntil: "Valid until",
    view: "View and answer the quote",
    attached: "The quote is attached as a PDF.",
  },
  creditNote: {
    subject: (number: string, company: string) => `Credit note ${number} from ${company}`,
    credited: (amount: string, invoice: string) =>
      `Here is your credit note. It credits ${amount} of invoice ${invoice}.`,
    number: "Credit note",
    invoice: "Invoice",
    total: "Credit",
    reason: "Reason",
    view: "View the invoice",
    attached: "The credit note is attached as a PDF.",
  },
  receipt: {
    subject: (company: string) => `Receipt from ${company}`,
    received: (amount: string, date: string) =>
      `Thank you. We received your payment of ${amount} on ${date}.`,
    amount: "Paid",
    refunded: "Refunded",
    invoice: "Invoice",
    method: "Paid by",
    view: "View the invoice",
    attached: "The receipt is attached as a PDF.",
  },
  statement: {
    subject: (company: string) => `Statement from ${company}`,
    period: (from: string, to: string) => `Here is your statement from ${from} to ${to}.`,
    balance: "Balance",
    credit: "To your credit",
    attached: "The statement is attached as a PDF.",
  },
};
