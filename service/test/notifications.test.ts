import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createProduct, updateProductFields } from "../src/domains/catalog/products/service.ts";
import { setPortalSettings } from "../src/domains/portal/service.ts";
import {
  chooseGateway,
  setProfile,
  suspendCompany,
  systemChange,
} from "../src/domains/tenancy/companies/service.ts";
import { revokeKey, rotateKey, setKeyScopes } from "../src/domains/tenancy/keys/service.ts";
import { setPlan } from "../src/domains/tenancy/plans/service.ts";
import {
  createEndpoint,
  deleteEndpoint,
  disableIfEnabled,
  rotateSecret,
  updateEndpoint,
} from "../src/domains/webhooks/endpoints/service.ts";
import { type Database, inTransaction, openDatabase } from "../src/platform/db/database.ts";
import { channels } from "../src/runtime.ts";
import { allow, ask, offer, shop } from "../src/web/portal/portal.fixture.ts";
import { startService, type TestCompany, type TestService } from "./harness.ts";

// A node must invalidate its cache after a change, even if the node that made it dies. Here the changes are made by a
// node without an announcer, as if it had died between its commit and any later announcement.
let service: TestService;
let dying: Database;
let listening: pg.Client;
const heard: { channel: string; payload: string }[] = [];
beforeAll(async () => {
  service = await startService();
  const connectionString = inject("connectionString");
  dying = openDatabase({ connectionString, connectionsMax: 2, onError: () => undefined });
  listening = new pg.Client({ connectionString });
  await listening.connect();
  listening.on("notification", ({ channel, payload = "" }) => heard.push({ channel, payload }));
  await listening.query(channels.map((channel) => `listen ${channel}`).join("; "));
});
afterAll(async () => {
  await listening.end();
  await dying.close();
  await service.close();
});

type Change = Awaited<ReturnType<typeof systemChange>>;
type Made = { change: Change; company: TestCompany; ids: Record<string, number> };

const inside = (company: TestCompany, ids: Made["ids"], work: (made: Made) => Promise<unknown>) =>
  inTransaction(dying, async (tx) =>
    work({ change: await systemChange(tx, company.id, service.clock), company, ids }),
  );

/** The channels on which the company was named since; everything sent before this call has arrived. */
async function announcedOf(company: TestCompany, since: number): Promise<string[]> {
  await listening.query("select 1");
  const own = heard.slice(since).filter(({ payload }) => payload === String(company.id));
  return own.map(({ channel }) => channel);
}

const idOf = (json: string) => (JSON.parse(json) as { id: number }).id;

const changes: [what: string, channel: string, work: (made: Made) => Promise<unknown>][] = [
  [
    "a product is offered",
    "billfold_products",
    ({ change }) => createProduct(change, { name: "Tea", unit_price: 5, portal: true }),
  ],
  [
    "an offered product changes",
    "billfold_products",
    ({ change, ids }) => updateProductFields(change, ids.offered!, { unit_price: 6 }),
  ],
  [
    "a product is no longer offered",
    "billfold_products",
    ({ change, ids }) => updateProductFields(change, ids.offered!, { portal: false }),
  ],
  [
    "an offered product is removed by hand",
    "billfold_products",
    ({ change, ids }) =>
      change.tx.query("delete from products where company_id = $1 and id = $2", [
        change.company.id,
        ids.offered,
      ]),
  ],
  [
    "an endpoint changes",
    "billfold_endpoints",
    ({ change, ids }) =>
      updateEndpoint(change, service.context, "operator", ids.endpoint!, { url: "https://b.example/hook" }),
  ],
  [
    "an endpoint is disabled",
    "billfold_endpoints",
    ({ change, ids }) => disableIfEnabled(change, service.context.config, ids.endpoint!, "gone"),
  ],
  [
    "an endpoint is deleted",
    "billfold_endpoints",
    ({ change, ids }) => deleteEndpoint(change, ids.endpoint!),
  ],
  [
    "an endpoint's secret is rotated",
    "billfold_endpoints",
    ({ change, ids }) =>
      rotateSecret(change, service.context, "operator", change.company.id, ids.endpoint!, 0),
  ],
  [
    "a key is rotated",
    "billfold_companies",
    ({ change, company }) => rotateKey(change, company.id, company.appId, 60),
  ],
  [
    "a key's scopes change",
    "billfold_companies",
    ({ change, company }) => setKeyScopes(change, company.id, company.appId, []),
  ],
  [
    "a key is revoked",
    "billfold_companies",
    ({ change, company }) => revokeKey(change, company.id, company.appId),
  ],
  [
    "a plan changes",
    "billfold_companies",
    ({ change, company }) => setPlan(change, company.id, { postRate: 5 }),
  ],
  [
    "a company's profile changes",
    "billfold_companies",
    ({ change, company }) => setProfile(change, company.id, { name: "Other" }),
  ],
  [
    "a company's gateway changes",
    "billfold_companies",
    ({ change, company }) => chooseGateway(change, company.id, "none"),
  ],
  [
    "a company is suspended",
    "billfold_companies",
    ({ change, company }) => suspendCompany(change, company.id),
  ],
  [
    "allowed origins change",
    "billfold_companies",
    ({ change, company }) =>
      setPortalSettings(change, service.context.config, company.id, { allowed_origins: [shop] }),
  ],
];

describe("every node is notified by the transaction itself that", () => {
  test.each(changes)("%s", async (_, channel, work) => {
    const company = await service.company();
    const ids: Made["ids"] = {};
    await inside(company, ids, async ({ change }) => {
      ids.offered = idOf(await createProduct(change, { name: "Tea", unit_price: 5, portal: true }));
      const { endpoint } = await createEndpoint(change, service.context, "operator", {
        url: "https://a.example/hook",
      });
      ids.endpoint = idOf(endpoint);
    });
    await listening.query("select 1");
    const since = heard.length;
    const undone = inside(company, ids, async (made) => {
      await work(made);
      throw new Error("rolled back");
    });
    await expect(undone).rejects.toThrow("rolled back");
    expect(await announcedOf(company, since)).toEqual([]);
    await inside(company, ids, work);
    expect(await announcedOf(company, since)).toEqual([channel]);
  });
});

test("products that no portal offers announce nothing, since NOTIFY serializes commits", async () => {
  const company = await service.company();
  await listening.query("select 1");
  const since = heard.length;
  await inside(company, {}, async ({ change }) => {
    const hidden = { name: "Hidden", unit_price: 5 };
    const id = idOf(await createProduct(change, hidden));
    await createProduct(change, { name: "Gone", unit_price: 5, portal: true, active: false });
    await createProduct(change, { name: "Unpriced", portal: true });
    await updateProductFields(change, id, { unit_price: 7 });
  });
  expect(await announcedOf(company, since)).toEqual([]);
});

test("the offer of a portal is right on every node, even if the node that changed it died immediately", async () => {
  const elsewhere = await startService();
  try {
    const company = await service.company();
    await allow(company, shop);
    const id = await offer(company, { name: "Tea", unit_price: 100 });
    const nodes = [company, { ...company, serviceUrl: elsewhere.url }];
    const prices = async (node: TestCompany) =>
      (await ask(node, "/products")).body.products.map(
        (product: { unit_price: number }) => product.unit_price,
      );
    for (const node of nodes) await expect.poll(() => prices(node)).toEqual([100]);
    for (const price of [150, 175]) {
      await inside(company, {}, ({ change }) => updateProductFields(change, id, { unit_price: price }));
      for (const node of nodes) await expect.poll(() => prices(node)).toEqual([price]);
    }
  } finally {
    await elsewhere.close();
  }
});
