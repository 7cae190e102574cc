/** Titles and descriptions of the roles. */
export const roleTexts = {
  owner: {
    title: "Owner",
    description:
      "Everything; alone decides on users, the legal identity, the payment gateway and e-invoicing.",
  },
  accountant: {
    title: "Accountant",
    description: "Invoices, customers, products, sales, payments, imports and registration.",
  },
  developer: {
    title: "Developer",
    description: "Reads everything; webhooks, portal, settings, and keys that can do no more than this role.",
  },
  viewer: { title: "Viewer", description: "Reads everything, changes nothing." },
} as const;
