import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { scopeNames } from "../../../contract/access.ts";
import { createKeyUses } from "./uses.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const day = 24 * 60 * 60 * 1000;

describe("scopes", () => {
  test("show when each was last used; those unused for 90 days are listed, unless they are new", async () => {
    const other = await startService();
    const start = other.clock.now().getTime();
    try {
      const company = await other.company({ scopes: scopeNames.filter((scope) => scope.endsWith(":read")) });
      await company.call("GET /invoices");
      await company.call("GET /invoices");
      await company.call("GET /ping");
      await other.app.keys.flushUses();
      other.clock.set(new Date(start + 89 * day));
      await company.call("GET /customers");
      await other.app.keys.flushUses();
      const look = async () => {
        // The session would have ended long ago.
        const { call } = await signIn(other, { companyId: company.id });
        return (await call("GET", "/keys")).body.keys[0];
      };
      expect((await look()).unused_scopes).toEqual([]);
      other.clock.set(new Date(start + 91 * day));
      const key = await look();
      expect(key.last_used_scopes).toEqual({
        "invoices:read": new Date(start).toISOString(),
        "customers:read": new Date(start + 89 * day).toISOString(),
      });
      expect(key.last_used_at).toBe(new Date(start + 89 * day).toISOString());
      expect(key.unused_scopes).toEqual([
        "invoices:read",
        "products:read",
        "sales:read",
        "integrations:read",
        "payments:read",
        "reports:read",
        "webhooks:read",
        "company:read",
      ]);
      const { call } = await signIn(other, { companyId: company.id });
      const scopes = ["invoices:read", "customers:read", "portal:embed"];
      const { body } = await call("PATCH", `/keys/${company.appId}`, { scopes });
      expect(body.key.unused_scopes).toEqual(["invoices:read"]);
      other.clock.set(new Date(start + 180 * day));
      expect((await look()).unused_scopes).toEqual(["invoices:read", "customers:read"]);
      other.clock.set(new Date(start + 181 * day));
      expect((await look()).unused_scopes).toEqual(scopes);
    } finally {
      await other.close();
    }
  });

  test("the one that let a request in counts, where either of two does", async () => {
    const company = await service.company({ scopes: ["webhooks:write"] });
    await company.call("GET /webhooks/endpoints");
    await service.app.keys.flushUses();
    const { call } = await signIn(service, { companyId: company.id });
    const [key] = (await call("GET", "/keys")).body.keys;
    expect(Object.keys(key.last_used_scopes)).toEqual(["webhooks:write"]);
  });
});

test("uses that could not be written down are written with the next ones", async () => {
  const { context } = service;
  const company = await service.company({ scopes: ["customers:read", "products:read"] });
  const uses = createKeyUses();
  const away = { query: () => Promise.reject(new Error("the database is away")) };
  const at = context.clock.now();
  uses.note(company.appId, at);
  uses.noteScope(company.appId, "customers:read", context.clock);
  const failed = uses.flush(away);
  uses.noteScope(company.appId, "products:read", context.clock);
  await expect(failed).rejects.toThrow("the database is away");
  expect(await uses.flush(context.db)).toBe(1);
  expect(await uses.flush(context.db)).toBe(0);
  const [key] = await context.db.query<{ last_used_at: Date; scopes_last_used_at: string }>(
    "select last_used_at, scopes_last_used_at::text as scopes_last_used_at from api_keys where company_id = $1 and app_id = $2",
    [company.id, company.appId],
  );
  expect(key!.last_used_at).toEqual(at);
  expect(Object.keys(JSON.parse(key!.scopes_last_used_at)).sort()).toEqual([
    "customers:read",
    "products:read",
  ]);
});
