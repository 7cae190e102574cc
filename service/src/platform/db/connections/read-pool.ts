import { queryTimeout } from "../../../contract/errors.ts";
import { type Coalescer, coalesce } from "../batcher.ts";
import type { Queryable, Row, Statement } from "../database.ts";
import { createRenderedTexts, type RenderedTexts } from "../lists/rendered.ts";
import type { Connections } from "./connections.ts";
import { createFairQueryQueue, isStatementTimeout } from "./fair-queries.ts";

/**
 * Reads outside of transactions. Short ones share a few pipelined connections. Slow reads have
 * connections of their own, where each company waits only for its own slow reads.
 */
export type ReadPool = Reads & {
  /** The texts of records that were read before. */
  rendered: RenderedTexts;
  /** Reads on behalf of one company. */
  forCompany(companyId: number): Reads;
  /** The same for reads that are known to be slow. */
  slowForCompany(companyId: number): Reads;
  close(): Promise<void>;
};

export type Reads = Queryable & {
  /** Keys that are looked up in the same turn of the event loop share a statement. */
  lookUp<Key, Found>(lookUp: LookUp<Key, Found>, key: Key): Promise<Found>;
};

/** Finds what belongs to each of some keys, in their order. */
export type LookUp<Key, Found> = (db: Queryable, keys: readonly Key[]) => Promise<Found[]>;

const forShortReads = { name: "billfold reader", depth: 16, statementTimeoutMs: 250 };
const forSlowReads = { name: "billfold slow reader", depth: 1, statementTimeoutMs: 10_000 };
// On a slow connection, a read that takes no longer than this has become a short one again.
const shortAgainMs = 50;
const slowStatementsMax = 10_000;

/** The service's own reads: keys, pages without a key, what an operator sees. */
const serviceOwner = 0;

export function openReadPool(options: {
  connectionString: string;
  /** How many connections there are for reads of each kind. */
  shortReads: number;
  slowReads: number;
  connections: Connections;
}): ReadPool {
  const { shortReads, slowReads, ...rest } = options;
  const rendered = createRenderedTexts();
  const common = { ...rest, onLost: rendered.clear };
  const short = createFairQueryQueue({ ...common, ...forShortReads, connectionsMax: shortReads });
  const slow = createFairQueryQueue({ ...common, ...forSlowReads, connectionsMax: slowReads });
  /** Statements that were slow, by company. */
  const slowStatements = new Set<string>();

  const readSlowly = async (owner: number, sql: Statement | string, values: readonly unknown[]) => {
    const startedAt = performance.now();
    const rows = await slow.run(owner, sql, values).catch((error: unknown) => {
      throw isStatementTimeout(error) ? queryTimeout(error) : error;
    });
    if (performance.now() - startedAt < shortAgainMs) slowStatements.delete(slowStatementKey(owner, sql));
    return rows;
  };

  const read = (owner: number, sql: Statement | string, values: readonly unknown[]): Promise<Row[]> => {
    const isKnownSlow = () => slowStatements.size > 0 && slowStatements.has(slowStatementKey(owner, sql));
    if (isKnownSlow()) return readSlowly(owner, sql, values);
    return short.run(owner, sql, values, isKnownSlow).catch((error: unknown) => {
      if (!isStatementTimeout(error)) throw error;
      if (slowStatements.size >= slowStatementsMax) slowStatements.clear();
      slowStatements.add(slowStatementKey(owner, sql));
      return readSlowly(owner, sql, values);
    });
  };

  const readsOf = (run: typeof read, owner: number): Reads => {
    const db: Queryable = {
      query: <R>(sql: Statement | string, values: readonly unknown[] = []) =>
        run(owner, sql, values) as Promise<R[]>,
    };
    return { ...db, lookUp: shareLookUps(db) };
  };
  return {
    ...readsOf(read, serviceOwner),
    rendered,
    forCompany: (companyId) => readsOf(read, companyId),
    slowForCompany: (companyId) => readsOf(readSlowly, companyId),
    close: async () => {
      await Promise.all([short.close(), slow.close()]);
    },
  };
}

const keysMax = 100;
const lookUpsMax = 2;

function shareLookUps(db: Queryable): Reads["lookUp"] {
  const coalescers = new Map<unknown, Coalescer<unknown, unknown>>();
  return <Key, Found>(lookUp: LookUp<Key, Found>, key: Key) => {
    let found = coalescers.get(lookUp) as Coalescer<Key, Found> | undefined;
    if (!found) {
      const run = (keys: Key[]) => lookUp(db, keys);
      found = coalesce({ itemsMax: keysMax, batchesMax: lookUpsMax, run });
      coalescers.set(lookUp, found as Coalescer<unknown, unknown>);
    }
    return found(key);
  };
}

const slowStatementKey = (owner: number, sql: Statement | string) =>
  `${owner} ${typeof sql === "string" ? sql : sql.name}`;
