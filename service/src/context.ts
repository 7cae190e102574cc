import type { Actor, Company } from "./access.ts";
import type { Config } from "./config.ts";
import type { Clock } from "./foundation/clock.ts";
import type { Database, Queryable, Transaction } from "./foundation/database.ts";
import type { Listener } from "./foundation/listener.ts";
import type { Logger } from "./foundation/log.ts";
import type { Mailer } from "./foundation/mail.ts";
import type { Metrics } from "./foundation/metrics.ts";
import type { Breaker } from "./foundation/outbound/breaker.ts";
import type { Outbound } from "./foundation/outbound/outbound.ts";
import type { Readers } from "./foundation/readers.ts";
import type { EncryptionKeys } from "./foundation/secrets.ts";
import type { Threads } from "./foundation/threads.ts";

/** Everything the service depends on, passed in from outside. */
export type Context = {
  config: Config;
  db: Database;
  /**
   * For the bookkeeping of background work: commits here do not wait for the disk, because whatever a crash undoes is
   * simply done again.
   */
  background: Database;
  /** For short reads outside any transaction. */
  reads: Readers;
  /** For computations that take so long that other requests would notice. */
  threads: Threads;
  /** For leasing tokens of rate limits: nothing else may make these wait. */
  leases: Queryable;
  listener: Listener;
  clock: Clock;
  /** A random number from 0 to 1, for jitter. */
  chance: () => number;
  outbound: Outbound;
  /** Remembers which outside parties are not answering at present. */
  breaker: Breaker;
  mail: Mailer;
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
  /** Where the request came from, for the audit log. */
  address?: string | null;
};
