import type { Faults } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { Notifier } from "./notifications.ts";
import type { Timers } from "./timers.ts";
import type { Transaction } from "./transactions.ts";

/** The dependencies that all parts of the gateway share. */
export type Context = {
  settings: Settings;
  now: () => Date;
  ledger: Ledger;
  faults: Faults;
  /** Called once for every payment that succeeds. */
  afterPayment(transaction: Transaction): void;
  notifier: Notifier;
  timers: Timers;
};

export type Settings = {
  /** The address at which buyers reach the payment pages, without a trailing slash. */
  pagesAt: string;
  /** The address for notifications; without it, none are sent. */
  notifyAt: string | undefined;
  /** How long the bank takes for a card that pays late. */
  lateMs: number;
  transferMs: number;
  refundMs: number;
  /** How long the buyer's page hangs with a card that never gets a response. */
  holdMs: number;
  /** The delay before a notification's first retry; it doubles with each further retry. */
  notifyRetryMs: number;
};
