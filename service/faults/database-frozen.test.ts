import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, type TestCompany } from "../test/harness.ts";
import { openLoadBalancer } from "./load-balancer.fixture.ts";
import { type Site, startSite } from "./site.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";
import { type SupervisedCluster, startSupervisedCluster } from "./supervised-cluster.fixture.ts";

/** The database is frozen for much longer than any request may wait. */
const frozenMs = 40_000;
/** Ten seconds, and two for a busy machine. */
const answerMaxMs = 12_000;

const open = new AsyncDisposableStack();
let cluster: SupervisedCluster;
let site: Site;
let company: TestCompany;
beforeAll(async () => {
  const loadBalancer = await openLoadBalancer();
  open.defer(loadBalancer.close);
  cluster = await startSupervisedCluster();
  open.defer(cluster.close);
  site = await startSite(open, loadBalancer, ["all"], {}, cluster);
  company = await makeCompany(site.context, loadBalancer.url, {});
}, 120_000);
afterAll(() => open.disposeAsync());

test(
  "while the database is frozen every request is answered in time, and afterwards everything works on as many connections as before",
  async () => {
    const customer_id = await company.customer();
    const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
    const { id } = await company.draft({ customer_id });
    const requests: [operation: string, body?: object][] = [
      ["GET /customers"],
      [`GET /invoices/${id}`],
      ["POST /customers", { name: "Ada" }],
      ["POST /invoices", { customer_id, lines }],
      ["POST /payments/link", { amount: 10 }],
      ["POST /portal/orders", { customer_id, lines }],
      [`POST /invoices/${id}/issue`],
      ["GET /events"],
    ];
    const answered: { operation: string; status: number; ms: number }[] = [];
    const ask = async ([operation, body]: [string, object?]) => {
      const startedAt = performance.now();
      const { status } = await company.call(operation, body ? { body } : {});
      answered.push({ operation, status, ms: Math.round(performance.now() - startedAt) });
    };
    await Promise.all(requests.map(ask));
    expect(answered.filter(({ status }) => status >= 300)).toEqual([]);
    const connectionsBefore = await countConnections();
    answered.length = 0;

    const thaw = cluster.freeze()!;
    const asked: Promise<void>[] = [];
    for (const endsAt = Date.now() + frozenMs; Date.now() < endsAt; ) {
      asked.push(...requests.map(ask));
      await delay(1000);
    }
    const before = [...answered];
    thaw();
    await Promise.all(asked);
    const longest = Math.max(...before.map(({ ms }) => ms));
    console.log(
      `${before.length} of ${asked.length} requests answered during the freeze, the slowest in ${longest} ms`,
    );
    expect(before.filter(({ ms }) => ms > answerMaxMs + 2000)).toEqual([]);
    // Those of the last seconds may have been answered afterwards.
    expect(asked.length - before.length).toBeLessThanOrEqual((answerMaxMs / 1000) * requests.length);
    expect(before.filter(({ status }) => status !== 503)).toEqual([]);

    const works = async () => (await company.call("POST /customers", { body: { name: "Ada" } })).status;
    await expect.poll(works, { timeout: giveUpAfterMs }).toBe(201);
    await Promise.all(requests.slice(0, 6).map(ask));
    await expect
      .poll(countConnections, { timeout: giveUpAfterMs })
      .toBeLessThanOrEqual(connectionsBefore + 8);
    expect(site.services.crashed()).toEqual([]);
  },
  5 * 60_000,
);

async function countConnections(): Promise<number> {
  const rows = await site.context.db.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name like 'billfold%'",
  );
  return rows.length;
}
