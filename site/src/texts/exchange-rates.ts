/** Texts about amounts in the company's own currency, and the page of daily rates. */
export const texts = {
  rate: "Exchange rate",
  rateHint: (currency: string, own: string) =>
    `${own} per ${currency}. If you leave it empty, the rate of the invoice date is used when you issue the invoice.`,
  equation: (currency: string, rate: string, own: string) => `1 ${currency} = ${rate} ${own}`,
  taxIn: (own: string) => `Tax in ${own}`,
  totalIn: (own: string) => `Total in ${own}`,

  title: "Exchange rates",
  intro: (own: string) =>
    `What other currencies are worth in ${own}. An invoice in another currency uses the newest rate on or before its date, at most 31 days old, and keeps it once it is issued.`,
  caption: "Exchange rates, newest entry first",
  add: "Set rate",
  addTitle: "Set a rate",
  currency: "Currency",
  date: "Date",
  perUnit: (own: string) => `Rate (${own} per unit)`,
  saved: "Rate saved.",
  none: "No exchange rates yet",
  noneBody: "Invoices in other currencies are issued without an amount in your own currency.",
  remove: "Delete",
  removeTitle: (currency: string, date: string) => `Delete the rate of ${currency} on ${date}?`,
  removeBody: "Issued invoices keep the rate they were issued with.",
  removed: "Rate deleted.",
  importIntro:
    "A CSV file with the columns currency, date and rate. Existing rates of the same day are replaced.",
  rowError: (row: number, column: string, message: string) => `Row ${row}, ${column}: ${message}`,
} as const;
