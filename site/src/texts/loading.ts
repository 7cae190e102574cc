/** Texts about loading the site itself. */
export const texts = {
  failed: "Billfold could not be loaded. Check your connection, then try again.",
  again: "Try again",
  noScript: "Billfold needs JavaScript. Turn it on for this site, then reload the page.",
  description: "Invoices, payments and e-invoicing for companies.",
  offline: {
    message: "You are offline. This page keeps everything you have entered.",
    action: "Try again",
  },
  new_version: {
    message: "A new version of Billfold is available. Save your work, then reload the page.",
    action: "Reload",
  },
  pageOffline: {
    title: "You are offline",
    message: "This page could not be loaded. Check your connection, then try again.",
  },
} as const;
