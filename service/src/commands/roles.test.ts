import { readFileSync } from "node:fs";
import path from "node:path";
import { type Receiver, startReceiver } from "billfold-sandbox/receiver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { type FreshDatabase, migratedDatabase } from "../../test/fresh-database.ts";
import { type Key, newOperator, type Operator, type Result } from "./commands.fixture.ts";

let operator: Operator;
let database: FreshDatabase;
let receiver: Receiver;
let demo: Key & Result;
let api: { metricsPort: number };
beforeAll(async () => {
  operator = await newOperator();
  database = await migratedDatabase();
  receiver = await startReceiver();
  api = { metricsPort: await freePort() };
  await operator.serve({ ...settings(api.metricsPort), BILLFOLD_ROLE: "api" });
  demo = JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8"));
});
afterAll(async () => {
  await operator.cleanUp();
  await receiver.close();
  await database.drop();
});

const settings = (metricsPort: number) => ({
  DATABASE_URL: database.connectionString,
  BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1",
  BILLFOLD_METRICS_PORT: String(metricsPort),
});

/** The value of one metric, or undefined if it is missing. */
async function metric(port: number, name: string): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

const patience = { timeout: 15_000 };
const behind = 'billfold_delivery_queue_depth{state="behind"}';
const succeeded = 'billfold_delivery_attempts_total{outcome="succeeded"}';

test("api answers and delivers nothing; worker delivers and listens nowhere; both see the same queue", async () => {
  await operator.json(`webhook set --company ${demo.company_id} --url ${receiver.url}/hook`, settings(0));
  const { status } = await operator.post("/customers", demo, { name: "Amaka Obi" });
  expect(status).toBe(201);
  const { events } = (await operator.get("/events?limit=100", demo)).body;
  expect(await metric(api.metricsPort, behind)).toBe(events.length);
  expect(await metric(api.metricsPort, "billfold_delivery_oldest_due_seconds")).toBeGreaterThan(0);
  expect((await operator.get("/webhooks/deliveries", demo)).body.deliveries).toEqual([]);

  const [port, metricsPort] = [await freePort(), await freePort()];
  const worker = await operator.serve({
    ...settings(metricsPort),
    BILLFOLD_ROLE: "worker",
    PORT: String(port),
  });
  expect(worker.output()).toContain("Background work only");
  await receiver.waitFor(events.length);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
    events.map(({ id }: Result) => id),
  );
  await expect.poll(() => metric(metricsPort, succeeded), patience).toBe(events.length);
  await expect.poll(() => metric(api.metricsPort, behind), patience).toBe(0);
  expect(await metric(api.metricsPort, succeeded)).toBeUndefined();
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();

  // This process learns of the change by a notification from the other one.
  await operator.post("/customers", demo, { name: "Bola Ade" });
  await receiver.waitFor(events.length + 1);
  worker.signal("SIGTERM");
  expect(await worker.ended()).toBe(0);
});
