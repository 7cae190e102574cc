import type { Actor, Company } from "./access.ts";
import type { Config } from "./config.ts";
import type { Clock } from "./foundation/clock.ts";
import type { Database, Transaction } from "./foundation/database.ts";
import type { Listener } from "./foundation/listener.ts";
import type { Logger } from "./foundation/log.ts";
import type { Metrics } from "./foundation/metrics.ts";
import type { Readers } from "./foundation/readers.ts";
import type { EncryptionKeys } from "./foundation/secrets.ts";

/** All that the service depends on, handed in from outside. */
export type Context = {
  config: Config;
  db: Database;
  /** For short reads outside any transaction. */
  reads: Readers;
  listener: Listener;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  encryptionKeys: EncryptionKeys;
};

/** One change that somebody makes to one company's data, inside one transaction. */
export type Change = {
  tx: Transaction;
  company: Company;
  now: Date;
  actor: Actor;
  requestId: string | null;
};
