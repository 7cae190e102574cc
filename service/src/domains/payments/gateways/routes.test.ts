import { type Gateway, startGateway } from "billfold-sandbox/gateway";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";

let service: TestService;
let paystack: Gateway;
beforeAll(async () => {
  [service, paystack] = await Promise.all([
    startService({ env: { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" } }),
    startGateway(),
  ]);
});
afterAll(async () => {
  await paystack.close();
  await service.close();
});

async function dashboard(role: "owner" | "accountant" | "developer" | "viewer" = "owner") {
  const company = await service.company();
  return { ...(await signIn(service, { companyId: company.id, role })), company };
}

const secret_key = "sk_test_0123456789abcdef";

describe("the gateway", () => {
  test("is the sandbox outside production, until another is chosen", async () => {
    const { call } = await dashboard("viewer");
    const { status, body } = await call("GET", "/gateway");
    expect(status).toBe(200);
    expect(body.gateway).toMatchObject({
      choice: null,
      in_use: "sandbox",
      title: "Sandbox gateway",
      configured: true,
      base_url: null,
      set_at: null,
    });
    expect(body.gateway.choices).toContainEqual({
      name: "stripe",
      title: "Stripe",
      needs_secret_key: true,
      needs_webhook_secret: true,
      notification_url: `${service.context.config.siteUrl}/stripe/webhook`,
    });
  });

  test("is set with credentials that were tried, which never come back", async () => {
    const { call, company, user } = await dashboard("owner");
    const { status, body, text } = await call("POST", "/gateway", {
      gateway: "paystack",
      secret_key,
      base_url: paystack.url,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      verified: true,
      gateway: { choice: "paystack", in_use: "paystack", configured: true, base_url: paystack.url },
    });
    const [later, audit] = [await call("GET", "/gateway"), await call("GET", "/audit")];
    expect(later.body.gateway).toEqual(body.gateway);
    for (const shown of [text, later.text, audit.text]) expect(shown).not.toContain(secret_key);
    expect(audit.body.audit_entries[0]).toMatchObject({ actor: { type: "user", id: String(user.id) } });
    const stored = await service.context.db.query<{ credentials: string }>(
      "select credentials from gateway_accounts where company_id = $1",
      [company.id],
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]!.credentials).not.toContain(secret_key);
  });

  test("keeps what it was when the new credentials are refused", async () => {
    const { call } = await dashboard();
    paystack.faults.set({ verify: { fault: "unauthorized" } });
    const { status, body } = await call("POST", "/gateway", {
      gateway: "paystack",
      secret_key,
      base_url: paystack.url,
    });
    paystack.faults.clear();
    expect([status, body.code]).toEqual([502, "integration_auth_failed"]);
    expect((await call("GET", "/gateway")).body.gateway.choice).toBeNull();
  });

  test("is stored unverified, and says so, when the other side can't be asked", async () => {
    const { call } = await dashboard();
    const gone = await startGateway();
    await gone.close();
    const { status, body } = await call("POST", "/gateway", {
      gateway: "paystack",
      secret_key,
      base_url: gone.url,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ verified: false, note: expect.stringContaining("The key is saved") });
    expect(body.gateway.configured).toBe(true);
  });

  test("can be none, and then no payment is possible", async () => {
    const { call, company } = await dashboard();
    const { body } = await call("POST", "/gateway", { gateway: "none" });
    expect(body.gateway).toMatchObject({ choice: "none", in_use: "none", title: null, configured: false });
    await expect
      .poll(async () => (await company.call("POST /payments/link", { body: { amount: 5 } })).status)
      .toBe(503);
  });

  test.each([
    [{ gateway: "paystack" }, "secret_key"],
    [{ gateway: "stripe", secret_key }, "webhook_secret"],
    [{ gateway: "paystack", secret_key: "sk_live_0123456789" }, "secret_key"],
    [{ gateway: "cash" }, "gateway"],
    [{ gateway: "paystack", secret_key, base_url: "file:///etc/passwd" }, "base_url"],
  ])("refuses %j by name", async (change, field) => {
    const { call } = await dashboard();
    const { status, body } = await call("POST", "/gateway", change);
    expect(status).toBe(422);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  test.each(["viewer", "accountant", "developer"] as const)(
    "a %s sees it and may not set it",
    async (role) => {
      const { call } = await dashboard(role);
      expect((await call("GET", "/gateway")).status).toBe(200);
      expect((await call("POST", "/gateway", { gateway: "none" })).body).toMatchObject({
        code: "scope_missing",
        scope: "site:gateway",
      });
      expect((await call("GET", "/gateway")).body.gateway.choice).toBeNull();
    },
  );
});
