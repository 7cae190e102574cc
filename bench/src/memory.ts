import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Finding, median } from "./report.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";
import { exchange, type Line, type Question } from "./steady-load.ts";

const clients = 8;
// The same work on every machine, so that runs can be compared, and few enough sign-ins for the limit of an address.
const roundsPerSecond = 4;
const signInEveryRounds = 60 * roundsPerSecond;
const samples = 60;
// Caches, compiled code and pools grow at first, and then no more.
const warmUpShare = 0.25;
const growthMax = 1.1;
const megabytesMax = 250;
const person = { email: "owner@memory.example", password: "correct horse battery" };

type Sample = { minute: number; megabytes: number; descriptors: number };

/** Minutes of everything that clients and people do. The memory may not grow; if it does, the process ends with 1. */
export async function measureMemory(minutes: number): Promise<Finding[]> {
  const service = await startService(freshDataDir());
  addPerson(service);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const load = startLoad(service, { port: service.port, agent });
  const taken: Sample[] = [];
  for (let index = 1; index <= samples; index++) {
    await delay((minutes * 60_000) / samples);
    taken.push({ minute: (index * minutes) / samples, ...sizeOf(service.pid) });
    if (index % 6 === 0) console.log(describe(taken.at(-1)!, load.requests()));
  }
  await load.stop();
  agent.destroy();
  await service.stop();
  removeDataDir(service.dataDir);
  const megabytes = median(taken.slice(-samples * warmUpShare).map((sample) => sample.megabytes));
  const findings = [
    growthOf(
      "resident memory",
      "MB",
      taken.map(({ megabytes }) => megabytes),
      load.requests(),
    ),
    growthOf(
      "open descriptors",
      "",
      taken.map(({ descriptors }) => descriptors),
      load.requests(),
    ),
  ];
  findings.push({
    name: "resident memory, median of the last quarter",
    measured: megabytes,
    unit: "MB",
    target: `≤ ${megabytesMax}`,
    holds: megabytes <= megabytesMax,
  });
  findings.push({
    name: "requests that failed",
    measured: load.failures(),
    unit: `of ${load.requests()}`,
    target: "≤ 1 %: memory without load proves nothing",
    holds: load.failures() <= load.requests() / 100,
  });
  if (!findings.every(({ holds }) => holds)) process.exitCode = 1;
  return findings;
}

/** Compares the last quarter with the one that follows the warm-up. */
function growthOf(name: string, unit: string, values: readonly number[], requests: number): Finding {
  const quarter = Math.floor(values.length * warmUpShare);
  const baseline = median(values.slice(quarter, 2 * quarter));
  const measured = median(values.slice(-quarter));
  const ratio = measured / baseline;
  return {
    name: `${name} at the end, against after the warm-up`,
    measured,
    unit,
    baseline,
    ratio,
    target: `≤ ${growthMax}`,
    holds: ratio <= growthMax,
    note: `${requests} requests, highest ${Math.round(Math.max(...values))} ${unit}`,
  };
}

/** An account of the demo company, for signing in. */
function addPerson({ dataDir, demo }: RunningService): void {
  const args = ["user", "create", "--company", String(demo.company_id), "--role", "owner"];
  const { status, stderr } = spawnSync(
    process.execPath,
    ["service/src/main.ts", ...args, "--email", person.email],
    { input: `${person.password}\n`, env: { ...process.env, BILLFOLD_DATA_DIR: dataDir }, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`user create ended with ${status}: ${stderr}`);
}

function sizeOf(pid: number): Pick<Sample, "megabytes" | "descriptors"> {
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return { megabytes: Number(resident?.[1] ?? 0) / 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

const describe = ({ minute, megabytes, descriptors }: Sample, requests: number) =>
  `  ${minute.toFixed(1)} min: ${megabytes.toFixed(0)} MB, ${descriptors} descriptors, ${requests} requests`;

function startLoad(service: RunningService, line: Line) {
  const { app_id, secret, customer_id } = service.demo;
  const headers = { authorization: `Bearer ${app_id}:${secret}`, "content-type": "application/json" };
  let requests = 0;
  let failures = 0;
  let isStopped = false;
  const ask = async (question: Omit<Question, "headers">): Promise<string> => {
    const { status, text } = await exchange(line, { ...question, headers });
    requests += 1;
    // A payment of an invoice that is paid by now is refused, as it should be.
    if (status >= 300 && status !== 422) {
      throw new Error(`${question.method ?? "GET"} ${question.path}: ${status} ${text.slice(0, 300)}`);
    }
    return text;
  };
  const get = (path: string) => ask({ path: `/api/v1${path}` });
  const post = async (path: string, body: object = {}) =>
    JSON.parse(await ask({ method: "POST", path: `/api/v1${path}`, body: JSON.stringify(body) }));
  const lines = [{ description: "Work", quantity: 1, unit_price: 100, tax_rate: 7.5 }];
  const origin = `http://localhost:${line.port}`;
  /** Signs in as a browser does, and exports the paid invoices. */
  const signInAndExport = async () => {
    const signedIn = await fetch(`${origin}/app/auth/sign-in/email`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify(person),
    });
    requests += 1;
    const answer = await signedIn.text();
    if (!signedIn.ok) throw new Error(`POST /app/auth/sign-in/email: ${signedIn.status} ${answer}`);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const csv = await fetch(`${origin}/app/api/exports/invoices.csv?status=paid`, { headers: { cookie } });
    requests += 1;
    await csv.text();
    if (!csv.ok) throw new Error(`GET /app/api/exports/invoices.csv: ${csv.status}`);
  };
  const round = async (number: number) => {
    const { invoice } = await post("/invoices", { customer_id, lines, notes: `round ${number}` });
    await post(`/invoices/${invoice.id}/issue`);
    await get(`/invoices/${invoice.id}`);
    await post("/payments", { invoice_id: invoice.id, amount: number % 2 === 0 ? 107.5 : 10 });
    await get("/invoices?limit=50&include=lines");
    await get("/invoices?status=paid&include=total_count");
    await get(`/events?limit=100&after=${Math.max(0, number - 100)}`);
    await post("/customers", { name: `Customer ${number}` });
    await post("/portal/orders", { customer_id, lines });
    const { checkout_url } = await post("/payments/link", { amount: 10 });
    await ask({ path: new URL(checkout_url).pathname });
    if (number % 5 === 0) await get(`/invoices/${invoice.id}.pdf`);
    if (number % 20 === 0) await get("/customers?limit=100");
    if (number % signInEveryRounds === 0) await signInAndExport();
  };
  let number = 0;
  const startedAt = performance.now();
  const client = async () => {
    while (!isStopped) {
      const next = number++;
      await delay(Math.max(0, startedAt + (next * 1000) / roundsPerSecond - performance.now()));
      await round(next).catch((error: Error) => {
        if (failures++ === 0) console.log(`  the first failed request: ${error.message}`);
      });
    }
  };
  const working = Promise.all(Array.from({ length: clients }, client));
  return {
    requests: () => requests,
    failures: () => failures,
    stop: async () => {
      isStopped = true;
      await working;
    },
  };
}
