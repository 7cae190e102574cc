import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../../test/free-port.ts";
import { type FreshDatabase, migratedDatabase } from "../../../../test/fresh-database.ts";
import {
  type CompanyOptions,
  startService,
  type TestCompany,
  type TestService,
} from "../../../../test/harness.ts";
import { operations } from "../../../../test/operations.ts";
import { type App, buildApp } from "../../../app.ts";
import { scopeNames } from "../../../contract/access.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { pageBytesMax } from "../../../platform/db/lists/page.ts";
import { createDeliveryWorker, type DeliveryWorker } from "../deliveries/sending/worker.ts";
import { provisionEndpoint } from "../endpoints/service.ts";
import { inboxReceiver } from "./service.ts";

let database: FreshDatabase;
let service: TestService;
let site: App;
let worker: DeliveryWorker;
beforeAll(async () => {
  database = await migratedDatabase();
  const port = await freePort();
  service = await startService({ env: { DATABASE_URL: database.connectionString, PORT: String(port) } });
  // The service listens wherever it can; this is the same one at the address that its settings give.
  site = await buildApp(service.context);
  await site.server.listen({ host: "127.0.0.1", port });
  worker = createDeliveryWorker(service.context);
});
afterAll(async () => {
  await worker.stop();
  await site.close();
  await service.close();
  await database.drop();
});

/** A company as approval leaves it: with an endpoint, and without a URL of its own. */
async function newCompany(options: CompanyOptions = {}): Promise<TestCompany> {
  const company = await service.company(options);
  const { db, clock, encryptionKeys } = service.context;
  await inTransaction(db, (tx) => provisionEndpoint({ tx, now: clock.now() }, company.id, encryptionKeys));
  return company;
}

const inbox = async (company: TestCompany, query = "") =>
  (await company.call(`GET /webhooks/inbox${query}`)).body;
const idsOf = (page: { inbox_entries: { id: number }[] }) => page.inbox_entries.map(({ id }) => id);

describe("in the worker's own process", () => {
  const noNetwork = {
    send: () => Promise.reject(new Error("a request was sent")),
    close: async () => undefined,
  };
  const localWorker = () => {
    const context = { ...service.context, outbound: noNetwork };
    return createDeliveryWorker(context, {}, inboxReceiver(context));
  };

  test("an event gets into the inbox without a request over the network, and its delivery looks the same", async () => {
    const [local, remote] = [await newCompany(), await newCompany()];
    await local.draft();
    const own = localWorker();
    await own.pass();
    await own.stop();
    await remote.draft();
    await worker.pass();
    expect(idsOf(await inbox(local))).toEqual(idsOf(await inbox(remote)));
    const shape = async (company: TestCompany) => {
      const [{ id }] = (await company.call("GET /webhooks/deliveries")).body.deliveries;
      const { delivery } = (await company.call(`GET /webhooks/deliveries/${id}`)).body;
      const [{ status_code, answer, url, cause, completed }] = delivery.attempts;
      return { status: delivery.status, status_code, answer, url, cause, completed };
    };
    expect(await shape(local)).toEqual(await shape(remote));
    expect(await shape(local)).toMatchObject({ status: "succeeded", status_code: 200 });
  });

  test("a signature that does not match is refused, and nothing is stored", async () => {
    const company = await newCompany();
    await company.draft();
    const [event] = (await company.call("GET /events")).body.events;
    const result = await inboxReceiver(service.context).send({
      method: "POST",
      url: "",
      headers: {
        "x-pay-signature": `t=${Math.floor(service.clock.now().getTime() / 1000)},v1=${"0".repeat(64)}`,
      },
      body: JSON.stringify(event),
      timeoutMs: 1000,
      responseBytesMax: 2048,
    });
    expect(result).toMatchObject({ kind: "answered", status: 401 });
    expect(idsOf(await inbox(company))).toEqual([]);
    await worker.pass();
  });
});

describe("a company without a URL of its own", () => {
  test("finds there an event that is larger than any request", async () => {
    const company = await newCompany();
    const line = { description: "\u00e9".repeat(900), quantity: 1, unit_price: 1 };
    const draft = await company.draft({ lines: Array.from({ length: 500 }, () => line) });
    await company.call(`PATCH /invoices/${draft.id}`, { body: { notes: "changed" } });
    await worker.pass();
    const { deliveries } = (await company.call("GET /webhooks/deliveries")).body;
    expect(deliveries.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill("succeeded"));
    const [newest] = (await inbox(company, "?limit=1")).inbox_entries;
    expect(JSON.stringify(newest.event).length).toBeGreaterThan(1024 * 1024);
    for (let count = 0; count < 3; count++)
      await company.call(`PATCH /invoices/${draft.id}`, { body: { notes: `changed ${count}` } });
    await worker.pass();
    const seen: number[] = [];
    for (let query = "?"; ; ) {
      const { text, body } = await company.call(`GET /webhooks/inbox${query}`);
      expect(Buffer.byteLength(text)).toBeLessThan(pageBytesMax);
      seen.push(...idsOf(body));
      if (!body.pagination.has_more) break;
      query = `?cursor=${encodeURIComponent(body.pagination.next_cursor)}`;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test("finds its events in the inbox, delivered over HTTP although local addresses are not allowed", async () => {
    const company = await newCompany();
    expect(service.context.config.outbound.allowLocal).toBe(false);
    await company.customer();
    service.clock.advance(1500);
    expect(await worker.pass()).toBe(1);
    const found = (await company.call(`GET /events/${await company.eventId(1)}`)).body.event;
    // The place in the chain is not part of what is delivered.
    const { body_hash, hash, ...event } = found;
    expect([body_hash, hash]).toEqual([expect.any(String), expect.any(String)]);
    expect((await inbox(company)).inbox_entries).toEqual([
      { id: 1, created_at: service.clock.now().toISOString(), event },
    ]);
    const { deliveries } = (await company.call("GET /webhooks/deliveries")).body;
    expect(deliveries).toMatchObject([{ event_id: event.id, status: "succeeded", last_status_code: 200 }]);
    const { delivery } = (await company.call(`GET /webhooks/deliveries/${deliveries[0].id}`)).body;
    expect(delivery.attempts).toMatchObject([{ url: `${service.context.config.siteUrl}/sandbox/webhook` }]);
  });

  test("gets a replayed event once more by HTTP, and not a second entry", async () => {
    const company = await newCompany();
    await company.customer();
    await worker.pass();
    const { deliveries } = (await company.call("GET /webhooks/deliveries")).body;
    expect((await company.call(`POST /webhooks/deliveries/${deliveries[0].id}/replay`)).status).toBe(200);
    expect(await worker.pass()).toBe(1);
    expect(idsOf(await inbox(company))).toEqual([1]);
  });

  test("finds its test event there too", async () => {
    const company = await newCompany();
    expect((await company.call("POST /webhooks/test", { body: {} })).status).toBe(200);
    await worker.pass();
    expect((await inbox(company)).inbox_entries).toMatchObject([{ event: { type: "webhook.test" } }]);
  });
});

test("no other address on this machine is let in with it", async () => {
  const { siteUrl } = service.context.config;
  const company = await newCompany();
  const own = await company.call("POST /webhooks/endpoints", { body: { url: `${siteUrl}/sandbox/webhook` } });
  expect(own.status).toBe(201);
  const other = await company.call("POST /webhooks/endpoints", {
    body: { url: `${service.url}/sandbox/webhook` },
  });
  expect([other.status, other.body.errors[0].field]).toEqual([422, "url"]);
});

describe("GET /webhooks/inbox", () => {
  test("lists a company's own entries only, newest first and page by page", async () => {
    const [one, other] = [await newCompany(), await newCompany()];
    for (let count = 0; count < 3; count++) {
      await one.customer();
      service.clock.advance(1000);
      await worker.pass();
    }
    await other.customer();
    await worker.pass();
    const first = await inbox(one, "?limit=2&include=total_count");
    expect(idsOf(first)).toEqual([3, 2]);
    expect(first.pagination).toMatchObject({ limit: 2, has_more: true, total_count: 3 });
    const second = await inbox(one, `?limit=2&cursor=${encodeURIComponent(first.pagination.next_cursor)}`);
    expect([idsOf(second), second.pagination.has_more]).toEqual([[1], false]);
    expect((await inbox(other)).inbox_entries).toMatchObject([{ id: 1, event: { company_id: other.id } }]);
  });

  test("is filtered by the time at which events came in", async () => {
    const company = await newCompany();
    await company.customer();
    await worker.pass();
    service.clock.advance(60_000);
    const between = service.clock.now().toISOString();
    service.clock.advance(60_000);
    await company.customer();
    await worker.pass();
    expect(idsOf(await inbox(company, `?created_from=${between}`))).toEqual([2]);
    expect(idsOf(await inbox(company, `?created_to=${between}`))).toEqual([1]);
  });

  test("is empty for a company that has had no events", async () => {
    expect(await inbox(await newCompany())).toMatchObject({ success: true, inbox_entries: [] });
  });

  test("names its list as every other list is named, and keeps the old name for those who read that", async () => {
    const company = await newCompany();
    await company.customer();
    await worker.pass();
    const { inbox_entries: named, entries, pagination } = await inbox(company);
    expect(named).toHaveLength(1);
    expect(entries).toEqual(named);
    expect(pagination.has_more).toBe(false);
    const { properties, required } = operations.find(({ name }) => name === "GET /webhooks/inbox")!
      .answers[200]!.schema as unknown as {
      properties: Record<string, { deprecated?: boolean }>;
      required: string[];
    };
    expect([properties.inbox_entries?.deprecated, properties.entries?.deprecated]).toEqual([undefined, true]);
    expect(required).toContain("entries");
  });

  test("403 without the scope, and without the feature", async () => {
    const scopes = scopeNames.filter((scope) => scope !== "webhooks:read");
    const lacking = await (await newCompany({ scopes })).call("GET /webhooks/inbox");
    expect([lacking.status, lacking.body.code, lacking.body.scope]).toEqual([
      403,
      "scope_missing",
      "webhooks:read",
    ]);
    const disabled = await (await newCompany({ disable: ["webhooks"] })).call("GET /webhooks/inbox");
    expect([disabled.status, disabled.body.code]).toEqual([403, "feature_disabled"]);
  });
});
