/** What a sentence about an event can name; `{record}` becomes a link. Values that are missing are empty. */
export type SentenceValues = { customer: string; amount: string };

const to = (customer: string) => (customer ? ` to ${customer}` : "");
const from = (customer: string) => (customer ? ` from ${customer}` : "");
const forCustomer = (customer: string) => (customer ? ` for ${customer}` : "");
const forAmount = (amount: string) => (amount ? ` for ${amount}` : "");
const of = (amount: string) => (amount ? ` of ${amount}` : "");

export const texts = {
  title: "Overview",
  create: "New invoice",
  range: "Period",
  ranges: {
    month: "This month",
    last_month: "Last month",
    "30": "30 days",
    "90": "90 days",
    "365": "12 months",
    custom: "Custom",
  },
  custom: {
    from: "From",
    to: "To",
    apply: "Apply",
    missing: "Enter both dates.",
    order: "The start date must not be after the end date.",
    length: "Choose a period of at most one year.",
  },
  currency: "Currency",
  /** The two periods, as dates. */
  compared: (period: string, previous: string) => `${period}, compared with ${previous}`,
  change: {
    by: (amount: string, percent: string) => `${amount} (${percent})`,
    up: "Up",
    down: "Down",
    same: "Same as in the previous period",
    new: "None in the previous period",
    none: "None in either period",
  },
  received: "Payments received",
  receivedHint: (count: string, one: boolean) => (one ? "1 payment" : `${count} payments`),
  refunded: (amount: string) => `${amount} refunded`,
  invoiced: "Invoiced",
  invoicedHint: (count: string, one: boolean) => (one ? "1 invoice" : `${count} invoices`),
  outstanding: "Outstanding",
  outstandingHint: (count: string, one: boolean) => (one ? "1 unpaid invoice" : `${count} unpaid invoices`),
  overdue: "Overdue",
  overdueHint: (count: string, one: boolean) => (one ? "1 overdue invoice" : `${count} overdue invoices`),
  noneOutstanding: "No unpaid invoices",
  noneOverdue: "No overdue invoices",
  now: "As of today",
  moneyPlot: "Payments received and invoiced",
  plotOf: (title: string) =>
    `Chart: ${title}. Use the left and right arrow keys to read its values; the table below has all of them.`,
  asTable: "Show as a table",
  period: "Period",
  drafts: (count: string, one: boolean) =>
    one ? "1 draft has not been issued." : `${count} drafts have not been issued.`,
  draftsAtLeast: (count: string) => `Drafts that have not been issued: at least ${count}.`,
  seeDrafts: "View drafts",
  ageing: {
    title: "Receivables by age",
    intro: "Unpaid amounts by days past the due date.",
    caption: "Receivables by age",
    age: "Days overdue",
    invoices: "Invoices",
    amount: "Amount",
    total: "Total",
    ages: {
      not_due: "Not due yet",
      days_1_30: "1–30 days",
      days_31_60: "31–60 days",
      days_61_90: "61–90 days",
      days_91_or_more: "More than 90 days",
    },
    none: "Nothing is outstanding in this currency.",
  },
  registrations: {
    title: "Registrations with the revenue authority",
    intro: "Invoices dated in this period, in all currencies.",
    plot: "Registered invoices",
    registered: "Registered",
    pending: "Pending",
    rejected: "Rejected",
    cancelled: "Cancelled",
    none: "Not registered",
  },
  attention: {
    title: "Needs your attention",
    rejected: (count: string, one: boolean) =>
      one
        ? "1 invoice was rejected by the revenue authority."
        : `${count} invoices were rejected by the revenue authority.`,
    pending: (number: string, since: string) =>
      `${number} has been waiting for the revenue authority since ${since}.`,
    refund: (amount: string, reason: string) => `A refund of ${amount} failed${reason ? `: ${reason}` : "."}`,
    payments: (count: string, one: boolean) =>
      one
        ? "1 customer payment failed in the last 7 days."
        : `${count} customer payments failed in the last 7 days.`,
    deliveries: (count: string, one: boolean) =>
      one ? "1 webhook delivery failed." : `${count} webhook deliveries failed.`,
    endpoint: (name: string) => `Webhook endpoint ${name} was disabled.`,
    endpointUnnamed: "The main webhook endpoint was disabled.",
    gateway: "Customers can’t pay online yet: no payment gateway is set up.",
    authority: "Invoices can’t be registered yet: no revenue authority is set up.",
    refused: "The revenue authority rejected your credentials.",
    review: "Review",
    setUp: "Set up",
    /** 1,000 and more are not counted. */
    atLeast: (count: string) => `${count}+`,
  },
  activity: {
    title: "Latest activity",
    all: "View all events",
    none: "Nothing has happened yet.",
    draft: (id: number) => `draft ${id}`,
    payment: (id: number) => `payment ${id}`,
    sale: (id: number) => `sale ${id}`,
    recurringInvoice: (id: number) => `recurring invoice ${id}`,
    quote: (id: number) => `quote ${id}`,
    link: "payment link",
    creditNote: "a credit note",
    endpoint: "webhook endpoint",
    deleted: (id: number) => `draft ${id}`,
    unknown: "a record",
    by: {
      key: "API",
      operator: "Operator",
      system: "Billfold",
      user: "A former user",
    },
    sentences: {
      "invoice.created": ({ customer }: SentenceValues) => `Created {record}${forCustomer(customer)}`,
      "invoice.updated": () => "Edited {record}",
      "invoice.deleted": () => "Deleted {record}",
      "invoice.issued": ({ customer, amount }: SentenceValues) =>
        `Issued {record}${forAmount(amount)}${to(customer)}`,
      "invoice.parties_refreshed": () => "Refreshed the customer and company data of {record}",
      "invoice.sent": ({ customer }: SentenceValues) => `Sent {record}${to(customer)} by email`,
      "invoice.reminded": ({ customer }: SentenceValues) => `Sent a reminder of {record}${to(customer)}`,
      "invoice.viewed": ({ customer }: SentenceValues) =>
        `{record}${forCustomer(customer)} was opened by the buyer`,
      "invoice.registration_pending": () => "Sent {record} to the revenue authority",
      "invoice.registered": () => "Registered {record} with the revenue authority",
      "invoice.registration_failed": () => "The revenue authority rejected {record}",
      "invoice.registration_cancelled": () => "Cancelled the registration of {record}",
      "invoice.partially_paid": ({ customer }: SentenceValues) =>
        `{record}${forCustomer(customer)} was partly paid`,
      "invoice.paid": ({ customer }: SentenceValues) => `{record}${forCustomer(customer)} was paid in full`,
      "invoice.overdue": ({ customer }: SentenceValues) => `{record}${forCustomer(customer)} became overdue`,
      "invoice.voided": () => "Voided {record}",
      "invoice.written_off": () => "Wrote off {record}",
      "payment.recorded": ({ customer, amount }: SentenceValues) =>
        `Received ${amount}${from(customer)} for {record}`,
      "payment.failed": ({ customer, amount }: SentenceValues) =>
        `A payment${of(amount)}${from(customer)} for {record} failed`,
      "payment.refunded": ({ customer, amount }: SentenceValues) =>
        `Refunded a payment${of(amount)}${from(customer)} for {record}`,
      "payment.receipt_sent": ({ customer, amount }: SentenceValues) =>
        `Sent the receipt of a payment${of(amount)}${from(customer)} for {record}`,
      "payment.allocated": ({ customer, amount }: SentenceValues) =>
        `Allocated a payment${of(amount)}${from(customer)} to {record}`,
      "payment.updated": ({ customer, amount }: SentenceValues) =>
        `Changed the certificate number of a payment${of(amount)}${from(customer)} for {record}`,
      "payment.disputed": ({ customer, amount }: SentenceValues) =>
        `A payment${of(amount)}${from(customer)} for {record} is disputed`,
      "payment.reversed": ({ customer, amount }: SentenceValues) =>
        `Reversed a payment${of(amount)}${from(customer)} for {record}`,
      "payment_link.created": ({ amount }: SentenceValues) =>
        `Created a payment link${forAmount(amount)} on {record}`,
      "payment_link.paid": ({ amount }: SentenceValues) =>
        `A payment link${forAmount(amount)} on {record} was paid`,
      "payment_link.expired": ({ amount }: SentenceValues) =>
        `A payment link${forAmount(amount)} on {record} expired`,
      "payment_link.cancelled": ({ amount }: SentenceValues) =>
        `Cancelled a payment link${forAmount(amount)} on {record}`,
      "recurring_invoice.created": () => "Set up {record}",
      "recurring_invoice.updated": () => "Edited {record}",
      "recurring_invoice.paused": () => "Paused {record}",
      "recurring_invoice.resumed": () => "Resumed {record}",
      "recurring_invoice.invoiced": () => "{record} made an invoice",
      "recurring_invoice.failed": () => "{record} could not make an invoice",
      "recurring_invoice.ended": () => "{record} ended",
      "quote.created": () => "Created {record}",
      "quote.updated": () => "Edited {record}",
      "quote.sent": () => "Opened {record} to the customer",
      "quote.viewed": () => "{record} was opened by the customer",
      "quote.accepted": () => "{record} was accepted",
      "quote.declined": () => "{record} was declined",
      "quote.expired": () => "{record} expired",
      "quote.invoiced": () => "Invoiced {record}",
      "sale.created": () => "Created {record}",
      "sale.updated": () => "Edited {record}",
      "sale.cancelled": () => "Cancelled {record}",
      "sale.invoiced": () => "Invoiced {record}",
      "customer.created": () => "Added customer {record}",
      "customer.erased": () => "Erased the personal data of customer {record}",
      "customer.updated": () => "Edited customer {record}",
      "product.created": () => "Added product {record}",
      "product.updated": () => "Edited product {record}",
      "credit_note.issued": ({ amount }: SentenceValues) => `Issued credit note {record}${forAmount(amount)}`,
      "credit_note.sent": () => "Sent credit note {record} by email",
      "credit_note.applied": () => "Applied credit note {record} to another invoice",
      "credit_note.registration_pending": () => "Sent credit note {record} to the revenue authority",
      "credit_note.registered": () => "Registered credit note {record} with the revenue authority",
      "credit_note.registration_failed": () => "The revenue authority rejected credit note {record}",
      "mail.failed": () => "An email did not arrive: {record}",
      "webhook.test": () => "Sent a test event to a {record}",
      "webhook.disabled": () => "Disabled a {record}",
    },
  },
  welcome: "Your dashboard is ready",
  welcomeHint: "Create your first invoice. Payments, unpaid invoices and recent activity will appear here.",
  customers: "Add customers",
  start: "Getting started",
} as const;
