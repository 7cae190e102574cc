import { contentOf, type Invoice } from "./invoice.ts";

/**
 * Which invoices were dealt with. The lists are read again and again while what is registered leaves them, so the same
 * invoice can come by twice; and what was refused stays in them, but is not tried again before it has changed.
 */
export type Acquaintance = {
  /** Is this one to be dealt with now? Asked once for each that comes by. */
  isNew(invoice: Invoice): boolean;
  /** It was dealt with, whatever came of it. */
  settle(invoice: Invoice): void;
  /** Came by since the round began? */
  cameBy(id: number): boolean;
  beginRound(): void;
  /** The lists were read to their end: what did not come by is forgotten, so that this does not grow for ever. */
  endRound(): void;
};

export function createAcquaintance(): Acquaintance {
  let settled = new Map<number, string>();
  let seen = new Set<number>();
  return {
    isNew: (invoice) => {
      if (seen.has(invoice.id)) return false;
      seen.add(invoice.id);
      return settled.get(invoice.id) !== contentOf(invoice);
    },
    settle: (invoice) => void settled.set(invoice.id, contentOf(invoice)),
    cameBy: (id) => seen.has(id),
    beginRound: () => {
      seen = new Set();
    },
    endRound: () => {
      settled = new Map([...settled].filter(([id]) => seen.has(id)));
    },
  };
}
