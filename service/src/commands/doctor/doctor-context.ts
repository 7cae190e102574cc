import type { Config, Environment, SettingFault } from "../../config/config.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Node } from "../../platform/db/listener.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { EncryptionKeys } from "../../platform/security/secrets.ts";
import type { Clock } from "../../platform/values/clock.ts";
import type { OutsideClock } from "./outside-clock.ts";

/** What is examined: the settings, what they lead to, and what can be reached from here. */
export type Patient = {
  env: Environment;
  config: Config;
  faults: readonly SettingFault[];
  clock: Clock;
  /** Calls to strangers, each of which must be quick here; what they say the time is, is noted on the way. */
  outbound: Outbound;
  outsideClock: OutsideClock;
};

/** One whose database answers and whose schema is ours. */
export type OpenPatient = Patient & {
  db: Database;
  /** The processes that have this database open, commands aside. */
  nodes: readonly Node[];
  /** Undefined where none are set and none were made yet. */
  encryptionKeys: EncryptionKeys | undefined;
};

/** Whether the setting is one that could not be read, so that what follows from it means nothing. */
export const isFaulty = ({ faults }: Patient, name: string) =>
  faults.some(({ names }) => names.includes(name));
