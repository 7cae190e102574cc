import { contentOf, type Invoice } from "./invoice.ts";

/**
 * Remembers which invoices were handled. The lists are read repeatedly while registered invoices leave them, so the
 * same invoice can come by twice; and a refused one stays in them, but is not tried again until it changes.
 */
export type SeenInvoices = {
  /** Whether this one should be handled now. Asked once for each that comes by. */
  isNew(invoice: Invoice): boolean;
  /** It was handled, whatever the outcome. */
  settle(invoice: Invoice): void;
  /** Whether it came by since the round began. */
  wasListed(id: number): boolean;
  beginRound(): void;
  /** The lists were read to the end: whatever did not come by is forgotten, so that this does not grow forever. */
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
