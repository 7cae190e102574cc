/** Titles and descriptions of the scopes by their API names. */
export const scopeTexts: Readonly<Record<string, { group: string; title: string; says: string }>> = {
  "invoices:read": {
    group: "Invoices",
    title: "Read invoices",
    says: "List invoices and credit notes, with lines, PDF and XML.",
  },
  "invoices:write": {
    group: "Invoices",
    title: "Write invoices",
    says: "Create, change and issue invoices; void, write off and credit them.",
  },
  integrations: {
    group: "Invoices",
    title: "Register invoices",
    says: "Submit invoices to the revenue authority, and see through which one.",
  },
  "integrations:configure": {
    group: "Invoices",
    title: "Set up e-invoicing",
    says: "Choose the authority and set its credentials. Only owners can give this.",
  },
  "customers:read": {
    group: "Catalogue",
    title: "Read customers",
    says: "Names, addresses and tax numbers of your customers.",
  },
  "customers:write": { group: "Catalogue", title: "Write customers", says: "Create and change customers." },
  "products:read": {
    group: "Catalogue",
    title: "Read products",
    says: "The catalogue with prices and tax rates.",
  },
  "products:write": {
    group: "Catalogue",
    title: "Write products",
    says: "Create and change products and their prices.",
  },
  "sales:read": { group: "Catalogue", title: "Read sales", says: "Sales orders and what became of them." },
  "sales:write": {
    group: "Catalogue",
    title: "Write sales",
    says: "Create, change and cancel sales; turn them into invoices.",
  },
  "payments:read": {
    group: "Payments",
    title: "Read payments",
    says: "Payments, refunds and payment links.",
  },
  "payments:write": {
    group: "Payments",
    title: "Take payments",
    says: "Create payment links, record payments, refund them. Moves money.",
  },
  "portal:embed": {
    group: "Integration",
    title: "Portal",
    says: "What a page needs to embed the panel, and orders from it.",
  },
  "portal:configure": {
    group: "Integration",
    title: "Set up the portal",
    says: "Change which sites may show the panel.",
  },
  "webhooks:read": {
    group: "Integration",
    title: "Read events",
    says: "The event feed, endpoints and deliveries. An event shows its record only to keys that may read it.",
  },
  "webhooks:write": {
    group: "Integration",
    title: "Set up webhooks",
    says: "Add, change, test and replay webhook endpoints, for events whose records the key may read.",
  },
};
