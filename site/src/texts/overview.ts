export const texts = {
  title: "Overview",
  range: "Period",
  ranges: { "30": "30 days", "90": "90 days", "365": "12 months" },
  currency: "Currency",
  moneyIn: "Money in",
  moneyInHint: (range: string) => `In the last ${range}`,
  refundedOf: (amount: string) => `${amount} of it refunded`,
  outstanding: "Outstanding",
  outstandingHint: (count: number) => (count === 1 ? "1 open invoice" : `${count} open invoices`),
  overdue: "Overdue",
  overdueHint: (count: number) =>
    count === 1 ? "1 invoice past its due date" : `${count} invoices past their due date`,
  noneOverdue: "Nothing is late",
  registered: "Registered",
  registeredHint: (pending: number, rejected: number) => {
    if (pending === 0 && rejected === 0) return "None waiting, none rejected";
    return `${pending} waiting, ${rejected} rejected`;
  },
  moneyPlot: "Money in and invoiced",
  invoiced: "Invoiced",
  registrations: "Registrations with the revenue authority",
  registrationsPlot: "Registered invoices",
  plotOf: (title: string) => `Plot: ${title}. The figures are in the table below.`,
  asTable: "Show as a table",
  period: "Period",
  drafts: (count: number) =>
    count === 1 ? "1 draft waits to be issued." : `${count} drafts wait to be issued.`,
  seeDrafts: "See the drafts",
  create: "New invoice",
  welcome: "Your dashboard is ready",
  welcomeHint: "Write the first invoice. What comes in, what is open and what is late then shows here.",
  customers: "Add customers first",
  start: "Getting started",
} as const;
