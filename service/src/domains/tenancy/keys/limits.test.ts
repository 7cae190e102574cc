import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, startService, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { isAllowed, networksOf, widens } from "./limits.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BILLFOLD_TRUSTED_PROXIES: "127.0.0.1" } });
});
afterAll(() => service.close());

async function makeKey(settings: Record<string, unknown> = {}) {
  const company = await service.company();
  const { call } = await signIn(service, { companyId: company.id, role: "owner" });
  const made = await call("POST", "/keys", { scopes: ["customers:read", "customers:write"], ...settings });
  expect(made.status).toBe(201);
  const { app_id: appId } = made.body.key;
  const asKey = callsTo(service.url, { appId, secret: made.body.secret });
  return {
    company,
    key: made.body.key,
    change: (patch: object) => call("PATCH", `/keys/${appId}`, patch),
    audit: async () => (await call("GET", "/audit")).body.audit_entries,
    from: (address: string) => asKey("GET /customers", { headers: { "X-Forwarded-For": address } }),
    asKey,
  };
}

describe("allowed addresses", () => {
  test("let a key be used from there and nowhere else, with the answer that a wrong secret gets", async () => {
    const { from, key } = await makeKey({ allowed_ips: ["203.0.113.7", "2001:db8::/32"] });
    expect(key.allowed_ips).toEqual(["203.0.113.7", "2001:db8::/32"]);
    expect((await from("203.0.113.7")).status).toBe(200);
    expect((await from("2001:db8::5")).status).toBe(200);
    const refused = await from("203.0.113.8");
    expect([refused.status, refused.body.code]).toEqual([401, "unauthenticated"]);
    expect((await from("203.0.113.7")).status).toBe(200);
  });

  test("take effect on open connections, whose earlier requests were accepted", async () => {
    const { from, change } = await makeKey();
    expect((await from("198.51.100.1")).status).toBe(200);
    expect((await change({ allowed_ips: ["203.0.113.0/24"] })).status).toBe(200);
    await expect.poll(async () => (await from("198.51.100.1")).status).toBe(401);
    expect((await from("203.0.113.200")).status).toBe(200);
    expect((await change({ allowed_ips: [] })).status).toBe(200);
    await expect.poll(async () => (await from("198.51.100.1")).status).toBe(200);
  });

  test.each(["example.com", "203.0.113.0/33", "203.0.113", "203.0.113.0/24/8", "fe80::1%eth0", ""])(
    "must be addresses or networks: %j is refused and changes nothing",
    async (network) => {
      const { change, from } = await makeKey();
      const { status, body } = await change({ strict: true, allowed_ips: ["203.0.113.7", network] });
      expect([status, body.errors[0].field]).toEqual([422, "allowed_ips[1]"]);
      expect((await from("198.51.100.1")).status).toBe(200);
    },
  );

  test("match an IPv4 address that arrives on an IPv6 socket", () => {
    const networks = networksOf(["203.0.113.0/24"])!;
    expect(isAllowed(networks, "::ffff:203.0.113.9")).toBe(true);
    expect(isAllowed(networks, "::ffff:203.0.114.9")).toBe(false);
    expect(isAllowed(networks, "not an address")).toBe(false);
  });
});

describe("an expiry", () => {
  test("ends a key at its moment, without anything else happening", async () => {
    const own = await startService();
    try {
      const company = await own.company();
      const { call } = await signIn(own, { companyId: company.id, role: "owner" });
      const { body } = await call("POST", "/keys", {
        scopes: ["customers:read"],
        expires_at: "2026-11-15T12:00:00Z",
      });
      const asKey = callsTo(own.url, { appId: body.key.app_id, secret: body.secret });
      expect((await asKey("GET /customers")).status).toBe(200);
      own.clock.set(new Date("2026-11-15T11:59:59.999Z"));
      expect((await asKey("GET /customers")).status).toBe(200);
      own.clock.set(new Date("2026-11-15T12:00:00Z"));
      expect((await asKey("GET /customers")).status).toBe(401);
    } finally {
      await own.close();
    }
  });

  test("given as a date is the last day in the company's time zone", async () => {
    const { key } = await makeKey({ expires_at: "2027-06-30" });
    expect(key.expires_at).toBe("2027-06-30T23:00:00.000Z");
  });

  test("in the past is refused", async () => {
    const { change } = await makeKey();
    const { status, body } = await change({ expires_at: "2026-11-15T10:59:59Z" });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: "expires_at", message: "must be in the future; to end the key now, revoke it" }],
    ]);
  });
});

describe("a rate", () => {
  test("limits the key below its plan, and other keys stay as they are", async () => {
    const { asKey, company, change } = await makeKey({ post_rate: 1 });
    const post = () => asKey("POST /customers", { body: { name: "Ada" } });
    const first = await post();
    expect([first.status, first.headers.get("ratelimit-limit")]).toEqual([201, "5"]);
    const other = await company.call("POST /customers", { body: { name: "Ada" } });
    expect(other.headers.get("ratelimit-limit")).not.toBe("5");
    await change({ post_rate: null });
    await expect
      .poll(async () => (await post()).headers.get("ratelimit-limit"))
      .toBe(other.headers.get("ratelimit-limit"));
  });
});

describe("a change of limits", () => {
  test("keeps what it does not name, and is in the audit log", async () => {
    const { change, audit } = await makeKey({ strict: true, post_rate: 5 });
    const { body } = await change({ allowed_ips: ["203.0.113.7"] });
    expect(body.key).toMatchObject({ allowed_ips: ["203.0.113.7"], strict: true, post_rate: 5 });
    expect(await audit()).toContainEqual(
      expect.objectContaining({
        action: "key.limits_set",
        details: { allowed_ips: ["203.0.113.7"] },
      }),
    );
  });

  test.each([
    [{ expires_at: "2027-01-30" }, false],
    [{ strict: true, post_rate: 3 }, false],
    [{ allowed_ips: ["203.0.113.7"] }, false],
    [{ expires_at: "2027-02-01" }, true],
    [{ expires_at: null }, true],
    [{ allowed_ips: [] }, true],
    [{ allowed_ips: ["203.0.113.7", "203.0.113.8"] }, true],
  ])("is sensitive only if the key can be used in more places or longer: %j", (given, sensitive) => {
    const before = {
      allowed_ips: ["203.0.113.7", "198.51.100.0/24"],
      expires_at: new Date("2027-01-31T23:00:00Z"),
      strict: false,
      post_rate: null,
    };
    expect(widens(before, given, "Africa/Lagos")).toBe(sensitive);
    expect(widens({ ...before, allowed_ips: [], expires_at: null }, given, "Africa/Lagos")).toBe(false);
  });
});
