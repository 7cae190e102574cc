import { afterAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../test/harness.ts";

const production = {
  BILLFOLD_ENVIRONMENT: "production",
  BILLFOLD_BASE_URL: "https://api.example.com/api/v1",
  BILLFOLD_SITE_URL: "https://example.com",
};
const overHttps = { "X-Forwarded-Proto": "https" };

const started: TestService[] = [];
afterAll(() => Promise.all(started.map((service) => service.close())));

async function start(env: Record<string, string>): Promise<TestService> {
  const service = await startService({ env });
  started.push(service);
  return service;
}

describe("in production, behind a trusted proxy", () => {
  test("plain HTTP is refused before the credential is checked", async () => {
    const service = await start({ ...production, BILLFOLD_TRUSTED_PROXIES: "127.0.0.1" });
    const company = await service.company();
    for (const headers of [{}, { "X-Forwarded-Proto": "http" }] as Record<string, string>[]) {
      for (const key of [undefined, null, { appId: "bf_live_unknown", secret: "bfs_wrong" }]) {
        const reply = await company.call("GET /ping", { headers, ...(key !== undefined && { key }) });
        expect(reply.status).toBe(403);
        expect(reply.body).toMatchObject({ success: false, code: "https_required" });
        expect(reply.body.error).toContain("https://api.example.com/api/v1");
      }
    }
    expect((await company.call("POST /customers", { body: { name: "Acme" } })).status).toBe(403);
    expect((await company.call("GET /customers", { headers: overHttps })).body.customers).toEqual([]);
  });

  test("the proxy's X-Forwarded-Proto of https is trusted, and HSTS is on", async () => {
    const service = started[0]!;
    const company = await service.company();
    const reply = await company.call("GET /ping", { headers: overHttps });
    expect(reply.status).toBe(200);
    expect(reply.body.environment).toBe("production");
    expect(reply.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8,}/);
    const refused = await company.call("GET /ping", { headers: overHttps, key: null });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8,}/);
  });

  test("a value that the caller sent before the proxy's own value does not count", async () => {
    const company = await started[0]!.company();
    const claimed = { "X-Forwarded-Proto": "https, http", "X-Forwarded-For": "203.0.113.9" };
    expect((await company.call("GET /ping", { headers: claimed })).status).toBe(403);
  });

  test("HSTS is not sent over plain HTTP, where RFC 6797 forbids it", async () => {
    const company = await started[0]!.company();
    expect((await company.call("GET /ping")).headers.get("strict-transport-security")).toBeNull();
  });

  test("only the probes respond over plain HTTP", async () => {
    const { url } = started[0]!;
    for (const method of ["GET", "HEAD"])
      expect((await fetch(`${url}/healthz`, { method })).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const path of ["/docs", "/", "/api/v1/openapi.json", "/nowhere", "/healthz/../docs"]) {
      expect((await fetch(`${url}${path}`, { redirect: "manual" })).status).toBe(403);
    }
  });
});

describe("in production, X-Forwarded-Proto is not trusted", () => {
  test("when no proxy is trusted", async () => {
    const company = await (await start(production)).company();
    expect((await company.call("GET /ping", { headers: overHttps })).status).toBe(403);
  });

  test("when it does not come from the trusted network", async () => {
    const company = await (await start({ ...production, BILLFOLD_TRUSTED_PROXIES: "10.0.0.0/8" })).company();
    expect((await company.call("GET /ping", { headers: overHttps })).status).toBe(403);
  });
});

describe("outside production", () => {
  test.each(["sandbox", "staging"])("plain HTTP is accepted, without HSTS: %s", async (environment) => {
    const company = await (await start({ BILLFOLD_ENVIRONMENT: environment })).company();
    const reply = await company.call("GET /ping");
    expect(reply.status).toBe(200);
    expect(reply.headers.get("strict-transport-security")).toBeNull();
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  });
});
