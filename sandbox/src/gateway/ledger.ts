import { randomInt } from "node:crypto";
import { openJournal } from "../journal.ts";
import type { Refund } from "./refunds.ts";
import type { Transaction } from "./transactions.ts";

/**
 * The gateway's state. Every change is appended to a file, if there is one, and the last line about an object wins.
 * Secret keys and card numbers are never stored.
 */
export type Ledger = {
  transactions: Map<number, Transaction>;
  refunds: Map<number, Refund>;
  byReference: Map<string, Transaction>;
  byAccessCode: Map<string, Transaction>;
  /** The secret key of each account that has called since the start. */
  keys: Map<string, string>;
  append(line: Line): void;
};

type Line = { transaction: Transaction } | { refund: Refund };

// Ids start high, so that they are not confused with counters in tests.
const firstId = 1_000_000_000;
const lastId = 2 ** 47;

export function openLedger(file: string | undefined): Ledger {
  const ledger: Ledger = {
    transactions: new Map(),
    refunds: new Map(),
    byReference: new Map(),
    byAccessCode: new Map(),
    keys: new Map(),
    append: () => undefined,
  };
  if (file === undefined) return ledger;
  ledger.append = openJournal<Line>(file, (line) => {
    if ("transaction" in line) remember(ledger, line.transaction);
    if ("refund" in line) ledger.refunds.set(line.refund.id, line.refund);
  });
  return ledger;
}

/** Random, so that a restarted gateway does not reuse the ids of an earlier one. */
export function nextId(things: Map<number, unknown>): number {
  for (;;) {
    const id = randomInt(firstId, lastId);
    if (!things.has(id)) return id;
  }
}

export const referenceKey = (account: string, reference: string) => `${account} ${reference}`;

export function keepTransaction(ledger: Ledger, transaction: Transaction): void {
  remember(ledger, transaction);
  ledger.append({ transaction });
}

export function keepRefund(ledger: Ledger, refund: Refund): void {
  ledger.refunds.set(refund.id, refund);
  ledger.append({ refund });
}

function remember(ledger: Ledger, transaction: Transaction): void {
  ledger.transactions.set(transaction.id, transaction);
  ledger.byReference.set(referenceKey(transaction.account, transaction.reference), transaction);
  ledger.byAccessCode.set(transaction.accessCode, transaction);
}
