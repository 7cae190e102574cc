/** Titles and descriptions of the roles. */
export const roleTexts = {
  owner: {
    title: "Owner",
    description:
      "Full access. Only owners manage users, company details, the payment gateway and e-invoicing.",
  },
  accountant: {
    title: "Accountant",
    description: "Manages invoices, customers, products, sales, payments and imports.",
  },
  developer: {
    title: "Developer",
    description:
      "Reads everything. Manages webhooks, the portal, settings, and API keys within this role's rights.",
  },
  viewer: { title: "Viewer", description: "Reads everything. Cannot change anything." },
} as const;
