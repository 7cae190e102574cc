import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, occupyPort } from "../../test/free-port.ts";
import { type Key, newOperator, type Operator, type Result, type Running } from "./commands.fixture.ts";

let operator: Operator;
let serving: Running;
let demo: Key & Result;
let metricsPort: number;
beforeAll(async () => {
  operator = await newOperator();
  metricsPort = await freePort();
  serving = await operator.serve({ BILLFOLD_METRICS_PORT: String(metricsPort) });
  demo = JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8"));
});
afterAll(() => operator.cleanUp());

const invoiceIds = async (key: Key) =>
  (await operator.get("/invoices?limit=100", key)).body.invoices.map(({ id }: Result) => id) as number[];

describe("the first start", () => {
  test("prints where everything is, and the demo company's credentials once, outside the log", () => {
    const output = serving.output();
    expect(output).toContain("Billfold is ready (sandbox).");
    for (const address of [`${operator.url}/\n`, `${operator.url}/api/v1\n`, `${operator.url}/docs\n`])
      expect(output).toContain(address);
    expect(output).toContain(`App ID   ${demo.app_id}\n`);
    expect(output).toContain(`Secret   ${demo.secret}\n`);
    expect(output.split(demo.secret)).toHaveLength(2);
    expect(output).not.toContain(demo.webhook_secret);
    // A stored log contains all of standard output.
    expect(serving.stdout()).toMatch(/^\{"level":/m);
    expect(serving.stdout()).not.toContain(demo.secret);
  });

  test("keeps the credentials and the generated encryption key readable by their owner alone", () => {
    for (const file of ["demo.json", "encryption.keys"]) {
      expect(statSync(path.join(operator.dataDir, file)).mode & 0o777).toBe(0o600);
    }
  });

  test("prints a curl line that makes an invoice when it is pasted into a shell", async () => {
    const before = await invoiceIds(demo);
    const line = serving
      .output()
      .split("\n")
      .find((text) => text.trim().startsWith("curl "))!;
    const answer = JSON.parse(execFileSync("bash", ["-c", line], { encoding: "utf8" })) as Result;
    expect(answer).toMatchObject({ success: true, invoice: { status: "draft", total: 145125 } });
    expect(await invoiceIds(demo)).toEqual([answer.invoice.id, ...before]);
  });

  test("serves its pages, its contract and its probes", async () => {
    for (const route of ["/healthz", "/readyz", "/docs", "/api/v1/openapi.json"]) {
      expect((await fetch(operator.url + route)).status).toBe(200);
    }
    const ready = await fetch(`${operator.url}/readyz`);
    expect(await ready.json()).toMatchObject({
      status: "ready",
      checks: { database: true, announcements: true },
    });
  });

  test("delivers the demo company's events to its own receiver, whose inbox shows them", async () => {
    const sequences = async (route: string, list: string) =>
      (await operator.get(`${route}?limit=100`, demo)).body[list].map(
        (entry: Result) => entry.sequence ?? entry.event.sequence,
      ) as number[];
    const reported = await sequences("/events", "events");
    expect(reported.length).toBeGreaterThan(4);
    await expect
      .poll(async () => (await sequences("/webhooks/inbox", "inbox_entries")).sort((a, b) => a - b), {
        timeout: 15_000,
      })
      .toEqual(reported);
  });

  test("serves Prometheus metrics on a port of their own, the delivery queue's among them", async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
    const text = await response.text();
    expect(text).toMatch(/^# TYPE billfold_http_request_duration_seconds histogram$/m);
    expect(text).toMatch(
      /^billfold_http_request_duration_seconds_count\{.*route="\/api\/v1\/invoices".*\} \d+$/m,
    );
    expect(text).toMatch(/^billfold_listener_connected 1$/m);
    expect(text).toMatch(/^billfold_delivery_attempts_total\{outcome="succeeded"\} [1-9]\d*$/m);
    expect(text).toMatch(/^billfold_delivery_queue_depth\{state="pending"\} \d+$/m);
    expect(text).toMatch(/^billfold_delivery_queue_depth\{state="behind"\} \d+$/m);
    expect(text).toMatch(/^billfold_delivery_oldest_due_seconds \d+(\.\d+)?$/m);
    expect(text).toMatch(/^billfold_webhook_endpoints\{state="healthy"\} 1$/m);
    expect((await fetch(`${operator.url}/metrics`)).status).toBe(404);
  });

  test("shows them on 127.0.0.1 alone", async () => {
    // All of 127.0.0.0/8 is this machine, so a server that listens on every address would be reachable there.
    await expect(fetch(`http://127.0.0.2:${metricsPort}/metrics`)).rejects.toThrow();
  });
});

describe("SIGTERM", () => {
  test("lets a request under way finish with its answer, then ends with 0 and stops the database", async () => {
    const body = JSON.stringify({ phone: "+1 555 0100" });
    const patch = request(`${operator.url}/api/v1/customers/${demo.customer_id}`, {
      method: "PATCH",
      headers: {
        "X-API-Key": demo.app_id,
        "X-API-Secret": demo.secret,
        "Content-Type": "application/json",
        "Content-Length": String(body.length),
        Expect: "100-continue",
      },
    });
    patch.flushHeaders();
    // The service has begun with the request, and waits for its body as long as a minute.
    await once(patch, "continue");
    serving.signal("SIGTERM");
    await expect
      .poll(
        () =>
          fetch(`${operator.url}/healthz`).then(
            () => "open",
            () => "closed",
          ),
        { interval: 20 },
      )
      .toBe("closed");
    // A second signal, such as a terminal sends, must not force an exit.
    serving.signal("SIGTERM");
    patch.end(body);
    const [answer] = (await once(patch, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect(((await json(answer)) as Result).customer.phone).toBe("+1 555 0100");
    expect(await serving.ended()).toBe(0);
    expect(operator.databaseRuns()).toBe(false);
  });
});

describe("the next start", () => {
  test("finds the data, and neither makes nor prints a demo again", async () => {
    serving = await operator.serve();
    expect(serving.output()).not.toContain("demo");
    expect(serving.output()).not.toContain(demo.app_id);
    expect((await operator.get(`/customers/${demo.customer_id}`, demo)).body.customer.phone).toBe(
      "+1 555 0100",
    );
    expect(JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8"))).toEqual(demo);
  });

  test("after SIGKILL finds everything that was answered", async () => {
    const before = await invoiceIds(demo);
    const made = await operator.post("/invoices", demo, {
      customer_id: demo.customer_id,
      lines: [{ description: "Last", quantity: 1, unit_price: 5 }],
    });
    expect(made.status).toBe(201);
    const { invoice } = made.body;
    serving.signal("SIGKILL");
    await serving.ended();
    serving = await operator.serve();
    expect(await invoiceIds(demo)).toEqual([invoice.id, ...before]);
    expect((await operator.get("/ping", demo)).status).toBe(200);
  });

  test("a node that drains is not ready, answers all the same, closes each connection, and then ends", async () => {
    serving.signal("SIGINT");
    await serving.ended();
    serving = await operator.serve({ BILLFOLD_DRAIN_SECONDS: "3" });
    serving.signal("SIGTERM");
    const probe = () => fetch(`${operator.url}/readyz`);
    await expect.poll(async () => (await probe()).status, { interval: 20 }).toBe(503);
    expect(await (await probe()).json()).toMatchObject({ checks: { database: true, accepting: false } });
    const made = await fetch(`${operator.url}/api/v1/customers`, {
      method: "POST",
      body: JSON.stringify({ name: "Made while draining" }),
      headers: {
        "X-API-Key": demo.app_id,
        "X-API-Secret": demo.secret,
        "Content-Type": "application/json",
      },
    });
    expect([made.status, made.headers.get("connection")]).toEqual([201, "close"]);
    expect(await serving.ended()).toBe(0);
    serving = await operator.serve({ BILLFOLD_DRAIN_SECONDS: "300" });
  });

  test("ends on SIGINT without draining", async () => {
    serving.signal("SIGINT");
    expect(await serving.ended()).toBe(0);
    expect(operator.databaseRuns()).toBe(false);
  });
});

describe("in production", () => {
  const key = `k1:${randomBytes(32).toString("base64")}`;
  const production = {
    BILLFOLD_ENVIRONMENT: "production",
    BILLFOLD_BASE_URL: "https://billing.example/api/v1",
    BILLFOLD_SITE_URL: "https://billing.example",
    BILLFOLD_ENCRYPTION_KEYS: key,
  };

  test("the API is reached on every address and metrics on loopback; what weakens it is said in the log", async () => {
    const port = await freePort();
    const weak = { BILLFOLD_METRICS_PORT: String(port), BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" };
    const live = await operator.serve({ ...production, ...weak });
    expect((await fetch(`http://127.0.0.2:${operator.port}/healthz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
    const warned = live
      .stdout()
      .split("\n")
      .filter((line) => line.includes('"level":40'))
      // Events that an earlier start left undelivered can't be signed without the key that it generated.
      .filter((line) => !line.includes("taking webhook deliveries failed"));
    expect(warned).toEqual([expect.stringContaining("BILLFOLD_ALLOW_LOCAL_WEBHOOKS is 1 in production")]);
    expect(JSON.parse(warned[0]!)).toHaveProperty("cure", expect.stringContaining("Remove it"));
    live.signal("SIGTERM");
    expect(await live.ended()).toBe(0);
  });

  test("metrics go where the operator wants them, and that is said too", async () => {
    const port = await freePort();
    const open = { BILLFOLD_METRICS_PORT: String(port), BILLFOLD_METRICS_HOST: "0.0.0.0" };
    const live = await operator.serve({ ...production, ...open });
    expect((await fetch(`http://127.0.0.2:${port}/metrics`)).status).toBe(200);
    expect(live.stdout()).toContain(`metrics have no login: anyone who can reach port ${port} can read them`);
    expect(live.stdout()).toContain(`http://0.0.0.0:${port}/metrics`);
    live.signal("SIGTERM");
    expect(await live.ended()).toBe(0);
  });

  test("an encryption key of zeros stops the start before anything is opened", async () => {
    const zeros = `k1:${Buffer.alloc(32).toString("base64")}`;
    const ended = await operator.run(["serve"], { ...production, BILLFOLD_ENCRYPTION_KEYS: zeros });
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("repeats one byte") });
    expect(operator.databaseRuns()).toBe(false);
  });

  test("metrics on an address that this machine does not have end the start with the setting's name", async () => {
    const away = { BILLFOLD_METRICS_HOST: "192.0.2.7", BILLFOLD_METRICS_PORT: String(await freePort()) };
    const ended = await operator.run(["serve"], { ...production, ...away });
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("BILLFOLD_METRICS_HOST is 192.0.2.7"),
    });
  });
});

describe("a port that is taken", () => {
  test("is named with the setting that changes it, and nothing is left running", async () => {
    const taken = await occupyPort(operator.port);
    const ended = await operator.run(["serve"]).finally(() => taken.close());
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^billfold: Port \d+ on 127.0.0.1 is in use.*PORT=/),
    });
    expect(operator.databaseRuns()).toBe(false);
  });

  test("of the metrics too, when it was asked for: the process ends instead of serving half of itself", async () => {
    const taken = await occupyPort(metricsPort);
    const ended = await operator.run(["serve"], { BILLFOLD_METRICS_PORT: String(metricsPort) });
    taken.close();
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("BILLFOLD_METRICS_PORT") });
    expect(operator.databaseRuns()).toBe(false);
  });
});
