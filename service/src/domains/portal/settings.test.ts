import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import type { Scope } from "../../contract/access.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { createKey, revokeKey } from "../tenancy/keys/service.ts";
import { findPortalAppId } from "./service.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService({
    env: { BILLFOLD_SITE_URL: "https://pay.example/site", BILLFOLD_BASE_URL: "https://pay.example/api/v1" },
  });
  company = await service.company();
});
afterAll(() => service.close());

const allow = (origins: unknown, by = company) =>
  by.call("POST /portal/settings", { body: { allowed_origins: origins } });
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const settingsOf = async (by = company) => (await by.call("GET /portal/settings")).body;

describe("GET /portal/config", () => {
  test("gives the names and addresses that a page needs, at the top level, and no secret", async () => {
    const { status, body, text } = await company.call("GET /portal/config");
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      company_id: company.id,
      app_id: company.appId,
      invoice_id: "invoice_id",
      links: {
        site: "https://pay.example/site",
        embed_script: "https://pay.example/site/portal/embed.js",
        orders: "https://pay.example/api/v1/portal/orders",
        checkout: "https://pay.example/site/checkout",
      },
      embed_script_versioned: expect.stringMatching(
        /^https:\/\/pay\.example\/site\/portal\/embed\.[0-9a-f]{16}\.js$/,
      ),
      embed_integrity: expect.stringMatching(/^sha384-[\w+/]{64}$/),
    });
    expect(text).not.toContain(company.secret);
  });

  test("names the key that asks, and needs portal:embed and the feature", async () => {
    const off = await service.company({ disable: ["portal"] });
    expect((await off.call("GET /portal/config")).body.code).toBe("feature_disabled");
    const lacking = await service.company({ scopes: ["invoices:write"] });
    expect((await lacking.call("GET /portal/config")).body.code).toBe("scope_missing");
    const enough = await service.company({ scopes: ["portal:embed"] });
    expect((await enough.call("GET /portal/config")).body.app_id).toBe(enough.appId);
  });
});

test("without a key, as on the site, a page is given the company's newest App ID that may show the portal", async () => {
  const { db } = service.context;
  const own = await service.company({ scopes: ["invoices:read"] });
  const shown = () => findPortalAppId(db, own.id, new Date());
  const add = (scopes: readonly Scope[], seconds: number) =>
    inTransaction(db, (tx) => createKey({ tx, now: later(seconds) }, own.id, scopes, "sandbox"));
  const revoke = (appId: string) =>
    inTransaction(db, (tx) => revokeKey({ tx, now: later(9) }, own.id, appId));
  expect(await shown()).toBeNull();
  const older = await add(["portal:embed"], 1);
  const newer = await add(["portal:embed", "invoices:read"], 2);
  await add(["portal:configure"], 3);
  await service.company({ scopes: ["portal:embed"] });
  expect(await shown()).toBe(newer.app_id);
  await revoke(newer.app_id);
  expect(await shown()).toBe(older.app_id);
  await revoke(older.app_id);
  expect(await shown()).toBeNull();
});

describe("the allowed origins", () => {
  test("are none before somebody sets them", async () => {
    const fresh = await service.company();
    expect(await settingsOf(fresh)).toEqual({
      success: true,
      portal: { allowed_origins: [], prices_include_tax: null, updated_at: null },
    });
  });

  test("are replaced as a whole, each once, and an empty list takes them away", async () => {
    const { status, body } = await allow(["https://a.example", "http://localhost:3000", "https://a.example"]);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      portal: {
        allowed_origins: ["https://a.example", "http://localhost:3000"],
        prices_include_tax: null,
        updated_at: noon.toISOString(),
      },
    });
    expect(await settingsOf()).toEqual(body);
    await allow(["https://b.example"]);
    expect((await settingsOf()).portal.allowed_origins).toEqual(["https://b.example"]);
    await allow([]);
    expect((await settingsOf()).portal.allowed_origins).toEqual([]);
  });

  test("come with whether prices include tax: kept if left out, the company's own with null", async () => {
    const own = await service.company({ profile: { prices_include_tax: true } });
    const order = async () => {
      const lines = [{ description: "Tea", quantity: 1, unit_price: 107.5, tax_rate: 7.5 }];
      const { body } = await own.call("POST /portal/orders", {
        body: { customer: { name: "Ada" }, lines },
      });
      return [body.order.prices_include_tax, body.invoice.total];
    };
    expect(await order()).toEqual([true, 107.5]);
    const set = (prices_include_tax?: boolean | null) =>
      own.call("POST /portal/settings", { body: { allowed_origins: [], prices_include_tax } });
    expect((await set(false)).body.portal.prices_include_tax).toBe(false);
    await expect.poll(order).toEqual([false, 115.56]);
    expect((await set()).body.portal.prices_include_tax).toBe(false);
    expect((await set(null)).body.portal.prices_include_tax).toBeNull();
    await expect.poll(order).toEqual([true, 107.5]);
  });

  test("are each company's own", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    await allow(["https://ours.example"], ours);
    expect((await settingsOf(theirs)).portal.allowed_origins).toEqual([]);
  });

  test("are checked one by one, and one that is wrong changes nothing", async () => {
    await allow(["https://kept.example"]);
    const { status, body } = await allow(["https://a.example", "*", "https://a.example/path", "x"]);
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "allowed_origins[1]",
      "allowed_origins[2]",
      "allowed_origins[3]",
    ]);
    expect((await settingsOf()).portal.allowed_origins).toEqual(["https://kept.example"]);
  });

  test("are changed only with portal:configure; portal:embed may see them", async () => {
    const embed = await service.company({ scopes: ["portal:embed"] });
    const refused = await allow(["https://evil.example"], embed);
    expect([refused.status, refused.body.code, refused.body.scope]).toEqual([
      403,
      "scope_missing",
      "portal:configure",
    ]);
    expect((await settingsOf(embed)).portal.allowed_origins).toEqual([]);
    const configure = await service.company({ scopes: ["portal:configure"] });
    expect((await allow(["https://shop.example"], configure)).status).toBe(200);
    expect((await settingsOf(configure)).portal.allowed_origins).toEqual(["https://shop.example"]);
    expect((await configure.call("GET /portal/config")).body).toMatchObject({ scope: "portal:embed" });
  });

  test.each([
    [undefined, "allowed_origins"],
    [null, "allowed_origins"],
    ["https://a.example", "allowed_origins"],
    [[""], "allowed_origins[0]"],
    [[5], "allowed_origins[0]"],
    [Array.from({ length: 51 }, (_, index) => `https://s${index}.example`), "allowed_origins"],
    [[`https://${"a".repeat(300)}.example`], "allowed_origins[0]"],
  ])("422 for %j", async (origins, field) => {
    const { status, body } = await allow(origins);
    expect([status, body.errors[0].field]).toEqual([422, field]);
  });
});
