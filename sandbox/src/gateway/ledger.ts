import { randomInt } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Refund } from "./refunds.ts";
import type { Transaction } from "./transactions.ts";

/**
 * Everything the gateway knows. Every change is a line at the end of a file, if there is one: the last line about
 * a thing is what it is. Secret keys and card numbers are never written down.
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

// Ours start far from one, so that nobody takes them for something that they have counted themselves.
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
  mkdirSync(path.dirname(file), { recursive: true });
  // A line that was cut off by a crash must not swallow the next one.
  appendFileSync(file, readInto(ledger, file) ? "" : "\n", { mode: 0o600 });
  ledger.append = (line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  return ledger;
}

/** Was the last line whole? */
function readInto(ledger: Ledger, file: string): boolean {
  const written = readIfThere(file);
  for (const line of written.split("\n")) {
    const read = parse(line);
    if (read && "transaction" in read) remember(ledger, read.transaction);
    if (read && "refund" in read) ledger.refunds.set(read.refund.id, read.refund);
  }
  return written === "" || written.endsWith("\n");
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return "";
    throw error;
  }
}

function parse(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}

/** By lot, so that a gateway that starts anew does not give out the numbers of an earlier one. */
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
