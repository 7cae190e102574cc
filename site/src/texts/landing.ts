/** Texts of the landing page. */
export const texts = {
  title: "Invoicing, e-invoicing and payments",
  description:
    "Issue invoices, register them with the tax authority and get paid by link or QR code. In the dashboard or through the API.",
  navigation: "Main",
  footer: "Footer",
  signIn: "Sign in",
  register: "Create an account",
  docs: "Documentation",
  headline: ["Issue the invoice.", "Register it.", "Get paid."],
  intro:
    "Billfold issues your invoices, registers them with the tax authority, collects the payment and notifies your systems. Use the dashboard, or connect your own software through the API.",
  points: {
    invoices: {
      title: "Invoices that add up",
      description:
        "Drafts, credit notes, numbers without gaps, PDF and XML to the EN 16931 standard. Your customer, your books and the tax authority see the same totals.",
    },
    operator: {
      title: "Registered exactly once",
      description:
        "Each invoice reaches the tax authority once, even if the connection drops. You can see every request that was sent.",
    },
    payments: {
      title: "Paid by link or QR code",
      description:
        "Every invoice can have a payment link. A payment is recorded only after the payment provider has confirmed it.",
    },
    events: {
      title: "Your systems stay up to date",
      description:
        "Signed webhooks that arrive in order and can be replayed, and an event feed you can poll.",
    },
  },
  developers: "For developers",
  developersBody:
    "One API key, plain JSON and safe retries for customers, products, sales, invoices, payments and events. Try everything in the sandbox, without real money.",
  openDocs: "Read the documentation",
  reference: "API reference",
  contact: "Contact",
  privacy: "Privacy",
  terms: "Terms",
  language: "Language",
  sample: {
    company: "Meridian Supplies",
    number: "Invoice INV-000042",
    billTo: "Bill to",
    customer: "Harbour Logistics Ltd",
    lines: [
      ["40 delivery crates", "1180.00"],
      ["Transport", "260.00"],
      ["VAT 7.5%", "108.00"],
    ],
    total: "Total",
    amount: "1548.00",
    registered: "Registered",
    paid: "Paid",
    label: "Example of an invoice that was registered and paid",
  },
} as const;
