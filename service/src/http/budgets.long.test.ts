import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "../../test/harness.ts";
import { signIn } from "../../test/site-session.ts";
import { apiRoutes, siteRoutes } from "../app.ts";
import { type KeyPrincipal, scopeNames } from "../contract/access.ts";
import { createKey } from "../domains/tenancy/keys/service.ts";
import { setPlan } from "../domains/tenancy/plans/service.ts";
import { inTransaction, type Queryable } from "../platform/db/database.ts";
import type { Clock } from "../platform/values/clock.ts";
import { costOf } from "./cost.ts";
import { createThrottle } from "./throttle.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A company with default settings: its plan sets no rates. */
async function plain(on = service): Promise<TestCompany> {
  const company = await on.company();
  const none = { postRate: null, companyPostRate: null, readRate: null };
  await inTransaction(on.context.db, (tx) => setPlan({ tx, now: on.clock.now() }, company.id, none));
  return company;
}

const anotherKey = (company: TestCompany) =>
  inTransaction(service.context.db, async (tx) => {
    const made = await createKey({ tx, now: service.clock.now() }, company.id, scopeNames, "sandbox");
    return { appId: made.app_id, secret: made.secret };
  });

/** Sets the tokens of the bucket; the node must not have leased any of them. */
const leave = (bucket: string, tokens: number) =>
  service.context.db.query(
    `insert into throttle_buckets (app_id, tokens, refilled_at) values ($1, $2, $3)
     on conflict (app_id) do update set tokens = $2, refilled_at = $3`,
    [bucket, tokens, service.clock.now()],
  );

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));
const passing = (replies: Reply[]) => replies.filter(({ status }) => status !== 429).length;
const limits = ({ headers }: Reply) =>
  ["limit", "remaining", "reset"].map((name) => Number(headers.get(`ratelimit-${name}`)));
const remaining = (reply: Reply) => Number(reply.headers.get("ratelimit-remaining"));

/** The cost of the request to its budget, while no time passes. */
async function costFor(company: TestCompany, operation: string, options = {}): Promise<number> {
  const before = remaining(await company.call("GET /ping"));
  const reply = await company.call(operation, options);
  return before - remaining(reply);
}

describe("the POST limit over all keys and people of a company", () => {
  test("is 480 in a burst and 100 a second, however many keys it uses", async () => {
    const company = await plain();
    const keys = await times(6, () => anotherKey(company));
    const burst = () =>
      Promise.all(keys.map((key) => times(110, () => company.call("POST /customers", { body: {}, key }))));
    const replies = (await burst()).flat();
    expect(passing(replies)).toBe(480);
    const refused = replies.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({
      code: "rate_limited",
      budget: "company",
      error: expect.stringContaining("from this company (all keys and users): 100 per second"),
    });
    expect(limits(refused)).toEqual([480, 0, 5]);
    expect(refused.headers.get("retry-after")).toBe("1");

    service.clock.advance(1000);
    expect(passing((await burst()).flat())).toBe(100);
  });

  test("includes people on the site, and the headers describe the tighter limit", async () => {
    const company = await plain();
    await leave(`company:${company.id}`, 3);
    const { call } = await signIn(service, { companyId: company.id, role: "owner" });
    const first = await company.call("POST /customers", { body: {} });
    expect(limits(first)).toEqual([480, 2, 5]);
    const second = await call("POST", "/customers", { body: {} });
    expect([second.status, remaining(second as Reply)]).toEqual([422, 1]);
    expect((await company.call("POST /customers", { body: {} })).status).toBe(422);
    const refused = await call("POST", "/customers", { body: {} });
    expect([refused.status, refused.body.budget]).toEqual([429, "company"]);
  });

  test("takes nothing from the key for a refused request", async () => {
    const company = await plain();
    await leave(`company:${company.id}`, 0);
    await times(50, () => company.call("POST /customers", { body: {} }));
    service.clock.advance(1000);
    const replies = await times(110, () => company.call("POST /customers", { body: {} }));
    expect(passing(replies)).toBe(100);
  });

  test("does not affect PATCH, DELETE and reads", async () => {
    const company = await plain();
    const id = await company.customer();
    await leave(`company:${company.id}`, -1000);
    await times(110, () => company.call("POST /customers", { body: {} }));
    expect((await company.call("POST /customers", { body: {} })).body.budget).toBe("company");
    expect((await company.call(`PATCH /customers/${id}`, { body: { phone: "1" } })).status).toBe(200);
    expect((await company.call("GET /customers")).status).toBe(200);
  });

  test("is disabled by a rate of 0", async () => {
    const company = await service.company({ companyPostRate: 0, postRate: 1000 });
    const replies = await times(700, () => company.call("POST /customers", { body: {} }));
    expect(passing(replies)).toBe(700);
  });
});

describe("the budget of reads", () => {
  test("charges a list by the rows requested, and more with lines, a count, a search or an order", async () => {
    const company = await plain();
    const costs = {
      "GET /ping": 1,
      "GET /invoices?limit=1": 1,
      "GET /invoices": 3,
      "GET /invoices?limit=100": 10,
      "GET /invoices?limit=100&include=lines": 30,
      "GET /invoices?include=total_count": 8,
      "GET /invoices?limit=100&include=lines,total_count": 35,
      "GET /invoices?q=acme": 8,
      "GET /invoices?sort=-total": 8,
      "GET /invoices?sort=created_at": 3,
      "GET /events?limit=50": 5,
      // The request is refused after it was charged.
      "GET /invoices?limit=many": 3,
      "GET /invoices?limit=1000000": 3,
    };
    const found: Record<string, number> = {};
    for (const operation of Object.keys(costs)) found[operation] = await costFor(company, operation);
    expect(found).toEqual(costs);
  });

  test("charges documents more than records, and PATCH and DELETE two units", async () => {
    const company = await plain();
    const { id } = await company.draft();
    expect(await costFor(company, `GET /invoices/${id}`)).toBe(1);
    expect(await costFor(company, `GET /invoices/${id}.pdf`)).toBe(20);
    expect(await costFor(company, `GET /invoices/${id}.xml`)).toBe(10);
    expect(await costFor(company, `PATCH /invoices/${id}`, { body: { notes: "x" } })).toBe(2);
    expect(await costFor(company, `DELETE /invoices/${id}`)).toBe(2);
  });

  test("charges a long response a unit for every 16 KiB, which its headers and the next request reflect", async () => {
    const company = await plain();
    const metadata = { note: "x".repeat(16_000) };
    await times(30, () => company.customer({ metadata }));
    const before = remaining(await company.call("GET /ping"));
    const page = await company.call("GET /customers?limit=30");
    const units = Math.floor(Buffer.byteLength(page.text) / (16 * 1024));
    expect(units).toBeGreaterThan(25);
    expect(before - remaining(page)).toBe(units);
    expect(before - remaining(await company.call("GET /ping"))).toBe(units + 1);

    await times(100, () => company.call("GET /customers?limit=30"));
    const refused = await company.call("GET /ping");
    expect(refused.status).toBe(429);
    service.clock.advance(Number(refused.headers.get("retry-after")) * 1000);
    expect((await company.call("GET /ping")).status).toBe(200);
  });

  test("is 2,000 in a burst and 200 a second, for all keys and people of a company together", async () => {
    const company = await plain();
    const other = await plain();
    const key = await anotherKey(company);
    const { call } = await signIn(service, { companyId: company.id, role: "viewer" });
    const large = () => company.call("GET /invoices?limit=100&include=lines");
    // No more requests run at once than may wait under the limit of expensive work.
    for (let round = 0; round < 6; round++) expect(passing(await times(10, large))).toBe(10);
    expect(passing(await times(15, () => company.call("GET /customers?limit=100", { key })))).toBe(15);
    expect(passing(await times(60, () => company.call("GET /ping")))).toBe(50);
    const refused = await large();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      code: "rate_limited",
      budget: "reads",
      error: expect.stringContaining("200 cost units per second are allowed, with bursts of up to 2000"),
    });
    expect(limits(refused)).toEqual([2000, 0, 10]);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect((await call("GET", "/customers")).status).toBe(429);
    expect((await other.call("GET /invoices")).status).toBe(200);

    service.clock.advance(Number(refused.headers.get("retry-after")) * 1000);
    expect(passing(await times(250, () => company.call("GET /ping")))).toBe(200);
  });

  test("is checked before a missing record and a faulty query, and after the key and its scopes", async () => {
    const company = await plain();
    await leave(`reads:${company.id}`, -1000);
    for (const operation of ["GET /invoices/999999999", "GET /invoices?limit=0", "PATCH /invoices/999999999"])
      expect([operation, (await company.call(operation)).body.code]).toEqual([operation, "rate_limited"]);
    const wrong = { key: { appId: company.appId, secret: "wrong" } };
    expect((await company.call("GET /invoices", wrong)).status).toBe(401);
    const { appId, secret } = company;
    await service.context.db.query("update api_keys set scopes = '{}' where app_id = $1", [appId]);
    await inTransaction(service.context.db, (tx) =>
      setPlan({ tx, now: service.clock.now() }, company.id, { disable: [] }),
    );
    await expect
      .poll(async () => (await company.call("GET /invoices", { key: { appId, secret } })).body.code)
      .toBe("scope_missing");
  });

  test("has no limit and no headers at a rate of 0; the settings apply where the plan sets no rate", async () => {
    const free = await service.company({ readRate: 0 });
    expect((await free.call("GET /ping")).headers.get("ratelimit-limit")).toBeNull();
    const env = { BILLFOLD_READ_RATE: "30", BILLFOLD_COMPANY_POST_RATE: "0" };
    const small = await startService({ env });
    try {
      const company = await plain(small);
      expect(limits(await company.call("GET /ping"))).toEqual([300, 299, 1]);
      const keys = await times(5, () => anotherKey(company));
      const replies = await Promise.all(
        keys.map((key) => times(110, () => company.call("POST /customers", { body: {}, key }))),
      );
      expect(passing(replies.flat())).toBe(550);
    } finally {
      await small.close();
    }
  });
});

describe("the cost of a request", () => {
  const routes = [...apiRoutes({} as never), ...siteRoutes()];

  test("an expensive POST costs more than one token", async () => {
    const company = await service.company({ postRate: 25 });
    const reply = await company.call("POST /webhooks/diagnose", { body: {} });
    expect(limits(reply)).toEqual([120, 115, 1]);
    expect(remaining(await company.call("POST /customers", { body: {} }))).toBe(114);
  });

  test("a large body costs one more for every 64 KiB, whether or not its length is declared", async () => {
    const company = await service.company({ postRate: 25 });
    const raw = JSON.stringify({ name: "x".repeat(200 * 1024) });
    const reported = await company.call("POST /customers", { raw });
    expect([reported.status, remaining(reported)]).toEqual([422, 116]);
    const parts = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(raw));
        controller.close();
      },
    });
    await fetch(`${service.url}/api/v1/customers`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${company.appId}:${company.secret}`,
        "content-type": "application/json",
      },
      body: parts,
      duplex: "half",
    } as RequestInit);
    const after = remaining(await company.call("POST /customers", { body: {} }));
    expect(after).toBe(111);
  });

  test("every route has a cost, and every plan's burst is large enough for it", () => {
    for (const route of routes) expect(costOf(route).units).toBeGreaterThanOrEqual(1);
    for (const route of routes) expect(costOf(route).units).toBeLessThanOrEqual(100);
  });

  test("every document, file, search and sum declares its own cost", () => {
    const isJson = ({ responses: answers }: (typeof routes)[number]) =>
      Object.values(answers).every(({ mediaType }) => mediaType === undefined);
    const costly = routes.filter((route) => !isJson(route) || route.readsSlowly || route.expensive);
    expect(costly.length).toBeGreaterThan(8);
    expect(costly.filter(({ cost }) => cost === undefined).map(({ path }) => path)).toEqual([]);
  });

  test("the guide lists each declared cost", () => {
    const guide = readFileSync(new URL("../../../docs/guides/limits.md", import.meta.url), "utf8");
    const missing = routes
      .filter(({ cost }) => cost !== undefined)
      .map(({ method, path, cost, isBatch }) => {
        const units = isBatch ? `${cost} for every 100 records` : cost;
        return `| \`${method} ${path}\` | ${units} |`;
      })
      .filter((row) => !guide.includes(row));
    expect(missing).toEqual([]);
  });
});

describe("leases", () => {
  const principal = (id: number) =>
    ({
      kind: "key",
      appId: `bf_test_lease_${id}`,
      company: { id },
      postLimit: { rate: 25, burst: 120 },
      companyPostLimit: { rate: 0, burst: 0 },
      readLimit: { rate: 200, burst: 2000 },
    }) as KeyPrincipal;

  /** Another node on the same buckets, which counts its queries to the database. */
  const node = (clock: Clock) => {
    let queries = 0;
    const leases: Queryable = {
      query: (...asked) => {
        queries += 1;
        return service.context.leases.query(...asked);
      },
    };
    const throttle = createThrottle({ leases, clock, log: service.context.log });
    const passes = async (caller: KeyPrincipal, budget: "posts" | "reads" = "posts", cost = 1) => {
      try {
        await throttle.take(caller, budget, cost);
        return true;
      } catch {
        return false;
      }
    };
    return { passes, queries: () => queries };
  };

  test("cost one query a second, also at four times the allowed rate, and the rate is spread evenly", async () => {
    const { clock } = service;
    const { passes, queries } = node(clock);
    const caller = principal(900_001);
    let passed = 0;
    const perSecond: number[] = [];
    for (let second = 0; second < 10; second++) {
      const before = passed;
      for (let call = 0; call < 100; call++) {
        if (await passes(caller)) passed += 1;
        clock.advance(10);
      }
      perSecond.push(passed - before);
    }
    expect(passed).toBeGreaterThanOrEqual(120 + 250 - 2);
    expect(passed).toBeLessThanOrEqual(120 + 250);
    expect(perSecond.slice(2).every((count) => count >= 24 && count <= 26)).toBe(true);
    // The burst is five leases, each further second one more.
    expect(queries()).toBeLessThanOrEqual(16);
  });

  test("work for reads too, whatever the requests cost", async () => {
    const { clock } = service;
    const { passes, queries } = node(clock);
    const caller = principal(900_002);
    let units = 0;
    for (let call = 0; call < 2000; call++) {
      const cost = [1, 3, 10, 30][call % 4]!;
      if (await passes(caller, "reads", cost)) units += cost;
      clock.advance(5);
    }
    expect(units).toBeLessThanOrEqual(2000 + 2000);
    expect(units).toBeGreaterThan(2000 + 1900);
    expect(queries()).toBeLessThanOrEqual(40);
  });

  test("do not depend on the nodes' clocks: one that is two hours ahead blocks nobody", async () => {
    const ahead = node({ now: () => new Date(Date.now() + 2 * 3_600_000) });
    const right = node({ now: () => new Date() });
    const behind = node({ now: () => new Date(Date.now() - 2 * 3_600_000) });
    const caller = principal(900_003);
    expect(await ahead.passes(caller)).toBe(true);
    const [row] = await service.context.db.query<{ seconds: number }>(
      "select extract(epoch from refilled_at - clock_timestamp())::float8 as seconds from throttle_buckets where app_id = $1",
      [caller.appId],
    );
    expect(row!.seconds).toBeLessThanOrEqual(0);
    expect(await right.passes(caller)).toBe(true);
    expect(await behind.passes(caller)).toBe(true);
  });

  test("refill a bucket from now on if a wrong clock set its last refill in the future", async () => {
    const { clock } = service;
    const caller = principal(900_004);
    await service.context.db.query(
      "insert into throttle_buckets (app_id, tokens, refilled_at) values ($1, 0, $2)",
      [caller.appId, new Date(clock.now().getTime() + 2 * 3_600_000)],
    );
    const { passes } = node(clock);
    expect(await passes(caller)).toBe(false);
    clock.advance(1000);
    const passed = await times(30, () => passes(caller));
    expect(passed.filter(Boolean)).toHaveLength(25);
  });

  test("that are unavailable let requests pass, and the log says so", async () => {
    const { log } = service.context;
    const leases: Queryable = { query: () => Promise.reject(new Error("read-only transaction")) };
    const throttle = createThrottle({ leases, clock: service.clock, log });
    await throttle.take(principal(900_005), "reads", 1);
    await throttle.take(principal(900_005), "posts", 1);
    expect(service.logged.filter((line) => line.includes("rate limit lease failed")).length).toBe(2);
  });
});
