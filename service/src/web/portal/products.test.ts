import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { suspendCompany } from "../../domains/tenancy/companies/service.ts";
import { revokeKey, setKeyScopes } from "../../domains/tenancy/keys/service.ts";
import { setPlan } from "../../domains/tenancy/plans/service.ts";
import { inTransaction } from "../../platform/db/database.ts";
import { allow, ask, offer, shop } from "./portal.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Administration = Parameters<typeof suspendCompany>[0];
const administer = <T>(work: (administration: Administration) => Promise<T>): Promise<T> =>
  inTransaction(service.context.db, (tx) => work({ tx, now: service.clock.now() }));

async function openPortal(): Promise<TestCompany> {
  const company = await service.company();
  await allow(company, shop);
  return company;
}
const products = (company: TestCompany, options: Parameters<typeof ask>[2] = {}) =>
  ask(company, "/products", options);
const namesOf = async (company: TestCompany) => {
  const { body } = await products(company);
  return (body.products as { name: string }[]).map(({ name }) => name);
};

describe("GET /portal/products", () => {
  test("shows of the marked products what a buyer sees on a shelf, and of the company its name", async () => {
    const company = await service.company({ profile: { tax_id: "12345678-0001", phone: "+2341" } });
    await allow(company, shop);
    const secret = { external_id: "crm-1", metadata: { margin: 40 }, sku: "S-1", hs_code: "9608" };
    const hour = await offer(company, { name: "Hour", tax_rate: 7.5, description: "One hour", ...secret });
    const yen = await offer(company, { name: "Tea", unit_price: "1500", currency: "JPY" });
    const { status, headers, body } = await products(company);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      company: { name: expect.stringMatching(/^Company /) },
      currency: "NGN",
      prices_include_tax: false,
      products: [
        {
          ...{ id: hour, name: "Hour", description: "One hour", unit_price: 45000 },
          ...{ currency: "NGN", digits: 2, tax_rate: 7.5, discount: 0 },
        },
        {
          ...{ id: yen, name: "Tea", description: null, unit_price: 1500 },
          ...{ currency: "JPY", digits: 0, tax_rate: 0, discount: 0 },
        },
      ],
    });
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("offers only what is marked, active and priced, by name", async () => {
    const company = await openPortal();
    await offer(company, { name: "Tea" });
    await offer(company, { name: "Coffee" });
    await offer(company, { name: "Hidden", portal: false });
    await offer(company, { name: "Gone", active: false });
    await offer(company, { name: "Unpriced", unit_price: null });
    expect(await namesOf(company)).toEqual(["Coffee", "Tea"]);
  });

  test("shows no other company's", async () => {
    const [ours, theirs] = [await openPortal(), await openPortal()];
    await offer(theirs, { name: "Theirs" });
    expect(await namesOf(ours)).toEqual([]);
  });

  test("is as new as the last change, though it is remembered", async () => {
    const company = await openPortal();
    const id = await offer(company, { name: "Tea" });
    expect(await namesOf(company)).toEqual(["Tea"]);
    await company.call(`PATCH /products/${id}`, { body: { name: "Green tea" } });
    await expect.poll(() => namesOf(company)).toEqual(["Green tea"]);
    await company.call(`PATCH /products/${id}`, { body: { portal: false } });
    await expect.poll(() => namesOf(company)).toEqual([]);
  });

  test("is kept by the browser for half a minute, and is then asked for by its tag", async () => {
    const company = await openPortal();
    await offer(company, { name: "Tea" });
    const { headers } = await products(company);
    expect(headers["cache-control"]).toBe("private, max-age=30");
    const again = await products(company, { headers: { "if-none-match": headers.etag! } });
    expect([again.status, again.text, again.headers["access-control-allow-origin"]]).toEqual([304, "", shop]);
    await offer(company, { name: "Coffee" });
    const changed = () => products(company, { headers: { "if-none-match": headers.etag! } });
    await expect.poll(async () => (await changed()).status).toBe(200);
  });

  test("is packed where that pays, for each kind of reader apart", async () => {
    const company = await openPortal();
    for (let count = 0; count < 30; count++)
      await offer(company, { name: `Tea ${count}`, description: "x".repeat(90) });
    const { headers, body } = await products(company, { headers: { "accept-encoding": "gzip" } });
    expect([headers["content-encoding"], headers.vary]).toEqual(["gzip", "origin, accept-encoding"]);
    expect(body.products).toHaveLength(30);
  });
});

describe("pages of other sites", () => {
  test("of an allowed origin are let in by name, without credentials, and apart from others in every cache", async () => {
    const company = await service.company();
    await allow(company, shop, "http://localhost:3000");
    for (const origin of [shop, "http://localhost:3000"]) {
      const { status, headers } = await products(company, { origin });
      expect([status, headers["access-control-allow-origin"]]).toEqual([200, origin]);
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
      expect(headers.vary).toContain("origin");
    }
  });

  test.each([
    "https://evil.example",
    "https://shop.example.evil.example",
    "https://evil-shop.example",
    "http://shop.example",
    "https://shop.example:8443",
    "https://SHOP.example",
    "null",
    null,
  ])("of %j are refused, in words for a developer, and see nothing", async (origin) => {
    const company = await openPortal();
    await offer(company, { name: "Tea" });
    const { status, headers, body, text } = await products(company, { origin });
    expect([status, body.code]).toEqual([403, "origin_not_allowed"]);
    expect(body.error).toContain("billfold portal set");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect([headers.vary, headers["cache-control"]]).toEqual(["origin", "no-store"]);
    expect(text).not.toContain("Tea");
    expect(text).not.toContain(shop);
    expect(text).not.toContain("Company ");
  });

  test("of our own are let in without an origin, for the preview in the settings; others can't pass for one", async () => {
    const company = await openPortal();
    await offer(company, { name: "Tea" });
    const asking = (origin: string | null, site: string) =>
      products(company, { origin, headers: { "sec-fetch-site": site } });
    const own = await asking(null, "same-origin");
    expect([own.status, own.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
    expect(own.text).toContain("Tea");
    expect((await asking(null, "cross-site")).status).toBe(403);
    expect((await asking(null, "none")).status).toBe(403);
    expect((await asking("https://evil.example", "same-origin")).status).toBe(403);
  });

  test("are all refused as long as the company has allowed none, with that reason", async () => {
    const company = await service.company();
    const { status, body } = await products(company);
    expect([status, body.code]).toEqual([403, "origin_not_allowed"]);
    expect(body.error).toContain("No site is allowed to embed this portal yet");
  });

  test("that were allowed no longer are refused on every node", async () => {
    const elsewhere = await startService();
    try {
      const company = await openPortal();
      const there = { ...company, serviceUrl: elsewhere.url };
      for (const node of [company, there]) expect((await products(node)).status).toBe(200);
      await allow(company, "https://another.example");
      for (const node of [company, there]) {
        await expect.poll(async () => (await products(node)).status).toBe(403);
      }
    } finally {
      await elsewhere.close();
    }
  });

  test("may ask beforehand, if they are allowed at all", async () => {
    const company = await openPortal();
    const preflight = (origin: string) =>
      products(company, { method: "OPTIONS", origin, headers: { "access-control-request-method": "GET" } });
    const { status, headers, text } = await preflight(shop);
    expect([status, text]).toEqual([204, ""]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": shop,
      "access-control-allow-methods": "GET",
      "access-control-allow-headers": "if-none-match",
    });
    const refused = await preflight("https://evil.example");
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  });

  test("cannot take the answer for an image or a script", async () => {
    const { headers } = await products(await openPortal());
    expect(headers).toMatchObject({
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
  });
});

describe("a portal that is closed", () => {
  test.each<[string, (company: TestCompany) => Promise<unknown>]>([
    ["suspended", ({ id }) => administer((a) => suspendCompany(a, id))],
    ["without the feature", ({ id }) => administer((a) => setPlan(a, id, { disable: ["portal"] }))],
  ])("because the company is %s says so neutrally, to pages that were allowed", async (_why, close) => {
    const company = await openPortal();
    await offer(company, { name: "Tea" });
    expect((await products(company)).status).toBe(200);
    await close(company);
    await expect.poll(async () => (await products(company)).status).toBe(403);
    const { headers, body, text } = await products(company);
    expect(body).toEqual({
      success: false,
      error: "This portal is not available right now.",
      code: "portal_unavailable",
      request_id: "same",
    });
    expect(headers["access-control-allow-origin"]).toBe(shop);
    expect(text).not.toMatch(/suspend|feature|subscription/);
    expect((await products(company, { origin: "https://evil.example" })).body.code).toBe(
      "origin_not_allowed",
    );
  });

  test.each<[string, (company: TestCompany) => Promise<unknown>]>([
    ["revoked", ({ id, appId }) => administer((a) => revokeKey(a, id, appId))],
    [
      "without portal:embed",
      ({ id, appId }) => administer((a) => setKeyScopes(a, id, appId, ["invoices:read"])),
    ],
  ])("because the key is %s is not there any more", async (_why, end) => {
    const company = await openPortal();
    expect((await products(company)).status).toBe(200);
    await end(company);
    await expect.poll(async () => (await products(company)).status).toBe(404);
  });
});
