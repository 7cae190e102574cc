import type { Config, Environment, SettingFault } from "../../config/config.ts";
import type { Database } from "../../platform/db/database.ts";
import type { ServiceNode } from "../../platform/db/listener.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { EncryptionKeys } from "../../platform/security/secrets.ts";
import type { Clock } from "../../platform/values/clock.ts";
import type { OutsideClock } from "./outside-clock.ts";

/** What is examined: the settings, what they lead to, and what can be reached from here. */
export type DoctorContext = {
  env: Environment;
  config: Config;
  faults: readonly SettingFault[];
  clock: Clock;
  /** Calls to outside parties, each of which must be quick here; what they say the time is, is noted on the way. */
  outbound: Outbound;
  outsideClock: OutsideClock;
};

/** One whose database answers and whose schema is ours. */
export type DatabaseDoctorContext = DoctorContext & {
  db: Database;
  /** The processes that have this database open, commands aside. */
  nodes: readonly ServiceNode[];
  /** Undefined where none are set and none were made yet. */
  encryptionKeys: EncryptionKeys | undefined;
};

/** Whether the setting is one that could not be read, so that what follows from it means nothing. */
export const hasFault = ({ faults }: DoctorContext, name: string) =>
  faults.some(({ names }) => names.includes(name));
