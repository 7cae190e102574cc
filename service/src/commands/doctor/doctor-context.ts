import type { Config, Environment, SettingFault } from "../../config/config.ts";
import type { Database } from "../../platform/db/database.ts";
import type { ServiceNode } from "../../platform/db/listener.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { EncryptionKeys } from "../../platform/security/secrets.ts";
import type { Clock } from "../../platform/values/clock.ts";
import type { OutsideClock } from "./outside-clock.ts";

/** The input of the checks: the settings, and what is derived from them. */
export type DoctorContext = {
  env: Environment;
  config: Config;
  faults: readonly SettingFault[];
  clock: Clock;
  /** Calls to outside parties, with a short timeout; the `Date` of each response is recorded. */
  outbound: Outbound;
  outsideClock: OutsideClock;
};

/** A context whose database is reachable and has our schema. */
export type DatabaseDoctorContext = DoctorContext & {
  db: Database;
  /** The processes that have this database open, except commands. */
  nodes: readonly ServiceNode[];
  /** Undefined if none are configured and none have been generated yet. */
  encryptionKeys: EncryptionKeys | undefined;
};

/** Whether the setting could not be read, so that values derived from it are meaningless. */
export const hasFault = ({ faults }: DoctorContext, name: string) =>
  faults.some(({ names }) => names.includes(name));
