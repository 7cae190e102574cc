import type { Config } from "./config/config.ts";
import type { Actor, Company } from "./contract/access.ts";
import type { Database, Queryable, Transaction } from "./platform/db/database.ts";
import type { Listener } from "./platform/db/listener.ts";
import type { ReadPool } from "./platform/db/read-pool.ts";
import type { Logger } from "./platform/ops/log.ts";
import type { Mailer } from "./platform/ops/mail.ts";
import type { Metrics } from "./platform/ops/metrics.ts";
import type { Threads } from "./platform/ops/threads.ts";
import type { Breaker } from "./platform/outbound/breaker.ts";
import type { Outbound } from "./platform/outbound/outbound.ts";
import type { EncryptionKeys } from "./platform/security/secrets.ts";
import type { Clock } from "./platform/values/clock.ts";

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
  reads: ReadPool;
  /** For computations that take so long that other requests would notice. */
  threads: Threads;
  /** For leasing tokens of rate limits: nothing else may make these wait. */
  leases: Queryable;
  listener: Listener;
  clock: Clock;
  /** A random number from 0 to 1, for jitter. */
  random: () => number;
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
