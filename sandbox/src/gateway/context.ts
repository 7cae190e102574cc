import type { Faults } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { Notifier } from "./notifications.ts";
import type { Timers } from "./timers.ts";

/** All that the parts of the gateway depend on. */
export type Context = {
  settings: Settings;
  now: () => Date;
  ledger: Ledger;
  faults: Faults;
  notifier: Notifier;
  timers: Timers;
};

export type Settings = {
  /** Where buyers reach the pay pages, without a slash at the end. */
  pagesAt: string;
  /** Where notifications are sent; without it nobody is told. */
  notifyAt: string | undefined;
  /** How long the bank takes for a card that pays late. */
  lateMs: number;
  transferMs: number;
  refundMs: number;
  /** How long the buyer's page hangs with a card that never answers. */
  holdMs: number;
  /** The pause before a notification is first repeated; each further one is twice as long. */
  notifyRetryMs: number;
};
