/** Every text of the mails that bring an invoice to its buyer. */
export const texts = {
  subject: (number: string, company: string) => `Invoice ${number} from ${company}`,
  owed: (amount: string, date: string) => `Here is your invoice. ${amount} is due by ${date}.`,
  paid: "Here is your invoice. It is paid, so there is nothing left to pay.",
  nothingDue: "Here is your invoice. Nothing is left to pay on it.",
  facts: { number: "Invoice", due: "Due", amount: "Amount due", total: "Total" },
  pay: "View and pay the invoice",
  view: "View the invoice",
  attached: "The invoice is attached as a PDF.",
  reply: (company: string) => `Reply to this email to write to ${company}.`,
};
