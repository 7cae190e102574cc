import { queryTimeout } from "../../../contract/errors.ts";
import type { Row, Statement } from "../database.ts";
import { openPipelined, type Pipelined, type PipelinedOptions } from "./pipelined-connection.ts";

export type FairQueryQueue = {
  /**
   * Runs a query for an owner: a company, or 0 for the service itself. One that is known to be too slow by the time of
   * its turn fails as if it had run into the time limit.
   */
  run(
    owner: number,
    sql: Statement | string,
    values: readonly unknown[],
    isTooSlow?: () => boolean,
  ): Promise<Row[]>;
  close(): Promise<void>;
};

type Options = PipelinedOptions & {
  connectionsMax: number;
  /** How many queries one connection has at a time, those included that wait in its pipeline. */
  depth: number;
};

/** A query that was asked for. While one connection keeps it waiting it may be sent on a second one; the first answer counts. */
type QueuedQuery = {
  owner: Owner;
  sql: Statement | string;
  values: readonly unknown[];
  isTooSlow: (() => boolean) | undefined;
  askedAt: number;
  sent: number;
  isDone: boolean;
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
};

type Owner = { id: number; waiting: QueuedQuery[]; running: number };

type Connection = {
  pipelined: Pipelined;
  /** In the order in which they will be answered. */
  running: QueuedQuery[];
  /** Since when the first of them has been worked on. */
  since: number;
  isStalled: boolean;
  /** Closed before its time: what was on it is asked again. */
  isAbandoned: boolean;
};

const tickMs = 10;
// A connection whose first query takes longer gets no further ones, and those of others that wait behind it are sent
// on another connection too.
const stalledAfterMs = 20;
const waitMaxMs = 10_000;
// Whose query ran into the time limit has one connection at a time for a while: the next one may do so again.
const singleForMs = 10_000;

/**
 * A few connections that many companies share without being in each other's way: each company's queries wait in a queue
 * of its own, the queues take turns, and no company has queries on all connections at once.
 */
export function createFairQueryQueue({ connectionsMax, depth, ...options }: Options): FairQueryQueue {
  const newConnection = (): Connection => ({
    pipelined: openPipelined(options),
    running: [],
    since: 0,
    isStalled: false,
    isAbandoned: false,
  });
  const connections = Array.from({ length: connectionsMax }, newConnection);
  const perOwnerMax = Math.max(1, connectionsMax - 1);
  const owners = new Map<number, Owner>();
  const singleUntil = new Map<number, number>();
  /** Those with something in their queue, in the order of their turns. */
  let turns: Owner[] = [];
  let ticking: NodeJS.Timeout | undefined;

  const connectionFor = (owner: Owner): Connection | undefined => {
    const max = singleUntil.has(owner.id) ? 1 : perOwnerMax;
    // Where it waits behind another's slow query, the connection is that other's.
    const isOn = ({ running, isStalled }: Connection) =>
      isStalled ? running[0]?.owner === owner : running.some((ask) => ask.owner === owner);
    const mayTakeAnother = owner.running < max || connections.filter(isOn).length < max;
    let best: Connection | undefined;
    for (const connection of connections) {
      const { running, isStalled } = connection;
      if (isStalled || running.length >= depth || (best && running.length >= best.running.length)) continue;
      if (mayTakeAnother || isOn(connection)) best = connection;
    }
    return best;
  };

  const send = (connection: Connection, ask: QueuedQuery): void => {
    if (connection.running.push(ask) === 1) connection.since = performance.now();
    ask.sent += 1;
    ask.owner.running += 1;
    ticking ??= setInterval(() => setImmediate(tick), tickMs).unref();
    const finish = () => {
      connection.running.splice(connection.running.indexOf(ask), 1);
      connection.since = performance.now();
      connection.isStalled = false;
      ask.sent -= 1;
      ask.owner.running -= 1;
    };
    connection.pipelined.query(ask.sql, ask.values).then(
      (rows) => {
        finish();
        settle(ask, () => ask.resolve(rows));
        next(ask.owner);
      },
      (error) => {
        finish();
        const wasTooSlow = isStatementTimeout(error);
        if (wasTooSlow) {
          singleUntil.set(ask.owner.id, performance.now() + singleForMs);
          // More of the same may follow it, each as slow.
          if (connection.running.some((behind) => behind.owner === ask.owner)) abandon(connection);
        }
        // Sent twice, it has failed only when both have.
        if (ask.sent > 0 || ask.isDone) return next(ask.owner);
        if (connection.isAbandoned && !wasTooSlow) askAgain(ask);
        else settle(ask, () => ask.reject(error));
        next(ask.owner);
      },
    );
  };

  const abandon = (connection: Connection): void => {
    if (connection.isAbandoned) return;
    connection.isAbandoned = true;
    connections[connections.indexOf(connection)] = newConnection();
    void connection.pipelined.close();
  };

  const askAgain = (ask: QueuedQuery): void => {
    if (ask.owner.waiting.unshift(ask) === 1) turns.push(ask.owner);
  };

  const takeTurns = (): void => {
    for (let passed = 0; passed < turns.length; ) {
      const owner = turns.shift()!;
      const connection = connectionFor(owner);
      if (!connection) {
        turns.push(owner);
        passed += 1;
        continue;
      }
      const ask = owner.waiting.shift()!;
      if (ask.isTooSlow?.()) settle(ask, () => ask.reject(timeLimit()));
      else send(connection, ask);
      if (owner.waiting.length > 0) turns.push(owner);
      passed = 0;
    }
  };

  const next = (owner: Owner): void => {
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(owner.id);
    takeTurns();
  };

  // After the answers that have arrived meanwhile: while this process is busy, no connection is to blame.
  const tick = (): void => {
    const now = performance.now();
    for (const connection of connections) {
      if (connection.running.length === 0 || now - connection.since < stalledAfterMs) continue;
      connection.isStalled = true;
      for (const ask of connection.running)
        if (isOverdue(ask, now)) settle(ask, () => ask.reject(queryTimeout()));
      const [first, ...behind] = connection.running;
      for (const ask of behind) {
        const other = ask.owner !== first!.owner && ask.sent === 1 && !ask.isDone && connectionFor(ask.owner);
        if (other) send(other, ask);
      }
    }
    for (const owner of turns) rejectOverdue(owner, now);
    turns = turns.filter(({ waiting }) => waiting.length > 0);
    for (const [id, until] of singleUntil) if (until < now) singleUntil.delete(id);
    takeTurns();
    if (turns.length === 0 && connections.every(({ running }) => running.length === 0)) {
      clearInterval(ticking);
      ticking = undefined;
    }
  };

  return {
    run: (ownerId, sql, values, isTooSlow) =>
      new Promise((resolve, reject) => {
        let owner = owners.get(ownerId);
        if (!owner) {
          owner = { id: ownerId, waiting: [], running: 0 };
          owners.set(ownerId, owner);
        }
        const ask: QueuedQuery = {
          owner,
          sql,
          values,
          isTooSlow,
          askedAt: performance.now(),
          sent: 0,
          isDone: false,
          resolve,
          reject,
        };
        const connection = owner.waiting.length === 0 ? connectionFor(owner) : undefined;
        if (connection) return send(connection, ask);
        if (owner.waiting.push(ask) === 1) turns.push(owner);
      }),
    close: async () => {
      clearInterval(ticking);
      await Promise.all(connections.map(({ pipelined }) => pipelined.close()));
    },
  };
}

/** The database ended the query because of its time limit. */
export const isStatementTimeout = (error: unknown) => (error as { code?: unknown }).code === "57014";

const timeLimit = () => Object.assign(new Error("known to be slow"), { code: "57014" });

function settle(ask: QueuedQuery, tell: () => void): void {
  if (ask.isDone) return;
  ask.isDone = true;
  tell();
}

/** Waiting for its turn and for its answer together take no longer, also where the database has stopped answering. */
const isOverdue = ({ askedAt }: QueuedQuery, now: number) => now - askedAt > waitMaxMs;

function rejectOverdue(owner: Owner, now: number): void {
  while (owner.waiting.length > 0 && isOverdue(owner.waiting[0]!, now)) {
    const ask = owner.waiting.shift()!;
    settle(ask, () => ask.reject(queryTimeout()));
  }
}
