import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { provisionEndpoint, readSecrets } from "./service.ts";

// The endpoint that every company has from its approval on: its webhook URL.
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const provision = ({ id }: TestCompany, on = service) =>
  inTransaction(on.context.db, (tx) =>
    provisionEndpoint({ tx, now: on.clock.now() }, id, on.context.encryptionKeys),
  );
const url = "https://erp.acme.example/hooks/billfold";

async function provisioned() {
  const company = await service.company();
  const { id, secret } = await provision(company);
  const get = async () => (await company.call(`GET /webhooks/endpoints/${id}`)).body.endpoint;
  const patch = (body: object) => company.call(`PATCH /webhooks/endpoints/${id}`, { body });
  return { company, id, secret, get, patch };
}

describe("provisioning", () => {
  test("brings an endpoint at the service's own receiver, and its secret", async () => {
    const { id, secret, get } = await provisioned();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const now = service.clock.now().toISOString();
    expect(await get()).toEqual({
      id,
      primary: true,
      url: `${service.context.config.siteUrl}/sandbox/webhook`,
      default_url: true,
      description: null,
      events: null,
      status: "enabled",
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      previous_secret_until: null,
      created_at: now,
      updated_at: now,
    });
  });

  test("a second time shows the same endpoint and the same secret", async () => {
    const { company, id, secret } = await provisioned();
    expect(await provision(company)).toEqual({ id, secret });
    expect((await company.call("GET /webhooks/endpoints")).body.endpoints).toHaveLength(1);
  });

  test("at the same moment brings one", async () => {
    const company = await service.company();
    const all = await Promise.all(Array.from({ length: 10 }, () => provision(company)));
    expect(new Set(all.map(({ id, secret }) => `${id} ${secret}`)).size).toBe(1);
  });

  test("beside further endpoints brings the primary one all the same", async () => {
    const company = await service.company();
    const further = await company.call("POST /webhooks/endpoints", { body: { url } });
    const { id, secret } = await provision(company);
    expect(id).not.toBe(further.body.endpoint.id);
    expect(await provision(company)).toEqual({ id, secret });
  });

  test("keeps the secret encrypted, for this company alone", async () => {
    const { company, id, secret } = await provisioned();
    const { db, encryptionKeys } = service.context;
    const [row] = await db.query<{ secret: string }>(
      "select secret from webhook_endpoints where company_id = $1 and id = $2",
      [company.id, id],
    );
    expect(row!.secret).not.toContain(secret.slice(6));
    expect(await readSecrets(db, company.id, encryptionKeys)).toEqual([
      { endpointId: id, current: secret, previous: undefined },
    ]);
  });

  test("in production names the receiver after the gateway", async () => {
    const production = await startService({
      env: {
        BILLFOLD_ENVIRONMENT: "production",
        BILLFOLD_BASE_URL: "https://api.example.com/api/v1",
        BILLFOLD_SITE_URL: "https://billfold.example.com/",
        BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
      },
    });
    try {
      const company = await production.company({ primaryEndpoint: true });
      const headers = { "x-forwarded-proto": "https" };
      const [endpoint] = (await company.call("GET /webhooks/endpoints", { headers })).body.endpoints;
      expect(endpoint.url).toBe("https://billfold.example.com/gateway/webhook");
    } finally {
      await production.close();
    }
  });
});

describe("the primary endpoint", () => {
  test("takes a url of the company's own, and gives it up for the default by null", async () => {
    const { get, patch } = await provisioned();
    const before = await get();
    expect((await patch({ url })).body.endpoint).toMatchObject({ primary: true, url, default_url: false });
    expect(await get()).toMatchObject({ url, default_url: false });
    expect((await patch({ url: null })).body.endpoint).toEqual(before);
  });

  test("keeps the default while something else about it is changed", async () => {
    const { get, patch } = await provisioned();
    const before = await get();
    const { status, body } = await patch({ events: ["invoice.paid"], description: "Ours" });
    expect([status, body.endpoint]).toEqual([
      200,
      { ...before, events: ["invoice.paid"], description: "Ours" },
    ]);
  });

  test("keeps the default when it is disabled and enabled again, and the event shows it", async () => {
    const { company, get, patch } = await provisioned();
    const before = await get();
    expect((await patch({ status: "disabled" })).status).toBe(200);
    const [event] = (await company.call("GET /events?type=webhook.disabled")).body.events;
    expect(event.data.object).toMatchObject({ url: before.url, default_url: true, status: "disabled" });
    expect((await patch({ status: "enabled" })).body.endpoint).toEqual(before);
  });

  test("can't be deleted, and says what to do instead", async () => {
    const { company, id, get } = await provisioned();
    const { status, body } = await company.call(`DELETE /webhooks/endpoints/${id}`);
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect(body.error).toMatch(/url to null.*status to disabled/);
    expect((await get()).status).toBe("enabled");
  });

  test("is where a test goes that names no endpoint, also beside older ones", async () => {
    const company = await service.company();
    await company.call("POST /webhooks/endpoints", { body: { url } });
    const { id } = await provision(company);
    const { body } = await company.call("POST /webhooks/test");
    expect(body.delivery.endpoint_id).toBe(id);
  });

  test("is the only one whose url can be null", async () => {
    const { company } = await provisioned();
    const { id } = (await company.call("POST /webhooks/endpoints", { body: { url } })).body.endpoint;
    const { status, body } = await company.call(`PATCH /webhooks/endpoints/${id}`, { body: { url: null } });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: "url", message: expect.stringContaining("only for the primary endpoint") }],
    ]);
  });

  test("is one for each company, by the word of the database", async () => {
    const { company } = await provisioned();
    await expect(
      service.context.db.query(
        `insert into webhook_endpoints (company_id, is_primary, secret, created_at, updated_at, delivered_sequence)
         values ($1, true, 'x', now(), now(), 0)`,
        [company.id],
      ),
    ).rejects.toMatchObject({ code: "23505", constraint: "webhook_endpoints_primary" });
  });
});
