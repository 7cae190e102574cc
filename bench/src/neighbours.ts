import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { scopeNames } from "../../service/src/contract/access.ts";
import { approveCompany, createCompany } from "../../service/src/domains/tenancy/companies/service.ts";
import { createKey } from "../../service/src/domains/tenancy/keys/service.ts";
import { cookieName, siteSecretOf } from "../../service/src/domains/tenancy/users/service.ts";
import { type Database, inTransaction, openDatabase } from "../../service/src/platform/db/database.ts";
import { randomToken } from "../../service/src/platform/security/ids.ts";
import { parseEncryptionKeys } from "../../service/src/platform/security/secrets.ts";
import { cookieValue, csrfToken } from "../../service/src/web/site/cookie.ts";
import type { NoiseMade, NoisePlan } from "./noise-process.ts";
import { type Finding, printTable } from "./report.ts";
import { seedInvoices } from "./seed.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";
import { exchange, percentile, type Question } from "./steady-load.ts";

const ratioMax = 5;
const keysOfOne = 9;
const callers = 12;
const pingsPerSecond = 50;
const postsPerSecond = 20;

type Times = { ping: number[]; post: number[] };
type Case = { name: string; questions: Question[] };

/**
 * One company performs each expensive operation as fast as the default limits allow; another company's GET /ping and
 * POST /invoices are measured before and during that. Everything shares one machine, including the noisy clients.
 */
export async function measureNeighbours(seconds: number, invoices: number, only = ""): Promise<Finding[]> {
  const shipped = { BILLFOLD_POST_RATE: "25", BILLFOLD_COMPANY_POST_RATE: "100", BILLFOLD_READ_RATE: "200" };
  const service = await startService(freshDataDir(), shipped);
  const db = openDatabase({
    connectionString: service.connectionString,
    connectionsMax: 2,
    onError: () => undefined,
  });
  try {
    const victim = await makeVictim(db, service);
    const noisy = await makeNoisy(db, service, invoices);
    // Some requests run first, so that the code is compiled and optimised.
    await measure(service, victim, seconds);
    const findings: Finding[] = [];
    const cases = (await casesOf(service, noisy)).filter(({ name }) => name.includes(only));
    if (cases.length === 0) throw new Error(`no case is called ${only}`);
    for (const each of cases) {
      const quiet = await measure(service, victim, seconds);
      const noise = makeNoise(service, each);
      await delay(500);
      const during = await measure(service, victim, seconds);
      const made = await noise.stop();
      const found = (["ping", "post"] as const).map((kind) => findingOf(each, kind, quiet, during, made));
      printTable(found);
      findings.push(...found);
    }
    const worst = Math.max(...findings.map(({ ratio }) => ratio!));
    findings.push({
      name: "the worst of them",
      measured: worst,
      unit: "×",
      target: `≤ ${ratioMax}`,
      holds: worst <= ratioMax,
    });
    return findings;
  } finally {
    await db.close();
    await service.stop();
    removeDataDir(service.dataDir);
  }
}

type Key = { app_id: string; secret: string };

const withKey = ({ app_id, secret }: Key, method: string, to: string, body?: unknown): Question => ({
  method,
  path: `/api/v1${to}`,
  headers: {
    authorization: `Bearer ${app_id}:${secret}`,
    ...(body !== undefined && { "content-type": "application/json" }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/**
 * Sends requests at a steady rate for so many seconds; each is due at its time, whether or not earlier ones have
 * completed.
 */
async function measure(
  { port }: RunningService,
  { key, customerId }: Victim,
  seconds: number,
): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const body = { customer_id: customerId, lines: [line(1), line(2), line(3)] };
  const times: Times = { ping: [], post: [] };
  const startedAt = performance.now();
  const steadily = async (perSecond: number, question: Question, status: number, into: number[]) => {
    const answers: Promise<void>[] = [];
    for (let index = 0; index < perSecond * seconds; index++) {
      const dueAt = startedAt + (index * 1000) / perSecond;
      const ahead = dueAt - performance.now();
      if (ahead > 0) await delay(ahead);
      answers.push(
        exchange({ port, agent }, question).then((answer) => {
          if (answer.status !== status) throw new Error(`${question.path}: ${answer.text.slice(0, 300)}`);
          into.push(performance.now() - dueAt);
        }),
      );
    }
    await Promise.all(answers);
  };
  await Promise.all([
    steadily(pingsPerSecond, withKey(key, "GET", "/ping"), 200, times.ping),
    steadily(postsPerSecond, withKey(key, "POST", "/invoices", body), 201, times.post),
  ]);
  agent.destroy();
  return times;
}

function makeNoise({ port }: RunningService, { questions }: Case): { stop(): Promise<NoiseMade> } {
  const child = fork(new URL("./noise-process.ts", import.meta.url));
  child.send({ port, callers, questions } satisfies NoisePlan);
  return {
    stop: async () => {
      child.send("stop");
      const [made] = (await once(child, "message")) as [NoiseMade];
      return made;
    },
  };
}

function findingOf({ name }: Case, kind: keyof Times, quiet: Times, during: Times, made: NoiseMade): Finding {
  const p50s = [quiet, during].map((times) => percentile(times[kind], 0.5).toFixed(1)).join(" → ");
  const [before, measured] = [percentile(quiet[kind], 0.99), percentile(during[kind], 0.99)];
  const ratio = measured / before;
  const what = kind === "ping" ? "GET /ping" : "POST /invoices";
  const noise = `${made.answered} answered, ${made.refused} refused, ${made.failed} failed`;
  return {
    name: `${name}: ${what} p99`,
    measured,
    unit: "ms",
    baseline: before,
    ratio,
    target: `≤ ${ratioMax}`,
    holds: ratio <= ratioMax,
    note: `p50 ${p50s} ms${kind === "ping" ? `; ${noise}` : ""}`,
  };
}

type Victim = { key: Key; customerId: number };

async function makeVictim(db: Database, service: RunningService): Promise<Victim> {
  const key = await inTransaction(db, async (tx) => {
    const administration = { tx, now: new Date() };
    const id = await createCompany(administration, { name: "Quiet Ltd", email: "quiet@example.com" });
    await approveCompany(administration, id);
    return createKey(administration, id, scopeNames, "sandbox");
  });
  const made = await call(service, withKey(key, "POST", "/customers", { name: "Acme" }));
  return { key, customerId: made.customer!.id };
}

type Noisy = { keys: Key[]; session: Record<string, string>; large: number[] };

/**
 * Creates 100 customers with full metadata, invoices of 500 lines, and many plain invoices that no pair of filters
 * matches.
 */
async function makeNoisy(db: Database, service: RunningService, invoices: number): Promise<Noisy> {
  const { demo } = service;
  const keys = await inTransaction(db, async (tx) => {
    const made: Key[] = [];
    for (let key = 0; key < keysOfOne; key++)
      made.push(await createKey({ tx, now: new Date() }, demo.company_id, scopeNames, "sandbox"));
    return made;
  });
  const metadata = { note: "x".repeat(16_000) };
  const large: number[] = [];
  for (let index = 0; index < 100; index++)
    await call(service, withKey(keys[index % keysOfOne]!, "POST", "/customers", { name: "Full", metadata }));
  await seedInvoices(db, demo.company_id, invoices);
  const lines = Array.from({ length: 500 }, (_, index) => line(index));
  for (let index = 0; index < 20; index++) {
    const key = keys[index % keysOfOne]!;
    const body = { customer_id: demo.customer_id, lines, currency: "NGN" };
    const { invoice } = await call(service, withKey(key, "POST", "/invoices", body));
    await call(service, withKey(key, "POST", `/invoices/${invoice!.id}/issue`));
    large.push(invoice!.id);
  }
  return { keys, session: await signIn(db, service), large };
}

/** Signs in a user of the noisy company without a password. */
async function signIn(db: Database, { dataDir, demo }: RunningService): Promise<Record<string, string>> {
  const encryptionKeys = parseEncryptionKeys(
    readFileSync(path.join(dataDir, "encryption.keys"), "utf8").trim(),
  );
  const [user] = await db.query<{ id: number }>(
    `insert into users (name, email, email_verified, operator, created_at, updated_at)
     values ('Ada Obi', 'ada-bench@example.com', true, false, now(), now()) returning id`,
  );
  await db.query(
    "insert into memberships (company_id, user_id, role, created_at) values ($1, $2, 'owner', now())",
    [demo.company_id, user!.id],
  );
  const token = randomToken(24);
  await db.query(
    `insert into user_sessions (user_id, token, expires_at, created_at, updated_at)
     values ($1, $2, now() + interval '7 days', now(), now())`,
    [user!.id, token],
  );
  const secret = siteSecretOf({ encryptionKeys } as Parameters<typeof siteSecretOf>[0]);
  return {
    cookie: `${cookieName(false)}=${cookieValue(token, secret)}`,
    "x-csrf-token": csrfToken(token, secret),
    "x-company-id": String(demo.company_id),
  };
}

async function casesOf(service: RunningService, { keys, session, large }: Noisy): Promise<Case[]> {
  const byKey = (method: string, to: string, body?: unknown) =>
    keys.map((key) => withKey(key, method, to, body));
  const onSite = (to: string): Question[] => [{ path: `/app/api${to}`, headers: session }];
  const rows = Array.from({ length: 250 }, (_, row) => `Imported ${row},i${row}@example.com,imported-${row}`);
  const imported = JSON.stringify({ csv: `name,email,external_id\r\n${rows.join("\r\n")}\r\n` });
  const raw = JSON.stringify({ id: "evt_1_1", text: "x".repeat(900_000) });
  const signed = { "X-Pay-Signature": `t=1794735000,v1=${"0".repeat(64)}` };
  const documents = (ending: string) =>
    large.map((id, index) => withKey(keys[index % keysOfOne]!, "GET", `/invoices/${id}.${ending}`));
  const order = { customer_id: service.demo.customer_id, lines: [line(1), line(2), line(3)] };
  const withBody = { ...session, "content-type": "application/json" };
  const all: Case[] = [
    { name: "pages with full metadata", questions: byKey("GET", "/customers?limit=100") },
    { name: "lists with lines", questions: byKey("GET", "/invoices?limit=100&include=lines") },
    { name: "PDFs of 500 lines", questions: documents("pdf") },
    { name: "XML of 500 lines", questions: documents("xml") },
    {
      name: "diagnose with 1 MB",
      questions: byKey("POST", "/webhooks/diagnose", { body: raw, headers: signed }),
    },
    {
      name: "imports",
      questions: [{ method: "POST", path: "/app/api/imports/customers", headers: withBody, body: imported }],
    },
    { name: "exports", questions: onSite("/exports/invoices.csv?status=paid") },
    { name: "search", questions: onSite("/search?q=seed") },
    { name: "overview", questions: onSite("/overview?from=2024-01-01&to=2024-12-31") },
    { name: "POST from 9 keys", questions: byKey("POST", "/invoices", order) },
    { name: "slow filters", questions: byKey("GET", "/invoices?status=void&currency=USD&limit=100") },
  ];
  for (const { name, questions } of all) {
    const { status, text } = await exchange(lineTo(service), questions[0]!);
    if (status >= 300) throw new Error(`${name} answered ${status}: ${text.slice(0, 300)}`);
  }
  return all;
}

const lineTo = ({ port }: RunningService) => ({ port, agent: new Agent() });

async function call(service: RunningService, question: Question) {
  for (;;) {
    const { status, text } = await exchange(lineTo(service), question);
    if (status < 300) return JSON.parse(text) as { customer?: { id: number }; invoice?: { id: number } };
    if (status !== 429) throw new Error(`${question.path} answered ${status}: ${text.slice(0, 300)}`);
    await delay(1000);
  }
}

const line = (number: number) => ({
  description: `Consulting work item ${number}`,
  quantity: 3,
  unit_price: 45000.5,
  tax_rate: 7.5,
});
