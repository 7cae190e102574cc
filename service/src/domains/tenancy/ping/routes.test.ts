import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("GET /ping", () => {
  test("returns service, version, environment, tenant, scopes and server time", async () => {
    const company = await service.company({ scopes: ["invoices:read"] });
    const { status, body } = await company.call("GET /ping");
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      service: "billfold",
      api_version: "v1",
      environment: "sandbox",
      tenant: { company_id: company.id, name: expect.stringContaining("Company"), status: "active" },
      app_id: company.appId,
      scopes: ["invoices:read"],
      server_time: noon.toISOString(),
    });
  });

  test("works for a key without any scope", async () => {
    const company = await service.company({ scopes: [] });
    expect((await company.call("GET /ping")).status).toBe(200);
  });
});
