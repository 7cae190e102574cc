import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Gateway, startGateway } from "../../sandbox/src/gateway/server.ts";
import { readConfig } from "../../service/src/config/config.ts";
import { currentAccount } from "../../service/src/domains/payments/gateways/service.ts";
import { type Database, openDatabase } from "../../service/src/platform/db/database.ts";
import { parseEncryptionKeys } from "../../service/src/platform/security/secrets.ts";
import { systemClock } from "../../service/src/platform/values/clock.ts";
import { type Finding, median } from "./report.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";
import { ask, type Line, percentile, steadily } from "./steady-load.ts";

const perSecond = 200;
const pages = 200;
const copies = 64;

/** Measures how long a buyer waits, and what happens when one payment is reported many times at once. */
export async function measureCheckout(seconds: number, rounds: number, payments: number): Promise<Finding[]> {
  // The gateway sends no notifications itself: this benchmark sends and measures them.
  const gateway = await startGateway();
  const service = await startService(freshDataDir(), { BILLFOLD_SANDBOX_GATEWAY_URL: gateway.url });
  const { connectionString, port } = service;
  gateway.set({ pagesAt: `http://127.0.0.1:${port}/sandbox/pay` });
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  const agent = new Agent({ keepAlive: true, maxSockets: copies });
  const bench = { gateway, service, db, agent, port };
  const findings = [
    await measurePage(bench, seconds, rounds),
    ...(await measureNotifications(bench, payments)),
  ];
  agent.destroy();
  await db.close();
  await service.stop();
  await gateway.close();
  removeDataDir(service.dataDir);
  return findings;
}

type Bench = Line & { gateway: Gateway; service: RunningService; db: Database };

/**
 * Loads pages of unpaid links at a steady rate; the smallest response at the same rate shows the machine's own noise.
 */
async function measurePage(bench: Bench, seconds: number, rounds: number): Promise<Finding> {
  const links: string[] = [];
  for (let link = 0; link < pages; link++) links.push(await makeLink(bench));
  const page = (index: number) => links[index % pages]!;
  const smallest = () => "/healthz";
  const headers = { "accept-encoding": "gzip, deflate, br" };
  const times = (pathOf: (index: number) => string, forSeconds = seconds) => {
    const question = (index: number) => ({ path: pathOf(index), headers });
    return steadily(bench, { perSecond, seconds: forSeconds, question });
  };
  await times(page, 5);
  const ours: number[][] = [];
  const noise: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    noise.push(await times(smallest));
    ours.push(await times(page));
  }
  const middle = (runs: number[][], share: number) => median(runs.map((times) => percentile(times, share)));
  const [measured, baseline] = [middle(ours, 0.99), middle(noise, 0.99)];
  return {
    name: `checkout page of 5 lines, ${perSecond} a second, 99th of a hundred; baseline: GET /healthz`,
    measured,
    unit: "ms",
    baseline,
    ratio: measured / baseline,
    target: "≤ 20",
    holds: measured <= 20,
    note: `medians ${middle(ours, 0.5).toFixed(1)} and ${middle(noise, 0.5).toFixed(1)} ms`,
  };
}

/** Makes many payments, each reported either once or many times at the same moment. */
async function measureNotifications(bench: Bench, payments: number): Promise<Finding[]> {
  const { db } = bench;
  const secret = await secretOf(bench);
  const [before] = await db.query<{ deadlocks: number }>(deadlocks);
  const together: number[] = [];
  const alone: number[] = [];
  for (let payment = 0; payment < payments; payment++) {
    alone.push(...(await notify(bench, secret, await payWithoutNotification(bench), 1)));
    together.push(...(await notify(bench, secret, await payWithoutNotification(bench), copies)));
  }
  // The database's deadlock count is updated with a delay of a second.
  await delay(1500);
  const [after] = await db.query<{ deadlocks: number }>(deadlocks);
  const [booked] = await db.query<{ payments: number }>(
    "select count(*) as payments from payments where gateway is not null",
  );
  const each = booked!.payments / (2 * payments);
  const found = after!.deadlocks - before!.deadlocks;
  const [measured, baseline] = [percentile(together, 0.99), percentile(alone, 0.99)];
  const times = `${copies} notifications of one payment at once, ${payments} times`;
  return [
    { name: `${times}: payments for each`, measured: each, unit: "", target: "= 1", holds: each === 1 },
    { name: "the same: deadlocks", measured: found, unit: "", target: "= 0", holds: found === 0 },
    {
      name: "the same: 99th of a hundred answers; baseline: one notification",
      measured,
      unit: "ms",
      baseline,
      ratio: measured / baseline,
      target: "≤ 1000",
      holds: measured <= 1000,
      note: `medians ${median(together).toFixed(1)} and ${median(alone).toFixed(1)} ms`,
    },
  ];
}

const deadlocks = "select deadlocks from pg_stat_database where datname = current_database()";

async function secretOf({ gateway, service: { dataDir, demo }, db }: Bench): Promise<string> {
  const encryptionKeys = parseEncryptionKeys(
    readFileSync(path.join(dataDir, "encryption.keys"), "utf8").trim(),
  );
  const config = readConfig({ BILLFOLD_SANDBOX_GATEWAY_URL: gateway.url });
  const settings = { config, encryptionKeys, clock: systemClock };
  return (await currentAccount(settings, db, demo.company_id, "sandbox")).secretKey;
}

/** Pays a link with the card that causes no notification; returns the reference. */
async function payWithoutNotification(bench: Bench): Promise<string> {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const checkout = await makeLink(bench);
  await ask(bench, { method: "POST", path: `${checkout}/pay`, headers: form, body: "" }, 303);
  const { reference } = bench.gateway.transactions().at(-1)!;
  bench.gateway.pay(reference, { card: "4000000000000119" });
  return reference;
}

async function notify(bench: Bench, secret: string, reference: string, times: number): Promise<number[]> {
  const body = JSON.stringify({ event: "charge.success", data: { reference } });
  const signature = createHmac("sha512", secret).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-paystack-signature": signature };
  const startedAt = performance.now();
  const notify = async () => {
    await ask(bench, { method: "POST", path: "/sandbox/webhook", headers, body }, 200);
    return performance.now() - startedAt;
  };
  return Promise.all(Array.from({ length: times }, notify));
}

/** The path of a new checkout page, for an issued invoice of five lines. */
async function makeLink(bench: Bench): Promise<string> {
  const { customer_id } = bench.service.demo;
  const line = (number: number) => ({
    description: `Consulting work item ${number}`,
    quantity: 3,
    unit_price: 45000.5,
    tax_rate: 7.5,
  });
  const { invoice } = await post(bench, "/invoices", { customer_id, lines: [1, 2, 3, 4, 5].map(line) }, 201);
  await post(bench, `/invoices/${invoice.id}/issue`, {}, 200);
  const link = await post(bench, "/payments/link", { amount: invoice.total, invoice_id: invoice.id }, 201);
  return new URL(link.checkout_url).pathname;
}

async function post(bench: Bench, route: string, body: object, expectStatus: number) {
  const { app_id, secret } = bench.service.demo;
  const headers = { authorization: `Bearer ${app_id}:${secret}`, "content-type": "application/json" };
  const question = { method: "POST", path: `/api/v1${route}`, headers, body: JSON.stringify(body) };
  // biome-ignore lint/suspicious/noExplicitAny: it reads into answers of several shapes
  return JSON.parse(await ask(bench, question, expectStatus)) as any;
}
