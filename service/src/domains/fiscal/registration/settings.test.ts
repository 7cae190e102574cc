import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { statusCounts, times } from "../../payments/payments/money.fixture.ts";
import { type FiscalSetup, invoiceOf, profile, register, startFiscalSetup } from "./registration.fixture.ts";

let setup: FiscalSetup;

beforeAll(async () => {
  // A real authority is never on this machine; here it is.
  setup = await startFiscalSetup({ env: { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" } });
});
beforeEach(() => setup.authority.faults.clear());
afterAll(() => setup.close());

const path = "/einvoicing/integration";

/** What a company gets from the authority, for the settings. */
async function credentials() {
  const { name: _name, tin: _tin, ...given } = await setup.authority.registerBusiness({ name: "Acme" });
  return given as unknown as Record<string, string>;
}

async function firs(changes: object = {}) {
  const { business_id, service_id, api_key, api_secret, public_key, certificate } = await credentials();
  const own = { business_id, service_id, api_key, api_secret, public_key, certificate };
  return { adapter: "firs_mbs", base_url: setup.authority.url, ...own, ...changes };
}

describe("POST /einvoicing/integration", () => {
  test("checks with the authority, stores, and shows nothing that is secret", async () => {
    const company = await setup.company({ profile });
    const body = await firs();
    const set = await company.call(`POST ${path}`, { body });
    expect([set.status, set.body.integration.status]).toEqual([200, "working"]);
    const shown = await company.call(`GET ${path}`);
    expect(shown.body).toEqual(set.body);
    expect(shown.body.integration).toMatchObject({ adapter: "firs_mbs", business_id: body.business_id });
    for (const secret of [body.api_key!, body.api_secret!, body.certificate!.slice(0, 40)]) {
      expect(shown.text).not.toContain(secret);
      const [row] = await setup.context.db.query(
        "select count(*)::int4 as count from fiscal_integrations i where i::text like '%' || $1 || '%'",
        [secret],
      );
      expect(row).toEqual({ count: 0 });
    }
    const { id } = await setup.invoice(company);
    expect((await register(company, id)).status).toBe(200);
  });

  test("needs integrations:configure: with integrations alone a key registers, and sees where", async () => {
    const company = await setup.company({ profile, scopes: ["integrations"] });
    const refused = await company.call(`POST ${path}`, { body: { adapter: "sandbox" } });
    expect([refused.status, refused.body.code, refused.body.scope]).toEqual([
      403,
      "scope_missing",
      "integrations:configure",
    ]);
    expect((await company.call(`GET ${path}`)).body.code).toBe("integration_not_configured");
    const configure = await setup.company({ profile, scopes: ["integrations:configure"] });
    expect((await configure.call(`POST ${path}`, { body: { adapter: "sandbox" } })).status).toBe(200);
    expect((await configure.call(`GET ${path}`)).body).toMatchObject({ scope: "integrations:read" });
  });

  test("integrations:read shows the settings, and lets a key do nothing else", async () => {
    const reader = await setup.company({ profile, scopes: ["integrations:read"] });
    expect((await reader.call(`GET ${path}`)).body.code).toBe("integration_not_configured");
    expect((await reader.call("POST /invoices/1/register")).body).toMatchObject({ scope: "integrations" });
    for (const method of ["POST", "DELETE"]) {
      const refused = await reader.call(`${method} ${path}`, { body: { adapter: "sandbox" } });
      expect(refused.body).toMatchObject({ scope: "integrations:configure" });
    }
  });

  test("knows no adapter none: DELETE is how there is none", async () => {
    const company = await setup.company({ profile });
    const { status, body } = await company.call(`POST ${path}`, { body: { adapter: "none" } });
    expect([status, body.errors[0].field]).toEqual([422, "adapter"]);
  });

  test("the sandbox brings a test business along, checked at once, and keeps it", async () => {
    const company = await setup.company({ profile });
    const first = await company.call(`POST ${path}`, { body: { adapter: "sandbox" } });
    expect(first.body.integration).toMatchObject({ adapter: "sandbox", status: "working" });
    expect(first.body.integration.business_id).toMatch(/./);
    const again = await company.call(`POST ${path}`, { body: { adapter: "sandbox" } });
    expect(again.body.integration.business_id).toBe(first.body.integration.business_id);
  });

  test("credentials that the authority refuses are 502 and not stored", async () => {
    const company = await setup.company({ profile });
    const { status, body } = await company.call(`POST ${path}`, {
      body: await firs({ api_secret: "wrong" }),
    });
    expect([status, body.code]).toEqual([502, "integration_auth_failed"]);
    expect((await company.call(`GET ${path}`)).status).toBe(503);
  });

  test("missing settings are reported all at once, before the authority is called", async () => {
    const company = await setup.company({ profile });
    const calls = setup.authority.calls().length;
    const { status, body } = await company.call(`POST ${path}`, { body: { adapter: "firs_mbs" } });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(["base_url", "business_id", "service_id", "api_key", "api_secret"]),
    );
    expect(setup.authority.calls()).toHaveLength(calls);
  });

  test("an authority that is slow to answer keeps no connection to the database from others", async () => {
    const [company, other] = [await setup.company({ profile }), await setup.company()];
    const body = await firs();
    setup.authority.faults.add({ match: { op: "any" }, fault: "slow:2000", times: null });
    const moreThanConnections = setup.context.config.databaseConnectionsMax + 2;
    let isSet = false;
    const setting = times(moreThanConnections, () =>
      company.call(`POST ${path}`, { body }).then((reply) => {
        isSet = true;
        return reply;
      }),
    );
    expect((await other.call("POST /customers", { body: { name: "Quick" } })).status).toBe(201);
    expect(isSet).toBe(false);
    expect(statusCounts(await setting)).toEqual({ 200: moreThanConnections });
  });
});

describe("a change of the authority", () => {
  test("has to wait for documents that the old account may have accepted", async () => {
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_after" });
    await register(company, id);
    const refused = await company.call(`POST ${path}`, { body: { adapter: "async_demo" } });
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    expect((await company.call(`POST ${path}`, { body: { adapter: "sandbox" } })).status).toBe(200);
    await setup.reconcile(30 * 60_000);
    expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
    expect((await company.call(`POST ${path}`, { body: { adapter: "async_demo" } })).status).toBe(200);
  });
});

test("a document that was never sent to the old authority is sent to the new one", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "any" }, fault: "http_429:30", times: null });
  expect((await register(company, id)).status).toBe(503);
  setup.authority.faults.clear();
  await company.call(`POST ${path}`, { body: { adapter: "async_demo" } });
  await setup.reconcile(10 * 60_000);
  const { fiscal_status, irn, fiscal } = await invoiceOf(company, id);
  expect([fiscal_status, irn, fiscal.adapter]).toEqual([
    "registered",
    expect.stringMatching(/^SBX-/),
    "async_demo",
  ]);
});

test.each([
  ["make what waits due at once", null, 0],
  ["leave alone what is being sent", 3_600_000, 3_600_000],
])("new settings %s", async (_what, leasedMs, dueMs) => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "any" }, fault: "http_429:30", times: null });
  expect((await register(company, id)).status).toBe(503);
  setup.authority.faults.clear();
  const { db } = setup.context;
  const inMs = (ms: number) => new Date(setup.clock.now().getTime() + ms);
  await db.query("update fiscal_documents set next_action_at = $2, lease_until = $3 where company_id = $1", [
    company.id,
    inMs(3_600_000),
    leasedMs && inMs(leasedMs),
  ]);
  expect((await company.call(`POST ${path}`, { body: { adapter: "sandbox" } })).status).toBe(200);
  const rows = await db.query("select next_action_at from fiscal_documents where company_id = $1", [
    company.id,
  ]);
  expect(rows).toEqual([{ next_action_at: inMs(dueMs) }]);
});

test("a refusal of the credentials shows in the settings until they are taken again", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "auth_401" });
  expect((await register(company, id)).body.code).toBe("integration_auth_failed");
  const refused = (await company.call(`GET ${path}`)).body.integration;
  expect([refused.status, refused.refusal]).toEqual(["refused", expect.stringContaining("401")]);
  await setup.reconcile(20 * 60_000);
  expect((await company.call(`GET ${path}`)).body.integration).toMatchObject({
    status: "working",
    refusal: null,
  });
});

describe("DELETE /einvoicing/integration", () => {
  const rows = (companyId: number) =>
    setup.context.db.query("select adapter from fiscal_integrations where company_id = $1", [companyId]);

  test("takes the integration and its credentials away, also a second time, and the log says once what went", async () => {
    const company = await setup.company({ profile });
    expect((await company.call(`POST ${path}`, { body: await firs() })).status).toBe(200);
    for (const _ of [1, 2]) {
      const { status, body } = await company.call(`DELETE ${path}`);
      expect([status, body]).toEqual([200, { success: true }]);
      expect(await rows(company.id)).toEqual([]);
    }
    expect((await company.call(`GET ${path}`)).body.code).toBe("integration_not_configured");
    const { id } = await setup.invoice(company);
    expect((await register(company, id)).body.code).toBe("integration_not_configured");
    const entries = await setup.context.db.query(
      "select subject, actor_id from audit_entries where company_id = $1 and action = 'einvoicing.removed'",
      [company.id],
    );
    expect(entries).toEqual([{ subject: "einvoicing/firs_mbs", actor_id: company.appId }]);
  });

  test("needs the scope that sets it, and touches no other company's", async () => {
    const [owner, other] = [await setup.company({ profile }), await setup.company({ profile })];
    for (const company of [owner, other])
      await company.call(`POST ${path}`, { body: { adapter: "document_only" } });
    const lacking = await setup.company({ scopes: ["integrations"] });
    const refused = await lacking.call(`DELETE ${path}`);
    expect([refused.status, refused.body.scope]).toEqual([403, "integrations:configure"]);
    expect((await owner.call(`DELETE ${path}`)).status).toBe(200);
    expect(await rows(other.id)).toEqual([{ adapter: "document_only" }]);
  });

  test("waits for documents that may be with the authority", async () => {
    const company = await setup.company({ profile });
    await company.call(`POST ${path}`, { body: { adapter: "async_demo" } });
    const { id } = await setup.invoice(company);
    expect((await register(company, id)).status).toBe(202);
    const { status, body } = await company.call(`DELETE ${path}`);
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect(await rows(company.id)).toEqual([{ adapter: "async_demo" }]);
  });
});

test("settings that were never checked count as working once the authority has taken a document", async () => {
  const company = await setup.integratedCompany();
  const settings = async () => (await company.call(`GET ${path}`)).body.integration;
  await setup.context.db.query("update fiscal_integrations set checked_at = null where company_id = $1", [
    company.id,
  ]);
  expect((await settings()).status).toBe("unchecked");
  expect((await register(company, (await setup.invoice(company)).id)).status).toBe(200);
  const { status, checked_at } = await settings();
  expect([status, checked_at]).toEqual(["working", setup.clock.now().toISOString()]);
});
