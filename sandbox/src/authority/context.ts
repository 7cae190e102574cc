import type { CallLog } from "./calls.ts";
import type { Clock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Sessions } from "./irp/sessions.ts";
import type { KeyRing } from "./keys.ts";
import type { Ledger } from "./ledger.ts";

/** All that the parts of the authority depend on. */
export type Context = {
  settings: Settings;
  clock: Clock;
  ledger: Ledger;
  keys: KeyRing;
  faults: Faults;
  calls: CallLog;
  sessions: Sessions;
  /** Aborted when the authority closes, so that nothing which was slow is done afterwards. */
  closing: AbortSignal;
};

export type Settings = {
  /** How long every answer takes at least. */
  answerMs: number;
  /** How long a document can be cancelled after it was accepted. */
  cancelHours: number;
  /** How many times an asynchronous submission is still pending when asked for. */
  pendingPolls: number;
  pollAfterMs: number;
};
