import type { CallLog } from "./calls.ts";
import type { Clock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Sessions } from "./irp/sessions.ts";
import type { KeyRing } from "./keys.ts";
import type { Ledger } from "./ledger.ts";

/** The dependencies that all parts of the authority share. */
export type Context = {
  settings: Settings;
  clock: Clock;
  ledger: Ledger;
  keys: KeyRing;
  faults: Faults;
  calls: CallLog;
  sessions: Sessions;
  /** Aborted when the authority closes, so that slow calls do nothing afterwards. */
  closing: AbortSignal;
};

export type Settings = {
  /** The minimum duration of every response. */
  answerMs: number;
  /** How long a document can be cancelled after it was accepted. */
  cancelHours: number;
  /** For how many polls an asynchronous submission stays pending. */
  pendingPolls: number;
  pollAfterMs: number;
  /** No fault makes a response slower than this. */
  slowMaxMs: number;
};
