import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedCluster } from "../../../dev/embedded-postgres/embedded-postgres.ts";
import { freePort, occupyPort } from "../../../test/free-port.ts";
import { type Database, openDatabase } from "../../platform/db/database.ts";
import { listListeningNodes } from "../../platform/db/listener.ts";
import { type Key, newOperator, type Operator, type Running } from "../commands.fixture.ts";
import { ask, processCount, processesOf, startCallers } from "./processes.fixture.ts";

const rate = 20;
const burst = 40;

let operator: Operator;
let serving: Running;
let metricsPort: number;
let demo: Key & { company_id: number };
beforeAll(async () => {
  operator = await newOperator();
  metricsPort = await freePort();
  serving = await operator.serve({
    BILLFOLD_PROCESSES: "2",
    BILLFOLD_METRICS_PORT: String(metricsPort),
    BILLFOLD_POST_RATE: String(rate),
    BILLFOLD_POST_BURST: String(burst),
    BILLFOLD_DRAIN_SECONDS: "3",
  });
  demo = JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8"));
}, 120_000);
afterAll(() => operator.cleanUp());

const headers = () => ({ "x-api-key": demo.app_id, "x-api-secret": demo.secret });
const ping = () => ask(`${operator.url}/api/v1/ping`, { headers: headers() });
const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

async function onDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { connectionString } = await openEmbeddedCluster({ dataDir: operator.dataDir, use: "command" });
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined, durable: false });
  return work(db).finally(db.close);
}

const figure = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
const scrape = async () => (await ask(`http://127.0.0.1:${metricsPort}/metrics`)).text;

describe("two processes behind one port", () => {
  test("each answers while the other hangs, and loses no connection", async () => {
    const pids = processesOf(serving);
    expect(pids).toHaveLength(2);
    for (const pid of pids) {
      process.kill(pid, "SIGSTOP");
      const asked = Array.from({ length: 10 }, ping);
      // At most one was given to the process that hangs, and is answered when that goes on.
      let answered = 0;
      for (const one of asked) void one.then(() => (answered += 1));
      await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThanOrEqual(9);
      process.kill(pid, "SIGCONT");
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    }
  });

  test("do the background work once, and share the database connections of the settings", async () => {
    await onDatabase(async (db) => {
      const nodes = await listListeningNodes(db);
      expect(nodes.map(({ roles }) => roles.join()).sort()).toEqual(["api", "api,worker"]);
      // Far more changes at once than there are connections for them.
      const body = { phone: "1" };
      await many(60, () =>
        ask(`${operator.url}/api/v1/customers/1`, { method: "PATCH", headers: headers(), body }),
      );
      const writers = "select from pg_stat_activity where application_name = 'billfold'";
      expect((await db.query(writers)).length).toBeLessThanOrEqual(10);
    });
  });

  test("give out the tokens of a key once", async () => {
    const startedAt = performance.now();
    let created = 0;
    let refused = 0;
    const create = async (index: number) => {
      const body = { name: `Customer ${index}` };
      const { status } = await ask(`${operator.url}/api/v1/customers`, {
        method: "POST",
        headers: headers(),
        body,
      });
      if (status === 201) created += 1;
      if (status === 429) refused += 1;
    };
    for (let round = 0; round < 15; round++) await many(16, create);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(created + refused).toBe(240);
    // A second's worth may be given out ahead of its time.
    expect(created).toBeLessThanOrEqual(burst + rate * (seconds + 1));
    expect(created).toBeGreaterThanOrEqual(burst);
  });

  test("count a visitor's requests together", async () => {
    const startedAt = performance.now();
    const url = `${operator.url}/portal/products?company_id=${demo.company_id}&app_id=${demo.app_id}`;
    const answers = await many(150, () => ask(url));
    const seconds = (performance.now() - startedAt) / 1000;
    const allowed = answers.filter(({ status }) => status !== 429).length;
    expect(allowed).toBeGreaterThanOrEqual(60);
    expect(allowed).toBeLessThanOrEqual(60 + 5 * (seconds + 1));
  });

  test("wake a long poll on one of them by a change on the other", async () => {
    const updates = `${operator.url}/api/v1/events?type=customer.updated&limit=100`;
    const earlier = JSON.parse((await ask(updates, { headers: headers() })).text).events;
    const last = earlier.at(-1)?.sequence ?? 0;
    const polls = many(4, () => ask(`${updates}&wait=20&after=${last}`, { headers: headers() }));
    await ask(`${operator.url}/api/v1/customers/1`, {
      method: "PATCH",
      headers: headers(),
      body: { phone: "2" },
    });
    for (const { status, text } of await polls) {
      expect(status).toBe(200);
      expect(text).toContain("customer.updated");
    }
  });

  test("are summed by a scrape, and one that is replaced takes nothing away", async () => {
    await many(20, ping);
    const name =
      'billfold_http_request_duration_seconds_count{method="GET",route="/api/v1/ping",status="200"}';
    const count = (text: string) => figure(text, name.replaceAll(/[{}]/g, "\\$&"));
    await expect.poll(async () => count(await scrape()), { timeout: 10_000 }).toBe(40);
    const before = await scrape();
    expect(figure(before, "billfold_listener_connected")).toBe(1);
    expect(before.match(/^billfold_webhook_endpoints\{state="healthy"\} 1$/m)).not.toBeNull();
    process.kill(processesOf(serving)[0]!, "SIGKILL");
    await expect
      .poll(async () => figure(await scrape(), "billfold_process_restarts_total"), { timeout: 20_000 })
      .toBe(1);
    await processCount(serving, 2);
    await expect
      .poll(async () => figure(await scrape(), 'billfold_processes\\{state="answering"\\}'), {
        timeout: 20_000,
      })
      .toBe(2);
    expect(count(await scrape())).toBe(40);
    expect(serving.output()).toContain("process ended unexpectedly; starting another");
  });

  test("are not ready after SIGTERM, answer until load balancers have noticed, and fail no request", async () => {
    const callers = startCallers(8, (agent) =>
      ask(`${operator.url}/api/v1/ping`, { headers: headers(), agent }),
    );
    await expect.poll(callers.answered).toBeGreaterThan(50);
    serving.signal("SIGTERM");
    const readiness = async () => (await ask(`${operator.url}/readyz`)).status;
    await expect.poll(readiness, { interval: 20 }).toBe(503);
    expect(await many(6, readiness)).toEqual(Array(6).fill(503));
    const noticed = callers.answered();
    await expect.poll(callers.answered).toBeGreaterThan(noticed + 20);
    await callers.stop();
    expect(callers.failures).toEqual({});
    expect(await serving.ended()).toBe(0);
    expect(processesOf(serving)).toEqual([]);
    expect(operator.databaseRuns()).toBe(false);
  });
});

describe("a node that can't start", () => {
  test("says why, and ends with 1", async () => {
    const env = {
      BILLFOLD_PROCESSES: "2",
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
    };
    const ended = await operator.run(["serve"], env);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^billfold: The database can't be reached .*ECONNREFUSED/m);
    expect(ended.stderr).toMatch(
      /^billfold: The first of 2 processes ended with code 1 before it was ready/m,
    );
  });

  test("because its port is in use leaves no process behind", async () => {
    const port = await freePort();
    const taken = await occupyPort(port);
    const env = { BILLFOLD_PROCESSES: "2", PORT: String(port) };
    const ended = await operator.run(["serve"], env).finally(() => taken.close());
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(`Port ${port} on 127.0.0.1 is in use`);
    expect(operator.databaseRuns()).toBe(false);
  });
});
