import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../free-port.ts";
import { startService, type TestCompany, type TestService } from "../harness.ts";

describe("the server in the portal guide", () => {
  let service: TestService;
  let company: TestCompany;
  let server: ChildProcess;
  let url: string;
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-guide-"));

  beforeAll(async () => {
    service = await startService();
    company = await service.company({
      scopes: ["portal:embed", "portal:configure", "products:write", "sales:read"],
    });
    await company.call("POST /portal/settings", { body: { allowed_origins: ["http://localhost:8090"] } });
    const guide = readFileSync(new URL("../../../docs/guides/portal.md", import.meta.url), "utf8");
    const [, code] = /```js\n([\s\S]*?)```/.exec(guide)!;
    const port = await freePort();
    writeFileSync(path.join(folder, "server.mjs"), code!.replace("listen(8090)", `listen(${port})`));
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, [path.join(folder, "server.mjs")], {
      env: {
        ...process.env,
        BILLFOLD_BASE_URL: `${service.url}/api/v1`,
        BILLFOLD_APP_ID: company.appId,
        BILLFOLD_SECRET: company.secret,
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const answers = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    while (!(await answers())) await delay(20);
  }, 30_000);
  afterAll(async () => {
    server.kill();
    await once(server, "close");
    rmSync(folder, { recursive: true });
    await service.close();
  });

  const send = async (
    body: unknown,
    type = "application/json",
    key: object = { "idempotency-key": randomUUID() },
  ) => {
    const headers = { "content-type": type, ...key };
    const response = await fetch(`${url}/order`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  test("places an order at our prices, whatever the browser sends, and returns what the panel needs", async () => {
    const product = { name: "Table for two", unit_price: 45000, portal: true };
    const { id } = (await company.call("POST /products", { body: product })).body.product;
    const lines = [{ product_id: id, quantity: 2, unit_price: 1, tax_rate: 0 }];
    const customer = { name: "Ada", email: "ada@example.com" };
    const { status, body } = await send({ lines, customer, booking_date: "2026-12-24" });
    expect([status, Object.keys(body)]).toEqual([201, ["checkout_url", "portal_token"]]);
    expect(body.portal_token).toMatch(/^pt_/);
    const [sale] = (await company.call("GET /sales")).body.sales;
    expect(sale).toMatchObject({ subtotal: 90000, booking_date: "2026-12-24", source: "portal" });
  });

  test("accepts orders without a key as separate orders", async () => {
    const { id } = (await company.call("POST /products", { body: { name: "Chair", unit_price: 1 } })).body
      .product;
    const order = { lines: [{ product_id: id, quantity: 1 }], customer: { name: "Ada" } };
    const [first, second] = [await send(order, undefined, {}), await send(order, undefined, {})];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.portal_token).not.toBe(first.body.portal_token);
  });

  test("passes on a refusal, field by field, and survives an invalid order", async () => {
    const refused = await send({
      lines: [{ product_id: 999_999_999, quantity: 1 }],
      customer: { name: "Ada" },
    });
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: "lines[0].product_id" }]]);
    expect((await send("nonsense")).status).toBe(400);
    expect((await send({}, "text/plain")).status).toBe(404);
  });
});
