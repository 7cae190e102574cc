import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { signIn, type TestSession } from "../../../../test/site-session.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Dashboard = TestSession & { company: TestCompany };

async function dashboard(
  role: "owner" | "accountant" | "developer" | "viewer" = "owner",
): Promise<Dashboard> {
  const company = await service.company();
  return { ...(await signIn(service, { companyId: company.id, role })), company };
}

async function keysOf({ call }: Dashboard) {
  const { status, body } = await call("GET", "/keys");
  expect(status).toBe(200);
  return body.keys;
}

async function makeKey({ call }: Dashboard, scopes: string[]) {
  const { status, body } = await call("POST", "/keys", { scopes });
  expect(status).toBe(201);
  return { appId: body.key.app_id as string, secret: body.secret as string, body };
}

const ask = (key: { appId: string; secret: string }, path: string) =>
  callsTo(service.url, key)(`GET ${path}`).then(({ status }) => status);

async function auditOf({
  call,
}: Dashboard): Promise<{ action: string; subject: string; actor: { id: string } }[]> {
  return (await call("GET", "/audit")).body.audit_entries;
}

describe("a new key", () => {
  test("gives access to the API with its scopes, and its secret is shown once", async () => {
    const here = await dashboard();
    const { appId, secret, body } = await makeKey(here, ["invoices:read"]);
    expect(body.key).toEqual({
      app_id: expect.stringMatching(/^bf_test_/),
      name: null,
      secret_stored_at: null,
      scopes: ["invoices:read"],
      allowed_ips: [],
      expires_at: null,
      strict: false,
      post_rate: null,
      created_at: "2026-11-15T11:00:00.000Z",
      last_used_at: null,
      last_used_scopes: {},
      unused_scopes: [],
      rotated_at: null,
      previous_secret_valid: false,
      previous_secret_until: null,
      grace_seconds: null,
      revoked_at: null,
    });
    expect(await ask({ appId, secret }, "/invoices")).toBe(200);
    expect(await ask({ appId, secret }, "/customers")).toBe(403);
    const { text } = await here.call("GET", "/keys");
    expect(text).not.toContain(secret);
    expect(text).not.toContain("hash");
    expect(await auditOf(here)).toContainEqual(
      expect.objectContaining({
        action: "key.created",
        subject: `key/${appId}`,
        actor: expect.objectContaining({ type: "user", id: String(here.user.id) }),
      }),
    );
    expect((await here.call("GET", "/audit")).text).not.toContain(secret);
  });

  test("has the name it was given, which can be changed, and the audit log shows it", async () => {
    const here = await dashboard();
    const { key, secret } = (
      await here.call("POST", "/keys", { name: "Web shop", scopes: ["payments:write"] })
    ).body;
    const call = callsTo(service.url, { appId: key.app_id, secret });
    expect((await call("POST /payments/link", { body: { amount: 5 } })).status).toBe(201);
    expect((await auditOf(here))[0]!.actor).toEqual({ type: "key", id: key.app_id, name: "Web shop" });
    const renamed = await here.call("PATCH", `/keys/${key.app_id}`, { name: "Shop in Ikeja" });
    expect(renamed.body.key).toMatchObject({ name: "Shop in Ikeja", scopes: ["payments:write"] });
    expect((await auditOf(here))[0]).toMatchObject({
      action: "key.renamed",
      subject: `key/${key.app_id}`,
      details: { from: "Web shop", to: "Shop in Ikeja" },
    });
    expect((await here.call("PATCH", `/keys/${key.app_id}`, { name: null })).body.key.name).toBeNull();
    expect((await here.call("PATCH", `/keys/${key.app_id}`, { name: "" })).status).toBe(422);
  });

  test("remembers that a person stored its secret, until it is rotated", async () => {
    const here = await dashboard();
    const { appId } = await makeKey(here, []);
    const stored = await here.call("POST", `/keys/${appId}/stored`);
    expect(stored.body.key.secret_stored_at).toBe("2026-11-15T11:00:00.000Z");
    const rotated = await here.call("POST", `/keys/${appId}/rotate`, {});
    expect(rotated.body.key.secret_stored_at).toBeNull();
  });

  test("is created once under an Idempotency-Key, and its secret is stored only encrypted", async () => {
    const here = await dashboard();
    const send = () => here.call("POST", "/keys", { scopes: [] }, { headers: { "idempotency-key": "k" } });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect(await keysOf(here)).toHaveLength(2);
    const [kept] = await service.context.db.query<{ body: string }>(
      "select body from idempotency_keys where company_id = $1",
      [here.company.id],
    );
    expect(kept!.body).not.toContain(first.body.secret);
  });

  test.each([[["invoices:fly"]], [["site:keys"]], [["invoices:read", "invoices:read"]], ["invoices:read"]])(
    "with the scopes %j is refused",
    async (scopes) => {
      const { status, body } = await (await dashboard()).call("POST", "/keys", { scopes });
      expect(status).toBe(422);
      expect(body.errors[0].field).toMatch(/^scopes/);
    },
  );

  test("is refused when a hundred are in use, until one is revoked", async () => {
    const here = await dashboard();
    await service.context.db.query(
      `insert into api_keys (company_id, app_id, secret_hash, created_at)
       select $1::bigint, 'bf_test_' || $1::bigint || 'x' || i, '', now() from generate_series(1, 99) i`,
      [here.company.id],
    );
    const { status, body } = await here.call("POST", "/keys", { scopes: [] });
    expect(status).toBe(422);
    expect(body.error).toMatch(/already have 100 active keys/);
    await here.call("POST", `/keys/bf_test_${here.company.id}x1/revoke`);
    expect((await here.call("POST", "/keys", { scopes: [] })).status).toBe(201);
  });
});

describe("scopes", () => {
  test("can be changed, with immediate effect for the key's users", async () => {
    const here = await dashboard();
    const key = await makeKey(here, ["invoices:read"]);
    expect(await ask(key, "/customers")).toBe(403);
    const { status, body } = await here.call("PATCH", `/keys/${key.appId}`, { scopes: ["customers:read"] });
    expect(status).toBe(200);
    expect(body.key.scopes).toEqual(["customers:read"]);
    await expect.poll(() => ask(key, "/customers")).toBe(200);
    expect(await ask(key, "/invoices")).toBe(403);
  });
});

describe("rotation", () => {
  test("shows the new secret once; both are taken until the grace period after the new one's first use is over", async () => {
    const own = await startService();
    try {
      const company = await own.company();
      const { call } = await signIn(own, { companyId: company.id });
      const ping = (secret: string) =>
        callsTo(own.url, { appId: company.appId, secret })("GET /ping").then(({ status }) => status);
      const { status, body } = await call("POST", `/keys/${company.appId}/rotate`, { grace_seconds: 3600 });
      expect(status).toBe(200);
      expect(body.secret).toMatch(/^bfs_/);
      expect(body.key).toMatchObject({
        app_id: company.appId,
        rotated_at: "2026-11-15T11:00:00.000Z",
        previous_secret_valid: true,
        previous_secret_until: null,
        grace_seconds: 3600,
      });
      expect(await ping(company.secret)).toBe(200);
      expect(await ping(body.secret)).toBe(200);
      const standing = async () => (await call("GET", "/keys")).body.keys[0];
      expect(await standing()).toMatchObject({
        previous_secret_valid: true,
        previous_secret_until: "2026-11-15T12:00:00.000Z",
      });
      expect(await ping(company.secret)).toBe(200);
      own.clock.advance(3600 * 1000);
      expect(await ping(company.secret)).toBe(401);
      expect(await ping(body.secret)).toBe(200);
      expect(await standing()).toMatchObject({ previous_secret_valid: false });
    } finally {
      await own.close();
    }
  });

  test("without a body it is a day; with grace 0 the old secret ends now; more than a week is refused", async () => {
    const here = await dashboard();
    const path = `/keys/${here.company.appId}/rotate`;
    expect((await here.call("POST", path)).body.key.grace_seconds).toBe(86_400);
    const refused = await here.call("POST", path, { grace_seconds: 604_801 });
    expect(refused.body.errors[0].field).toBe("grace_seconds");
    const { body } = await here.call("POST", path, { grace_seconds: 0 });
    expect(body.key).toMatchObject({ previous_secret_valid: false, previous_secret_until: null });
    expect((await here.company.call("GET /ping")).status).toBe(401);
  });
});

describe("revocation", () => {
  test("ends the key for good, and it stays listed behind those in use", async () => {
    const here = await dashboard();
    const key = await makeKey(here, ["invoices:read"]);
    const { status, body } = await here.call("POST", `/keys/${key.appId}/revoke`);
    expect(status).toBe(200);
    expect(body.key).toMatchObject({ revoked_at: "2026-11-15T11:00:00.000Z", unused_scopes: [] });
    await expect.poll(() => ask(key, "/ping")).toBe(401);
    expect((await keysOf(here)).map(({ app_id }: { app_id: string }) => app_id)).toEqual([
      here.company.appId,
      key.appId,
    ]);
    for (const operation of ["revoke", "rotate"]) {
      expect((await here.call("POST", `/keys/${key.appId}/${operation}`)).status).toBe(404);
    }
    expect((await auditOf(here)).map(({ action }) => action)).toContain("key.revoked");
  });

  test("is also for a company that is suspended; a new key is not", async () => {
    const here = await dashboard();
    await service.context.db.query("update companies set status = 'suspended' where id = $1", [
      here.company.id,
    ]);
    expect((await here.call("POST", "/keys", { scopes: [] })).body.code).toBe("subscription_inactive");
    expect((await here.call("POST", `/keys/${here.company.appId}/revoke`)).status).toBe(200);
  });
});

test("another company's keys are neither listed nor changed: 404, even with an invalid body", async () => {
  const here = await dashboard();
  const other = await service.company();
  expect((await keysOf(here)).map(({ app_id }: { app_id: string }) => app_id)).toEqual([here.company.appId]);
  for (const [method, path, body] of [
    ["PATCH", "", { scopes: [] }],
    ["PATCH", "", { scopes: 5 }],
    ["POST", "/rotate", { grace_seconds: -1 }],
    ["POST", "/rotate", {}],
    ["POST", "/revoke", undefined],
  ] as const) {
    for (const appId of [other.appId, "bf_test_nothing", "nonsense"]) {
      expect((await here.call(method, `/keys/${appId}${path}`, body)).status).toBe(404);
    }
  }
  expect((await other.call("GET /ping")).status).toBe(200);
});

test.each(["viewer", "accountant"] as const)("a %s may not even see them", async (role) => {
  const { call, company } = await dashboard(role);
  for (const [method, path] of [
    ["GET", "/keys"],
    ["POST", "/keys"],
    ["PATCH", `/keys/${company.appId}`],
    ["POST", `/keys/${company.appId}/rotate`],
    ["POST", `/keys/${company.appId}/revoke`],
  ] as const) {
    const { status, body } = await call(method, path, method === "GET" ? undefined : {});
    expect(status).toBe(403);
    const scope = method === "GET" ? "company:read" : "site:keys";
    expect(body).toMatchObject({ code: "scope_missing", scope });
  }
});

test("those in use are listed first and the newest of them first, then the most recently revoked", async () => {
  const here = await dashboard();
  const made: string[] = [];
  for (let count = 0; count < 4; count++) {
    service.clock.advance(1000);
    made.push((await makeKey(here, ["invoices:read"])).appId);
  }
  for (const appId of [made[2], made[0]]) {
    service.clock.advance(1000);
    expect((await here.call("POST", `/keys/${appId}/revoke`)).status).toBe(200);
  }
  const listed = (await keysOf(here)).map(({ app_id }: { app_id: string }) => app_id);
  expect(listed).toEqual([made[3], made[1], here.company.appId, made[0], made[2]]);
});
