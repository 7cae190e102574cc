import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { signIn, type TestSession } from "../../../../test/site-session.ts";
import { type Role, roleNames, roles, type Scope, scopeNames } from "../../../contract/access.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Staff = { company: TestCompany; owner: TestSession; developer: TestSession };

async function staff(scopes: readonly Scope[] = scopeNames): Promise<Staff> {
  const company = await service.company({ scopes });
  const person = (role: Role) => signIn(service, { companyId: company.id, role });
  return { company, owner: await person("owner"), developer: await person("developer") };
}

const scopesOf = async ({ owner, company }: Staff, appId = company.appId): Promise<string[]> => {
  const { body } = await owner.call("GET", "/keys");
  return body.keys.find((key: { app_id: string }) => key.app_id === appId).scopes;
};

const beyondDeveloper = scopeNames.filter((scope) => !roles.developer.includes(scope));
const ofDeveloper = scopeNames.filter((scope) => roles.developer.includes(scope));

describe("creating a key", () => {
  test.each(scopeNames)("with %s is for those who hold it themselves", async (scope) => {
    const { company } = await staff();
    for (const role of roleNames.filter((name) => roles[name].includes("site:keys"))) {
      const { call } = await signIn(service, { companyId: company.id, role });
      const { status, body } = await call("POST", "/keys", { scopes: [scope] });
      if (roles[role].includes(scope)) expect(status).toBe(201);
      else expect([status, body.code, body.scope]).toEqual([403, "scope_missing", scope]);
    }
  });

  test("is refused with all that is missing and who can do it, and makes no key", async () => {
    const { owner, developer } = await staff();
    const before = (await owner.call("GET", "/keys")).text;
    const scopes = ["invoices:read", "payments:write", "customers:write"];
    const { status, body } = await developer.call("POST", "/keys", { scopes });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      code: "scope_missing",
      scope: "payments:write",
      scopes: ["payments:write", "customers:write"],
    });
    expect(body.error).toMatch(/role, developer.*payments:write, customers:write.*ask an owner/);
    expect((await owner.call("GET", "/keys")).text).toBe(before);
  });

  test("is refused the second time as the first, and not to an owner with the same Idempotency-Key", async () => {
    const { owner, developer } = await staff();
    const send = ({ call }: TestSession) =>
      call("POST", "/keys", { scopes: ["payments:write"] }, { headers: { "idempotency-key": "one" } });
    expect([(await send(developer)).status, (await send(developer)).status]).toEqual([403, 403]);
    expect((await send(owner)).status).toBe(201);
  });
});

describe("changing a key's scopes", () => {
  test.each(beyondDeveloper)("a developer can't add %s, whatever else the key holds", async (scope) => {
    const here = await staff([]);
    for (const scopes of [[scope], ["invoices:read", scope]]) {
      const { status, body } = await here.developer.call("PATCH", `/keys/${here.company.appId}`, { scopes });
      expect([status, body.code, body.scope]).toEqual([403, "scope_missing", scope]);
    }
    expect(await scopesOf(here)).toEqual([]);
  });

  test("a developer narrows any key, keeps what it held, adds what is the role's own, and can't put back the rest", async () => {
    const here = await staff(["payments:write", "customers:write"]);
    const path = `/keys/${here.company.appId}`;
    const patch = (scopes: string[]) => here.developer.call("PATCH", path, { scopes });
    expect((await patch(["payments:write", "customers:write", "invoices:read"])).status).toBe(200);
    expect((await patch(["payments:write"])).status).toBe(200);
    expect((await patch(["payments:write", "customers:write"])).body).toMatchObject({
      code: "scope_missing",
      scopes: ["customers:write"],
    });
    expect(await scopesOf(here)).toEqual(["payments:write"]);
    expect((await here.owner.call("PATCH", path, { scopes: ["customers:write"] })).status).toBe(200);
  });
});

describe("lifting the limits of a key", () => {
  const limited = { allowed_ips: ["203.0.113.7"], expires_at: "2030-01-01" };
  const lifted = [
    { allowed_ips: [] },
    { allowed_ips: ["203.0.113.7", "198.51.100.0/24"] },
    { expires_at: null },
    { expires_at: "2031-01-01" },
  ];

  async function limitedKey(scopes: readonly Scope[]) {
    const here = await staff([]);
    const made = await here.owner.call("POST", "/keys", { scopes, ...limited });
    const path = `/keys/${made.body.key.app_id}`;
    const patch = ({ call }: TestSession, body: object) => call("PATCH", path, body);
    return { ...here, key: made.body.key, patch };
  }

  test.each(beyondDeveloper)("with %s is not for a developer, who may tighten them", async (scope) => {
    const { developer, owner, key, patch } = await limitedKey([scope, "invoices:read"]);
    for (const body of lifted) {
      const { status, body: refused } = await patch(developer, body);
      expect([status, refused.code, refused.scopes]).toEqual([403, "scope_missing", [scope]]);
      expect(refused.error).toMatch(/can't lift its limits.*ask an owner/);
    }
    expect((await owner.call("GET", "/keys")).body.keys).toContainEqual(key);
    expect((await patch(developer, { expires_at: "2029-01-01", post_rate: 1, name: "Slow" })).status).toBe(
      200,
    );
  });

  test("is for a developer where the whole key lies within the role, and for owners always", async () => {
    const within = await limitedKey(ofDeveloper);
    expect((await within.patch(within.developer, lifted[1]!)).status).toBe(200);
    const beyond = await limitedKey(scopeNames);
    expect((await beyond.patch(beyond.developer, { scopes: ofDeveloper, ...lifted[0] })).status).toBe(200);
    const owned = await limitedKey(scopeNames);
    expect((await owned.patch(owned.owner, lifted[2]!)).status).toBe(200);
  });
});

describe("rotating a key", () => {
  test.each(beyondDeveloper)("with %s is not for a developer, who would see its secret", async (scope) => {
    const here = await staff([scope, "invoices:read"]);
    const { status, body, text } = await here.developer.call("POST", `/keys/${here.company.appId}/rotate`);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "scope_missing", scope, scopes: [scope] });
    expect(body.error).toMatch(/owner of the company to rotate it, or revoke it/);
    expect(text).not.toContain("bfs_");
    expect((await here.company.call("GET /ping")).status).toBe(200);
  });

  test("is for a developer where the whole key lies within the role, and for owners always", async () => {
    const here = await staff(ofDeveloper);
    const path = `/keys/${here.company.appId}`;
    expect((await here.developer.call("POST", `${path}/rotate`)).status).toBe(200);
    await here.owner.call("PATCH", path, { scopes: scopeNames });
    expect((await here.developer.call("POST", `${path}/rotate`)).status).toBe(403);
    expect((await here.owner.call("POST", `${path}/rotate`)).status).toBe(200);
  });

  test("that is widened at the same moment is not shown to who may not see it", async () => {
    const here = await staff(["invoices:read"]);
    const path = `/keys/${here.company.appId}`;
    const [widened, rotated] = await Promise.all([
      here.owner.call("PATCH", path, { scopes: ["payments:write"] }),
      here.developer.call("POST", `${path}/rotate`),
    ]);
    expect(widened.status).toBe(200);
    // Either the rotation came first, and the owner widened a key that was rotated; or it was refused.
    expect([200, 403]).toContain(rotated.status);
    expect((await here.developer.call("POST", `${path}/rotate`)).status).toBe(403);
  });

  test("revoking stays possible for a developer, whatever the key can do", async () => {
    const { developer, company } = await staff();
    expect((await developer.call("POST", `/keys/${company.appId}/revoke`)).status).toBe(200);
    await expect.poll(async () => (await company.call("GET /ping")).status).toBe(401);
  });
});

describe("a secret under an Idempotency-Key", () => {
  const keyed = { headers: { "idempotency-key": "mine" } };

  test("is returned again to the user who created it, and to nobody else of the company", async () => {
    const { owner, developer, company } = await staff(["invoices:read"]);
    const colleague = await signIn(service, { companyId: company.id, role: "owner" });
    for (const [path, body] of [
      ["/keys", { scopes: ["invoices:read"] }],
      [`/keys/${company.appId}/rotate`, {}],
    ] as const) {
      const own = { headers: { "idempotency-key": `mine ${path}` } };
      const first = await owner.call("POST", path, body, own);
      expect(first.body.secret).toMatch(/^bfs_/);
      expect((await owner.call("POST", path, body, own)).text).toBe(first.text);
      for (const other of [colleague, developer]) {
        const { status, body: refused, text } = await other.call("POST", path, body, own);
        expect([status, refused.code]).toEqual([422, "idempotency_mismatch"]);
        expect(refused.error).toMatch(/by another caller/);
        expect(text).not.toContain(first.body.secret);
      }
    }
  });

  test("a webhook secret is not returned to another key of the company", async () => {
    const { owner, company } = await staff();
    const made = (await owner.call("POST", "/keys", { scopes: scopeNames })).body;
    const other = callsTo(service.url, { appId: made.key.app_id, secret: made.secret });
    const body = { url: "https://hooks.example/billfold" };
    const send = (call: TestCompany["call"]) =>
      call("POST /webhooks/endpoints", { body, headers: keyed.headers });
    const first = await send(company.call);
    expect(first.body.webhook_secret).toMatch(/^whsec_/);
    expect((await send(company.call)).text).toBe(first.text);
    expect((await send(other)).body).toMatchObject({ code: "idempotency_mismatch" });
    expect((await company.call("GET /webhooks/endpoints")).body.endpoints).toHaveLength(1);
  });

  test("a response without a secret is returned again to anybody of the company", async () => {
    const { owner, developer, company } = await staff();
    const send = ({ call }: TestSession) => call("POST", `/keys/${company.appId}/revoke`, undefined, keyed);
    const first = await send(owner);
    expect(first.status).toBe(200);
    expect((await send(developer)).text).toBe(first.text);
  });
});
