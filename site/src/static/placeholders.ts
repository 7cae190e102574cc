/**
 * Addresses that the operator of a service may set. The service replaces them when it serves the page, and removes the
 * links whose address is not set.
 */
export const operatorLinks = {
  contact: "https://contact.billfold.invalid/",
  privacy: "https://privacy.billfold.invalid/",
  terms: "https://terms.billfold.invalid/",
} as const;
