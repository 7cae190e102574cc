export const texts = {
  title: "Invoices that are paid, registered and done",
  signIn: "Sign in",
  register: "Register your company",
  docs: "Documentation",
  headline: ["Send the invoice.", "Register it.", "Get paid."],
  intro:
    "Billfold issues your invoices, registers them with the revenue authority, takes the payment and tells your systems about it. By hand in the dashboard, or from your own program.",
  points: [
    {
      icon: "invoices",
      title: "Invoices that add up",
      description:
        "Drafts, numbers without gaps, credit notes, PDF and XML by EN 16931. The same arithmetic on the page and on the server.",
    },
    {
      icon: "operator",
      title: "Registered once",
      description:
        "Each invoice reaches the authority exactly once, also when the line drops half-way. You see every call that was made.",
    },
    {
      icon: "payments",
      title: "Paid by link or QR code",
      description: "A payment link for every invoice, checked with the gateway before a payment is booked.",
    },
    {
      icon: "events",
      title: "Your systems know",
      description: "Signed webhooks in order, with replay, and an event feed for those who rather ask.",
    },
  ],
  developers: "For developers",
  developersBody:
    "One key, plain JSON, safe retries. Your programs work with customers, products, sales, invoices, payments and events.",
  openDocs: "Read the API documentation",
  sample: {
    company: "Meridian Supplies",
    number: "INV-000042",
    customer: "Harbour Logistics Ltd",
    lines: [
      ["Delivery crates, 40", "1,180.00"],
      ["Transport", "260.00"],
      ["VAT 7.5 %", "108.00"],
    ],
    total: "Total",
    amount: "1,548.00",
    registered: "Registered",
    paid: "Paid",
    label: "An invoice that was registered and paid",
  },
} as const;
