import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { migratedDatabase } from "../../../../test/fresh-database.ts";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { createConnections } from "./connections.ts";
import { createFairQueryQueue, type FairQueryQueue } from "./fair-queries.ts";
import { type LookUp, openReadPool, type ReadPool } from "./read-pool.ts";

const times = <T>(count: number, work: () => Promise<T>) => Array.from({ length: count }, work);

/** Counts the requests that are answered so far. */
function watch(work: readonly Promise<unknown>[]) {
  let answered = 0;
  for (const each of work) void each.finally(() => (answered += 1)).catch(() => undefined);
  return () => answered;
}

describe("while a company's reads wait for a table", () => {
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  let service: TestService;
  let slow: TestCompany;
  let other: TestCompany;
  let holder: pg.Client;

  beforeAll(async () => {
    database = await migratedDatabase();
    service = await startService({ env: { DATABASE_URL: database.connectionString } });
    slow = await service.company();
    other = await service.company();
    holder = new pg.Client({ connectionString: database.connectionString });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await service.close();
    await database.drop();
  });

  /** Locks the table against reads until the work is done. */
  async function holding(table: string, work: () => Promise<void>): Promise<void> {
    await holder.query("begin");
    await holder.query(`lock table ${table} in access exclusive mode`);
    try {
      await work();
    } finally {
      await holder.query("rollback");
    }
  }

  test("another company's reads continue, and so do its own reads of other tables", async () => {
    await Promise.all([slow.customer(), other.customer()]);
    const blocked: ReturnType<TestCompany["call"]>[] = [];
    let areReleased = false;
    await holding("products", async () => {
      blocked.push(...times(24, () => slow.call("GET /products?limit=100")));
      blocked.push(...times(12, () => slow.call("GET /products?active=true")));
      const answered = watch(blocked);
      // On a busy machine the queries that wait reach their limit of time before thirty rounds are over. Reads that
      // waited behind them would end with them, in the first round.
      let rounds = 0;
      for (; rounds < 30 && answered() === 0; rounds++) {
        const replies = await Promise.all([
          other.call("GET /customers"),
          other.call("GET /invoices"),
          slow.call("GET /customers"),
        ]);
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      }
      expect(rounds).toBeGreaterThan(2);
      areReleased = answered() === 0;
    });
    const statuses = new Set((await Promise.all(blocked)).map(({ status }) => status));
    if (areReleased) expect([...statuses]).toEqual([200]);
  });

  test("a query that takes too long is 503 query_timeout, and the message says what to do", async () => {
    await holding("products", async () => {
      const reply = slow.call("GET /products");
      const answered = watch([reply]);
      // This cancels the query at once, as the time limit does after 10 s.
      while (answered() === 0)
        await holder.query(
          "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'billfold slow reader' and wait_event_type = 'Lock'",
        );
      const { status, body, headers } = await reply;
      expect([status, body.code]).toEqual([503, "query_timeout"]);
      expect(body.error).toContain("Request less data");
      expect(headers.get("retry-after")).toBe("5");
    });
    const [{ limit } = {}] = await service.context.reads
      .slowForCompany(slow.id)
      .query<{ limit: string }>("select current_setting('statement_timeout') as limit");
    expect(limit).toBe("10s");
  });

  test("overviews, searches and exports use no connection that changes need", async () => {
    const { call } = await signIn(service, { companyId: slow.id, role: "owner" });
    const blocked: Promise<unknown>[] = [];
    await holding("invoices", async () => {
      blocked.push(...times(6, () => call("GET", "/overview")));
      blocked.push(...times(6, () => call("GET", "/search?q=acme")));
      blocked.push(...times(6, () => call("GET", "/exports/invoices.csv")));
      const answered = watch(blocked);
      for (let round = 0; round < 15; round++) {
        const made = await other.call("POST /customers", { body: { name: "Acme" } });
        expect(made.status).toBe(201);
      }
      expect(answered()).toBe(0);
    });
    await Promise.all(blocked);
  });
});

describe("shared connections", () => {
  let holder: pg.Client;
  const opened: FairQueryQueue[] = [];
  const open = (connectionsMax: number, depth: number) => {
    const connectionString = inject("connectionString");
    const rest = { connectionString, connections: createConnections(), name: "billfold test" };
    const queries = createFairQueryQueue({ ...rest, connectionsMax, depth, statementTimeoutMs: 60_000 });
    opened.push(queries);
    return queries;
  };
  const waiting = "select pg_advisory_xact_lock_shared($1::int8)";

  beforeAll(async () => {
    holder = new pg.Client({ connectionString: inject("connectionString") });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await Promise.all(opened.map((queries) => queries.close()));
  });

  test("serve companies in turn, however many queries one of them has sent", async () => {
    const queries = open(1, 1);
    await holder.query("select pg_advisory_lock(710001)");
    const order: string[] = [];
    const ask = (owner: number, name: string) =>
      queries.run(owner, "select 1", []).then(() => void order.push(name));
    const first = queries.run(1, waiting, [710001]);
    const all = [
      ...[1, 2, 3, 4].map((number) => ask(1, `a${number}`)),
      ...[1, 2].map((number) => ask(2, `b${number}`)),
      ask(3, "c1"),
    ];
    await holder.query("select pg_advisory_unlock(710001)");
    await Promise.all([first, ...all]);
    expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  test("are never all used by one company", async () => {
    const queries = open(3, 2);
    await holder.query("select pg_advisory_lock(710002)");
    const blocked = times(20, () => queries.run(1, waiting, [710002]));
    const answered = watch(blocked);
    for (let round = 0; round < 50; round++) await queries.run(2, "select 1", []);
    expect(answered()).toBe(0);
    await holder.query("select pg_advisory_unlock(710002)");
    await Promise.all(blocked);
  });

  test("that become free serve a query that waits behind another company's slow one", async () => {
    const queries = open(2, 4);
    await holder.query("select pg_advisory_lock(710003), pg_advisory_lock(710004)");
    const first = queries.run(1, waiting, [710003]);
    const second = queries.run(2, waiting, [710004]);
    const answered = watch([first]);
    const behind = times(4, () => queries.run(3, "select 7 as seven", []));
    await holder.query("select pg_advisory_unlock(710004)");
    await second;
    expect(await Promise.all(behind)).toEqual(times(4, async () => 0).map(() => [{ seven: 7 }]));
    expect(answered()).toBe(0);
    await holder.query("select pg_advisory_unlock(710003)");
    await first;
  });
});

describe("look-ups", () => {
  let reads: ReadPool;
  beforeAll(() => {
    const connections = createConnections();
    reads = openReadPool({
      connectionString: inject("connectionString"),
      connections,
      shortReads: 2,
      slowReads: 1,
    });
  });
  afterAll(() => reads.close());

  const asked: (readonly number[])[] = [];
  const doubled: LookUp<number, number> = async (db, keys) => {
    asked.push(keys);
    const [row] = await db.query<{ doubled: number[] }>(
      "select array_agg(k * 2 order by place) as doubled from unnest($1::int4[]) with ordinality k(k, place)",
      [keys],
    );
    return row!.doubled;
  };

  test("that are made at the same time share a statement, and each caller gets its own answer", async () => {
    const own = reads.forCompany(1);
    asked.length = 0;
    const found = await Promise.all([5, 3, 5, 8].map((key) => own.lookUp(doubled, key)));
    expect(found).toEqual([10, 6, 10, 16]);
    expect(asked).toEqual([[5, 3, 5, 8]]);
    expect(await own.lookUp(doubled, 4)).toBe(8);
    expect(asked).toEqual([[5, 3, 5, 8], [4]]);
  });

  test("of two companies share none", async () => {
    asked.length = 0;
    const companies = [1, 2].map((company) => reads.forCompany(company));
    const found = await Promise.all(companies.map((own, index) => own.lookUp(doubled, index + 1)));
    expect(found).toEqual([2, 4]);
    expect(asked).toEqual([[1], [2]]);
  });
});
