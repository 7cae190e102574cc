import { randomUUID } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { inject } from "vitest";
import { tryLockSql } from "../src/platform/db/sql.ts";
import { migratedDatabase } from "./fresh-database.ts";
import { callsTo, type Reply, startService, type TestCompany, taxed } from "./harness.ts";
import { type Operation, type Parameter, requiredQuery, withId } from "./operations.ts";
import type { ReplayFixture } from "./replay-fixture.ts";
import { type Documented, keyed, onOwn } from "./replay-recipes.ts";
import { exampleBody, made, validRequest } from "./replay-requests.ts";

/** Causes the same outage for many operations at once, and returns each response. */
export type Outage = (ground: ReplayFixture, all: readonly Documented[]) => Promise<Reply[]>;

/** Outages of a whole service, by code. */
export const outages: Record<string, Outage> = {
  internal_error: async (_ground, all) => {
    const database = await migratedDatabase();
    const service = await startService({ env: { DATABASE_URL: database.connectionString } });
    const company = await service.company();
    await service.context.db.query("alter schema public rename to elsewhere");
    const replies = await askAll(company, all);
    await service.close();
    await database.drop();
    return replies;
  },

  database_unavailable: async (_ground, all) => {
    const wire = await openWire();
    const service = await startService({ env: { DATABASE_URL: wire.connectionString } });
    const company = await service.company();
    wire.cut();
    const replies = await askAll(company, all);
    await service.close();
    return replies;
  },

  query_timeout: async (_ground, all) => {
    const database = await migratedDatabase();
    const service = await startService({ env: { DATABASE_URL: database.connectionString } });
    const company = await service.company();
    await company.call("GET /ping");
    const other = new pg.Client({ connectionString: database.connectionString });
    await other.connect();
    await other.query("begin");
    const tables = await service.context.db.query<{ name: string }>(
      "select quote_ident(relname) as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'throttle_buckets'",
    );
    await other.query(`lock table ${tables.map(({ name }) => name).join()} in access exclusive mode`);
    // This cancels the query at once, as the time limit does after 10 s.
    const limit = setInterval(() => {
      service.context.leases
        .query(
          "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'billfold slow reader' and state = 'active' and datname = current_database()",
        )
        .catch(() => undefined);
    }, 20);
    const replies = await askAll(company, all).finally(() => clearInterval(limit));
    await other.end();
    await service.close();
    await database.drop();
    return replies;
  },

  secret_unreadable: async ({ service, authority }, all) => {
    const otherKey = `other:${Buffer.alloc(32, 8).toString("base64")}`;
    const other = await startService({
      env: { BILLFOLD_ENCRYPTION_KEYS: otherKey, BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url },
    });
    const replies: Reply[] = [];
    for (const { operation } of all) {
      const company = await service.company({ profile: taxed, primaryEndpoint: true });
      await made(company, "POST /einvoicing/integration", { adapter: "sandbox" });
      const [name, options] = await validRequest(company, operation);
      const request = { ...options, ...keyed(randomUUID()) };
      // The stored response of an endpoint contains a secret.
      if (operation.path.startsWith("/webhooks/endpoints")) await company.call(name, request);
      replies.push(await callsTo(other.url, company)(name, request));
    }
    await other.close();
    return replies;
  },

  idempotency_busy: async ({ company, records }, all) => {
    const requests = await Promise.all(
      all.map(async ({ operation }) => ({
        name: onOwn(records, operation),
        key: randomUUID(),
        body: await exampleBody(company, operation),
      })),
    );
    // A duplicate in progress on another node holds these locks.
    const duplicate = new pg.Client({ connectionString: inject("connectionString") });
    await duplicate.connect();
    await duplicate.query("begin");
    for (const { key } of requests) {
      await duplicate.query(`select ${tryLockSql("$1::text")}`, [`${company.id}:${key}`]);
    }
    const replies = Promise.all(
      requests.map(({ name, key, body }) => company.call(name, { ...body, ...keyed(key) })),
    );
    await passTime(replies);
    await duplicate.end();
    return replies;
  },
};

// A company may have no more expensive requests than this waiting.
const atOnce = 10;

async function askAll(company: TestCompany, all: readonly Documented[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let from = 0; from < all.length; from += atOnce) {
    const asked = all.slice(from, from + atOnce).map(({ operation }) => {
      // An event's id begins with its company's.
      const id = anyId(operation).replace(/^evt_\d+/, `evt_${company.id}`);
      return company.call(withId(operation, id) + requiredQuery(operation, 1), example(operation));
    });
    replies.push(...(await Promise.all(asked)));
  }
  return replies;
}

const example = ({ body }: Operation) => (body ? { body: body.example } : {});

const anyId = ({ parameters }: Operation) =>
  String(
    (parameters.find((parameter) => parameter.in === "path") as Parameter & { example?: string })?.example ??
      "",
  );

/** Makes the clock six times as fast until the work is done; it is not set back afterwards. */
async function passTime(work: Promise<unknown>): Promise<void> {
  const real = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => real() + ahead;
  const passing = setInterval(() => {
    ahead += 500;
  }, 100);
  await work.finally(() => clearInterval(passing));
}

/** A proxy to the database that can be cut: traffic in progress is lost, and new connections are refused. */
async function openWire(): Promise<{ connectionString: string; cut(): void }> {
  const target = new URL(inject("connectionString"));
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const road = new URL(target.href);
  road.port = String((server.address() as { port: number }).port);
  return {
    connectionString: road.href,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
