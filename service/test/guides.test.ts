import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../src/commands/commands.fixture.ts";
import { makeWebhookSecret, signatureHeaders } from "../src/foundation/signature.ts";
import { startService, type TestCompany, type TestService } from "./harness.ts";

describe("the receiver in the webhooks guide", () => {
  const secret = makeWebhookSecret();
  const old = makeWebhookSecret();
  const body = Buffer.from('{"type":"invoice.issued","sequence":42,"name":"Ọlá"}');
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-guide-"));
  let receiver: ChildProcess;
  let url: string;
  let printed = "";

  beforeAll(async () => {
    const guide = readFileSync(new URL("../../docs/guides/webhooks.md", import.meta.url), "utf8");
    const [, code] = /```js\n([\s\S]*?)```/.exec(guide)!;
    writeFileSync(path.join(folder, "receiver.mjs"), code!);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    receiver = spawn(process.execPath, [path.join(folder, "receiver.mjs")], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    receiver.stdout!.on("data", (text: Buffer) => {
      printed += text;
    });
    const answers = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    while (!(await answers())) await delay(20);
  }, 20_000);
  afterAll(async () => {
    receiver.kill();
    await once(receiver, "close");
    rmSync(folder, { recursive: true });
  });

  const post = async (headers: Record<string, string>, sent = body) =>
    (await fetch(url, { method: "POST", headers, body: new Uint8Array(sent) })).status;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

  test("takes what is signed, by one secret or by two", async () => {
    expect(await post(signatureHeaders([secret], "evt_1_42", ago(0), body))).toBe(204);
    expect(await post(signatureHeaders([secret, old], "evt_1_42", ago(0), body))).toBe(204);
    expect(await post(signatureHeaders([makeWebhookSecret(), secret], "evt_1_42", ago(0), body))).toBe(204);
    expect(printed).toContain("invoice.issued 42");
  });

  test("refuses everything else", async () => {
    const good = signatureHeaders([secret], "evt_1_42", ago(0), body);
    const refused = [
      await post({}),
      await post({ "x-pay-signature": "" }),
      await post({ "x-pay-signature": "t=1,v1=zz" }),
      await post(signatureHeaders([old], "evt_1_42", ago(0), body)),
      await post(signatureHeaders([secret], "evt_1_42", ago(301), body)),
      await post(signatureHeaders([secret], "evt_1_42", ago(-305), body)),
      await post(good, Buffer.concat([body, Buffer.from("\n")])),
      // As many characters as a signature has, but not as many bytes.
      await post({ "x-pay-signature": `t=1,v1=${"a".repeat(63)}\u00e9` }),
    ];
    expect(refused).toEqual(refused.map(() => 400));
  });

  test("survives a sender that breaks off", async () => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
    await delay(100);
    socket.destroy();
    await delay(100);
    expect(await post(signatureHeaders([secret], "evt_1_42", ago(0), body))).toBe(204);
  });

  test("has about ten lines", () => {
    const code = readFileSync(path.join(folder, "receiver.mjs"), "utf8");
    expect(code.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(12);
  });
});

describe("the server in the portal guide", () => {
  let service: TestService;
  let company: TestCompany;
  let server: ChildProcess;
  let url: string;
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-guide-"));

  beforeAll(async () => {
    service = await startService();
    company = await service.company({ scopes: ["portal:embed", "products:write", "sales:read"] });
    await company.call("POST /portal/settings", { body: { allowed_origins: ["http://localhost:8090"] } });
    const guide = readFileSync(new URL("../../docs/guides/portal.md", import.meta.url), "utf8");
    const [, code] = /```js\n([\s\S]*?)```/.exec(guide)!;
    writeFileSync(path.join(folder, "server.mjs"), code!);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(process.execPath, [path.join(folder, "server.mjs")], {
      env: {
        ...process.env,
        BILLFOLD_BASE_URL: `${service.url}/api/v1`,
        BILLFOLD_APP_ID: company.appId,
        BILLFOLD_SECRET: company.secret,
        PORT: String(port),
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

  test("places an order at our prices, whatever the browser says, and answers what the panel needs", async () => {
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

  test("takes orders without a key for as many orders", async () => {
    const { id } = (await company.call("POST /products", { body: { name: "Chair", unit_price: 1 } })).body
      .product;
    const order = { lines: [{ product_id: id, quantity: 1 }], customer: { name: "Ada" } };
    const [first, second] = [await send(order, undefined, {}), await send(order, undefined, {})];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.portal_token).not.toBe(first.body.portal_token);
  });

  test("passes a refusal on, field by field, and survives what is no order", async () => {
    const refused = await send({
      lines: [{ product_id: 999_999_999, quantity: 1 }],
      customer: { name: "Ada" },
    });
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ field: "lines[0].product_id" }, {}, {}],
    ]);
    expect((await send("nonsense")).status).toBe(400);
    expect((await send({}, "text/plain")).status).toBe(404);
  });
});
