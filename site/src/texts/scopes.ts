/** Titles and descriptions of the scopes by their API names. */
export const scopeTexts: Readonly<Record<string, { group: string; title: string; description: string }>> = {
  "invoices:read": {
    group: "Invoices",
    title: "Read invoices",
    description: "Read invoices and credit notes, including PDF and XML.",
  },
  "invoices:write": {
    group: "Invoices",
    title: "Write invoices",
    description: "Create, change and issue invoices. Void, write off and credit them.",
  },
  integrations: {
    group: "Invoices",
    title: "Register invoices",
    description: "Register invoices with the tax authority.",
  },
  "integrations:read": {
    group: "Invoices",
    title: "Read the e-invoicing settings",
    description: "See which tax authority is set up, without its credentials.",
  },
  "integrations:configure": {
    group: "Invoices",
    title: "Set up e-invoicing",
    description: "Choose the tax authority and set its credentials. Only owners can grant this.",
  },
  "customers:read": {
    group: "Catalogue",
    title: "Read customers",
    description: "Read names, addresses and tax numbers of your customers.",
  },
  "customers:write": {
    group: "Catalogue",
    title: "Write customers",
    description: "Create and change customers.",
  },
  "customers:erase": {
    group: "Catalogue",
    title: "Erase customers",
    description: "Erase the personal data of customers for good.",
  },
  "products:read": {
    group: "Catalogue",
    title: "Read products",
    description: "Read products with prices and tax rates.",
  },
  "products:write": {
    group: "Catalogue",
    title: "Write products",
    description: "Create and change products and their prices.",
  },
  "sales:read": {
    group: "Catalogue",
    title: "Read sales",
    description: "Read sales orders and quotes and their status.",
  },
  "sales:write": {
    group: "Catalogue",
    title: "Write sales",
    description: "Create, change and cancel sales. Create, send and answer quotes. Turn both into invoices.",
  },
  "payments:read": {
    group: "Payments",
    title: "Read payments",
    description: "Read payments, refunds and payment links.",
  },
  "payments:write": {
    group: "Payments",
    title: "Take payments",
    description: "Create payment links, record and refund payments. Moves money.",
  },
  "reports:read": {
    group: "Payments",
    title: "Read reports",
    description: "Read reports, such as withheld tax and missing certificates.",
  },
  "portal:embed": {
    group: "Integration",
    title: "Embed the portal",
    description: "Embed the panel on a website and take orders from it.",
  },
  "portal:configure": {
    group: "Integration",
    title: "Set up the portal",
    description: "Change which websites can show the panel.",
  },
  "webhooks:read": {
    group: "Integration",
    title: "Read events and webhooks",
    description:
      "Read the event feed, endpoints and deliveries. An event contains its record only if the key can read it.",
  },
  "webhooks:write": {
    group: "Integration",
    title: "Set up webhooks",
    description: "Add, change and test webhook endpoints, for events whose records the key can read.",
  },
  "company:read": {
    group: "Integration",
    title: "Read the company",
    description: "Read the company’s profile, users, keys, audit log and payment gateway.",
  },
  sandbox: {
    group: "Integration",
    title: "Rehearse in the sandbox",
    description: "Move the company’s clock, inject faults and load test data, outside production.",
  },
};
