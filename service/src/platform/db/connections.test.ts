import { afterEach, describe, expect, test } from "vitest";
import { openDatabaseProxy } from "../../../test/database-proxy.ts";
import { startService, type TestService } from "../../../test/harness.ts";

let service: TestService;
afterEach(() => service.close());

describe("a database machine that disappears without closing its connections", () => {
  test("and returns at the same address leaves no request waiting on connections to the old one", async () => {
    const wire = await openDatabaseProxy();
    service = await startService({ env: { DATABASE_URL: wire.connectionString } });
    const company = await service.company();
    const create = () => company.call("POST /customers", { body: { name: "Ada" } });
    await Promise.all(Array.from({ length: 8 }, create));
    wire.vanish();
    const during = await Promise.all(Array.from({ length: 8 }, create));
    for (const { status, body } of during) {
      if (status !== 201) expect([status, body.code]).toEqual([503, "database_unavailable"]);
    }
    await expect.poll(() => service.context.listener.alive()).toBe(true);
    const after = await Promise.all([create(), company.call("GET /customers"), create()]);
    expect(after.map(({ status }) => status)).toEqual([201, 200, 201]);
  });

  test("and stays away causes 503 for reads and changes", async () => {
    const wire = await openDatabaseProxy();
    service = await startService({ env: { DATABASE_URL: wire.connectionString } });
    const company = await service.company();
    await company.call("GET /customers");
    wire.silenceAll(true);
    const asked = [
      company.call("GET /customers"),
      company.call("POST /customers", { body: { name: "Ada" } }),
      fetch(`${service.url}/readyz`),
    ];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503, 503]);
    wire.silenceAll(false);
    await expect.poll(() => service.context.listener.alive()).toBe(true);
    await expect
      .poll(async () => (await company.call("GET /customers")).status, { timeout: 12_000 })
      .toBe(200);
  });
});
