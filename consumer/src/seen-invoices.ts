import { contentOf, type Invoice } from "./invoice.ts";

/**
 * Remembers which invoices were handled. The lists are read repeatedly while registered invoices leave them, so an
 * invoice can appear twice; a refused one stays in the lists, but is not tried again until it changes.
 */
export type SeenInvoices = {
  /** Whether to handle this invoice now. Called once for each one in a list. */
  isNew(invoice: Invoice): boolean;
  /** Records that it was handled, whatever the outcome. */
  settle(invoice: Invoice): void;
  /** Whether it appeared since the round began. */
  wasListed(id: number): boolean;
  beginRound(): void;
  /** Called when the lists were read to the end: invoices that did not appear are forgotten, to bound the memory. */
  endRound(): void;
};

export function createSeenInvoices(): SeenInvoices {
  let settled = new Map<number, string>();
  let seen = new Set<number>();
  return {
    isNew: (invoice) => {
      if (seen.has(invoice.id)) return false;
      seen.add(invoice.id);
      return settled.get(invoice.id) !== contentOf(invoice);
    },
    settle: (invoice) => void settled.set(invoice.id, contentOf(invoice)),
    wasListed: (id) => seen.has(id),
    beginRound: () => {
      seen = new Set();
    },
    endRound: () => {
      settled = new Map([...settled].filter(([id]) => seen.has(id)));
    },
  };
}
