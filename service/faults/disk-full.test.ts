import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, type TestCompany } from "../test/harness.ts";
import { openLoadBalancer } from "./load-balancer.fixture.ts";
import { type Site, startSite } from "./site.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";
import { type SupervisedCluster, startSupervisedCluster } from "./supervised-cluster.fixture.ts";

const open = new AsyncDisposableStack();
let cluster: SupervisedCluster;
let site: Site;
let company: TestCompany;
beforeAll(async () => {
  const loadBalancer = await openLoadBalancer();
  open.defer(loadBalancer.close);
  // As many operators do: the write-ahead log has a disk of its own, so that only tables meet the full one.
  cluster = await startSupervisedCluster({ walElsewhere: true });
  open.defer(cluster.close);
  site = await startSite(open, loadBalancer, ["all"], {}, cluster);
  company = await makeCompany(site.context, loadBalancer.url, {});
}, 120_000);
afterAll(() => open.disposeAsync());

test(
  "a full disk: reads go on, changes are 503 and name the disk, and changes succeed once there is space",
  async (context) => {
    if (!cluster.fillDisk) return context.skip("only root can mount a small file system");
    const customer_id = await company.customer();
    const { id } = await company.draft({ customer_id });
    const lines = [{ description: "Work ".repeat(200), quantity: 1, unit_price: 100 }];
    const create = () =>
      company.call("POST /invoices", { body: { customer_id, lines, notes: "x".repeat(4000) } });
    const disk = cluster.fillDisk();
    let reply = await create();
    for (let tries = 0; reply.status === 201 && tries < 5000; tries++) reply = await create();
    expect([reply.status, reply.body.code]).toEqual([503, "database_unavailable"]);
    expect(reply.body.error).toMatch(/disk/);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const path of [`/invoices/${id}`, "/invoices", "/customers", "/events", `/invoices/${id}.pdf`]) {
      expect((await company.call(`GET ${path}`)).status, path).toBe(200);
    }
    disk.free();
    await expect.poll(async () => (await create()).status, { timeout: giveUpAfterMs }).toBe(201);
    expect(site.services.crashed()).toEqual([]);
    expect(cluster.restarts()).toBe(0);
  },
  3 * 60_000,
);
