import type { Config } from "./config/config.ts";
import type { Actor, Company } from "./contract/access.ts";
import type { ReadPool } from "./platform/db/connections/read-pool.ts";
import type { Database, Queryable, Transaction } from "./platform/db/database.ts";
import type { DatabaseThread } from "./platform/db/database-thread.ts";
import type { Listener } from "./platform/db/listener.ts";
import type { Logger } from "./platform/ops/log.ts";
import type { PassStatus } from "./platform/ops/loops.ts";
import type { Mailer } from "./platform/ops/mail.ts";
import type { Metrics } from "./platform/ops/metrics.ts";
import type { Activity } from "./platform/ops/quiet.ts";
import type { Threads } from "./platform/ops/threads.ts";
import type { Breaker } from "./platform/outbound/breaker.ts";
import type { Outbound } from "./platform/outbound/outbound.ts";
import type { EncryptionKeys } from "./platform/security/secrets.ts";
import type { Clock } from "./platform/values/clock.ts";

/** The dependencies of the service. */
export type Context = {
  config: Config;
  db: Database;
  /**
   * For background work: commits do not wait for the disk, because work that a crash undoes is repeated.
   */
  background: Database;
  /** For short reads outside any transaction. */
  reads: ReadPool;
  /** For CPU-heavy work that would block other requests. */
  threads: Threads;
  /** For background work that reads and computes for minutes. */
  databaseThread: DatabaseThread;
  /** A dedicated connection for leasing rate limit tokens, so that nothing else delays them. */
  leases: Queryable;
  listener: Listener;
  clock: Clock;
  /** A random number from 0 to 1, for jitter. */
  random: () => number;
  outbound: Outbound;
  /** The circuit breaker for outside services. */
  breaker: Breaker;
  mail: Mailer;
  log: Logger;
  metrics: Metrics;
  encryptionKeys: EncryptionKeys;
  /** Whether the service may act, or is quiet because its database is a copy. */
  activity: Activity;
  /** When each background pass of this node last ran and last failed; empty if another node does them. */
  passStatuses: () => Promise<PassStatus[]>;
};

/** One change that somebody makes to one company's data, inside one transaction. */
export type Change = {
  tx: Transaction;
  company: Company;
  /** What time it is for the company. */
  now: Date;
  actor: Actor;
  requestId: string | null;
  /** Where the request came from, for the audit log. */
  address?: string | null;
};

/** The real time of a change, which leases and the queues of background work go by. */
export const realTimeOf = ({ company, now }: Pick<Change, "company" | "now">) =>
  new Date(now.getTime() - company.clockOffsetMs);
