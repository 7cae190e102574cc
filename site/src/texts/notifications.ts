export const texts = {
  title: "Notifications",
  bell: (unread: number) => (unread > 0 ? `Notifications, ${unread} unread` : "Notifications"),
  none: "You have no notifications.",
  noneHint:
    "Payments, disputes, answers to quotes, failed registrations, recurring invoices, emails and webhook deliveries, disabled endpoints and finished imports appear here.",
  readAll: "Mark all as read",
  preferences: "Choose notifications",
  unread: "Unread",
  sentences: {
    payment: (amount: string) => `Payment of ${amount} received`,
    disputed: {
      open: (amount: string) => `Payment of ${amount} disputed`,
      won: (amount: string) => `Dispute about ${amount} won`,
      lost: (amount: string) => `Dispute about ${amount} lost`,
    },
    quote: {
      accepted: (number: string) => `Quote ${number} accepted`,
      declined: (number: string) => `Quote ${number} declined`,
    },
    registration: (number: string) => `Registration of invoice ${number} failed`,
    creditNote: (number: string) => `Registration of credit note ${number} failed`,
    recurring: (customer: string) => `Recurring invoice for ${customer} failed`,
    mail: (subject: string) => `Email not delivered: ${subject}`,
    deliveries: "Webhook deliveries failed",
    endpoint: "Webhook endpoint disabled",
    import: (file: string) => `Import of ${file} finished`,
  },
  details: {
    payment: (number: string, customer: string) => `${number} · ${customer}`,
    unallocated: "Not assigned to an invoice",
    import: (created: number, updated: number, failed: number) =>
      failed > 0
        ? `${created} created, ${updated} updated, ${failed} with errors`
        : `${created} created, ${updated} updated`,
  },
  card: {
    title: "Notifications",
    intro: "Choose what you are notified about in this company. Your choice does not affect other people.",
    saved: "Notification preferences saved.",
    kind: "What happens",
    dashboard: "Dashboard",
    email: "Email",
    inDashboard: (kind: string) => `${kind}: in the dashboard`,
    byEmail: (kind: string) => `${kind}: by email`,
    emailHint:
      "Emails come within a quarter of an hour; what happens together comes in one email. What you have read in the dashboard is left out.",
    noEmail: "This service can’t send emails yet. Ask its operator to set up a mail server.",
    kinds: {
      payment_received: "Payment received",
      payment_disputed: "Payment disputed",
      quote_answered: "Quote accepted or declined",
      registration_failed: "Registration with the tax authority failed",
      recurring_invoice_failed: "Recurring invoice failed",
      mail_failed: "Email not delivered",
      deliveries_failed: "Webhook deliveries failed",
      endpoint_disabled: "Webhook endpoint disabled",
      import_finished: "Import finished",
    },
    hints: {
      payment_received: "When a customer pays, or someone else records a payment.",
      payment_disputed: "When a customer’s bank disputes a payment, and when the dispute is decided.",
      quote_answered: "When a customer answers a quote, or someone else records the answer.",
      registration_failed: "When the tax authority rejects an invoice or credit note.",
      recurring_invoice_failed: "When a recurring invoice could not be made, issued or registered.",
      mail_failed: "When an invoice, quote, credit note or receipt could not be delivered by email.",
      deliveries_failed: "When every attempt of a delivery has failed; at most once a day for each endpoint.",
      endpoint_disabled: "When Billfold or someone else stops deliveries to an endpoint.",
      import_finished: "When a file of customers, products or exchange rates has been imported.",
    },
  },
} as const;
