/** What people may do in a company, by their role. */
export const roleTexts = {
  owner: { title: "Owner", says: "Everything, also users, keys and settings." },
  accountant: {
    title: "Accountant",
    says: "Invoices, customers, products, sales, payments, imports and registration.",
  },
  developer: { title: "Developer", says: "Reads everything; keys, webhooks, portal and settings." },
  viewer: { title: "Viewer", says: "Reads everything, changes nothing." },
} as const;
