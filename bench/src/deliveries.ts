import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { approveCompany, createCompany } from "../../service/src/domains/tenancy/companies/service.ts";
import { createKey } from "../../service/src/domains/tenancy/keys/service.ts";
import { provisionEndpoint } from "../../service/src/domains/webhooks/endpoints/service.ts";
import { type Database, inTransaction, openDatabase } from "../../service/src/platform/db/database.ts";
import { createOutbound } from "../../service/src/platform/outbound/outbound.ts";
import { parseEncryptionKeys } from "../../service/src/platform/security/secrets.ts";
import { makeWebhookSecret, signatureHeaders } from "../../service/src/platform/security/signature.ts";
import { repeat } from "./bare-driver.ts";
import type { Finding } from "./report.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";

const endpoints = 100;
const hanging = 10;

type Key = { app_id: string; secret: string };
type Subscriber = { companyId: number; hangs: boolean; key: Key };

/** One worker in the service's process, and a hundred endpoints of a hundred companies, ten of which never respond. */
export async function measureDeliveries(seconds: number): Promise<Finding[]> {
  const service = await startService(freshDataDir(), { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" });
  const receiver = await startReceiver();
  const { connectionString } = service;
  const db = openDatabase({ connectionString, connectionsMax: 4, onError: () => undefined });
  const subscribers = await subscribe(db, service, receiver.port);
  const lag = await measureLag(service, receiver, subscribers, seconds);
  const rate = await measureRate(db, service, receiver, subscribers, seconds);
  await db.close();
  receiver.close();
  await service.stop();
  removeDataDir(service.dataDir);
  return [...lag, rate];
}

type Receiver = { port: number; read(): Promise<{ taken: number; lags: number[] }>; close(): void };

async function startReceiver(): Promise<Receiver> {
  const child = fork(new URL("./hook-receiver.ts", import.meta.url));
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    port,
    read: async () => {
      child.send("read");
      const [counted] = (await once(child, "message")) as [{ taken: number; lags: number[] }];
      return counted;
    },
    close: () => child.disconnect(),
  };
}

async function subscribe(db: Database, { dataDir }: RunningService, port: number): Promise<Subscriber[]> {
  const keys = parseEncryptionKeys(readFileSync(path.join(dataDir, "encryption.keys"), "utf8").trim());
  return inTransaction(db, async (tx) => {
    const administration = { tx, now: new Date() };
    const made: Subscriber[] = [];
    for (let index = 0; index < endpoints; index++) {
      const input = { name: `Subscriber ${index}`, email: "bench@example.com" };
      const companyId = await createCompany(administration, input);
      await approveCompany(administration, companyId);
      await provisionEndpoint(administration, companyId, keys);
      const hangs = index % (endpoints / hanging) === 0;
      const url = `http://127.0.0.1:${port}/${hangs ? "hang" : "hook"}/${index}`;
      await tx.query("update webhook_endpoints set url = $2 where company_id = $1", [companyId, url]);
      const key = await createKey(administration, companyId, ["customers:write"], "sandbox");
      made.push({ companyId, hangs, key });
    }
    return made;
  });
}

/**
 * Compares how fast a backlog of invoices is delivered to all endpoints with the rate of bare requests that record
 * nothing.
 */
async function measureRate(
  db: Database,
  { demo }: RunningService,
  receiver: Receiver,
  subscribers: readonly Subscriber[],
  seconds: number,
): Promise<Finding> {
  const [event] = await db.query<{ body: string }>(
    "select body from events where company_id = $1 and type = 'invoice.created' limit 1",
    [demo.company_id],
  );
  const bare = await postAsFastAsPossible(receiver, event!.body, subscribers.length - hanging, seconds / 2);
  const eventsEach = Math.ceil((bare * seconds * 1.5) / subscribers.length);
  await db.query(seedText, [subscribers.map(({ companyId }) => companyId), eventsEach, event!.body]);
  await db.query("select pg_notify('billfold_events', '')");
  await delay(2000);
  const before = await receiver.read();
  const startedAt = performance.now();
  await delay(seconds * 1000);
  const after = await receiver.read();
  const perSecond = (after.taken - before.taken) / ((performance.now() - startedAt) / 1000);
  return {
    name: `deliveries, ${endpoints} endpoints of which ${hanging} hang; baseline: bare signed POSTs`,
    measured: perSecond,
    unit: "/s",
    baseline: bare,
    ratio: perSecond / bare,
    target: "≥ 1000/s",
    holds: perSecond >= 1000,
  };
}

// With its places in the chain, which a worker would otherwise calculate while the deliveries are measured.
const seedText = `
  with event as materialized (
    select n.company_id, n.event_sequence + g as sequence, n.chain_hash, '\\x${"00".repeat(16)}'::bytea as salt,
      sha256('\\x${"00".repeat(16)}'::bytea || convert_to($3::text, 'UTF8')) as body_hash
    from company_counters n cross join generate_series(1, $2::int) g where n.company_id = any($1)
  ), made as (
    insert into events (company_id, sequence, type, created_at, body, salt, body_hash, hash)
    select company_id, sequence, 'invoice.created', now(), $3, salt, body_hash,
      chained_hash(chain_hash, sequence, body_hash) over (partition by company_id order by sequence)
    from event
    returning company_id, sequence, hash
  )
  update company_counters n set event_sequence = event_sequence + $2::int,
    chained_sequence = event_sequence + $2::int,
    chain_hash = (select hash from made where made.company_id = n.company_id order by sequence desc limit 1)
  where company_id = any($1)`;

async function postAsFastAsPossible(receiver: Receiver, text: string, loops: number, seconds: number) {
  const outbound = createOutbound({
    allowLocal: true,
    httpsOnly: false,
    exemptOrigins: [],
    connectionsPerOrigin: loops,
  });
  const body = Buffer.from(text);
  const secret = makeWebhookSecret();
  const perSecond = await repeat(seconds, loops, async (index) => {
    const result = await outbound.send({
      method: "POST",
      url: `http://127.0.0.1:${receiver.port}/bare/${index % loops}`,
      headers: {
        "content-type": "application/json",
        ...signatureHeaders([secret], "evt_1_1", new Date(), body),
      },
      body,
      timeoutMs: 15_000,
      responseBytesMax: 2048,
    });
    if (result.kind !== "answered" || result.status !== 200) throw new Error(JSON.stringify(result));
  });
  await outbound.close();
  return perSecond;
}

/**
 * Makes 200 changes a second over HTTP, each an event for one endpoint. The lag is counted from the event's
 * timestamp, which is before its commit, so it is not underestimated.
 */
async function measureLag(
  { port }: RunningService,
  receiver: Receiver,
  subscribers: readonly Subscriber[],
  seconds: number,
): Promise<Finding[]> {
  await postSteadily(port, subscribers, 200, 3);
  await delay(1000);
  await receiver.read();
  await postSteadily(port, subscribers, 200, seconds);
  await delay(1000);
  const { lags } = await receiver.read();
  lags.sort((a, b) => a - b);
  const at = (share: number) => lags[Math.floor(lags.length * share)] ?? Number.POSITIVE_INFINITY;
  const finding = (name: string, measured: number, max: number): Finding => ({
    name,
    measured,
    unit: "ms",
    target: `≤ ${max}`,
    holds: measured <= max,
    note: `${lags.length} events`,
  });
  return [
    finding("event to first attempt at 200 events a second, median", at(0.5), 15),
    finding("the same, 99th of a hundred", at(0.99), 250),
  ];
}

async function postSteadily(port: number, subscribers: readonly Subscriber[], rate: number, seconds: number) {
  const startedAt = performance.now();
  const posts: Promise<void>[] = [];
  for (let sent = 0; sent < rate * seconds; sent++) {
    const ahead = startedAt + (sent * 1000) / rate - performance.now();
    if (ahead > 1) await delay(ahead);
    posts.push(postCustomer(port, subscribers[sent % subscribers.length]!.key, sent));
  }
  await Promise.all(posts);
}

async function postCustomer(port: number, key: Key, number: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/customers`, {
    method: "POST",
    headers: { authorization: `Bearer ${key.app_id}:${key.secret}`, "content-type": "application/json" },
    body: JSON.stringify({ name: `Customer ${number} Ltd` }),
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`POST /customers answered ${response.status}`);
}
