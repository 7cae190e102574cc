/** Titles and descriptions of the scopes by their API names. */
export const scopeTexts: Readonly<Record<string, { group: string; title: string; description: string }>> = {
  "invoices:read": {
    group: "Invoices",
    title: "Read invoices",
    description: "List invoices and credit notes, with lines, PDF and XML.",
  },
  "invoices:write": {
    group: "Invoices",
    title: "Write invoices",
    description: "Create, change and issue invoices; void, write off and credit them.",
  },
  integrations: {
    group: "Invoices",
    title: "Register invoices",
    description: "Submit invoices to the revenue authority, and see through which one.",
  },
  "integrations:configure": {
    group: "Invoices",
    title: "Set up e-invoicing",
    description: "Choose the authority and set its credentials. Only owners can give this.",
  },
  "customers:read": {
    group: "Catalogue",
    title: "Read customers",
    description: "Names, addresses and tax numbers of your customers.",
  },
  "customers:write": {
    group: "Catalogue",
    title: "Write customers",
    description: "Create and change customers.",
  },
  "products:read": {
    group: "Catalogue",
    title: "Read products",
    description: "The catalogue with prices and tax rates.",
  },
  "products:write": {
    group: "Catalogue",
    title: "Write products",
    description: "Create and change products and their prices.",
  },
  "sales:read": {
    group: "Catalogue",
    title: "Read sales",
    description: "Sales orders and what became of them.",
  },
  "sales:write": {
    group: "Catalogue",
    title: "Write sales",
    description: "Create, change and cancel sales; turn them into invoices.",
  },
  "payments:read": {
    group: "Payments",
    title: "Read payments",
    description: "Payments, refunds and payment links.",
  },
  "payments:write": {
    group: "Payments",
    title: "Take payments",
    description: "Create payment links, record payments, refund them. Moves money.",
  },
  "portal:embed": {
    group: "Integration",
    title: "Portal",
    description: "What a page needs to embed the panel, and orders from it.",
  },
  "portal:configure": {
    group: "Integration",
    title: "Set up the portal",
    description: "Change which sites may show the panel.",
  },
  "webhooks:read": {
    group: "Integration",
    title: "Read events",
    description:
      "The event feed, endpoints and deliveries. An event shows its record only to keys that may read it.",
  },
  "webhooks:write": {
    group: "Integration",
    title: "Set up webhooks",
    description: "Add, change, test and replay webhook endpoints, for events whose records the key may read.",
  },
};
