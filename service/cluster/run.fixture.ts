import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { type Authority, startAuthority } from "billfold-sandbox/authority";
import { startGateway } from "billfold-sandbox/gateway";
import pg from "pg";
import {
  databaseAddressOf,
  databases,
  databaseUrlOf,
  listedDatabaseUrlOf,
  logFile,
  missingPackages,
  nodes,
  nodeUrlOf,
  pidOf,
  postmasterOf,
  prepareTrial,
  serviceUrlOf,
  startDatabases,
  startNode,
  startPatroni,
  stopTrial,
  type Trial,
  waitForNode,
} from "../../deploy/cluster/trial-cluster.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../faults/webhook-receiver.fixture.ts";
import { readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { buyer, profile } from "../src/domains/fiscal/registration/registration.fixture.ts";
import { setIntegration } from "../src/domains/fiscal/registration/service.ts";
import { systemChange } from "../src/domains/tenancy/companies/service.ts";
import { createEndpoint } from "../src/domains/webhooks/endpoints/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { createLog } from "../src/platform/ops/log.ts";
import { openRuntime } from "../src/runtime.ts";
import { makeCompany } from "../test/harness.ts";
import { createLoad, type Load, type Subject } from "./load.fixture.ts";
import { type Network, noNetwork, openNetwork } from "./network.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

/** Why the runs are skipped, if they are. */
export const missing = process.platform === "linux" ? missingPackages() : ["Linux"];
if (missing.length > 0) console.warn(`SKIPPED: the cluster runs need ${missing.join(", ")}`);

/** The cluster of deploy/cluster, with receivers and simulators outside it that never fail. */
export type ClusterRun = {
  trial: Trial;
  /** Only with cables. */
  network: Network;
  context: Context;
  authority: Authority;
  receiver: WebhookReceiver;
  subjects: Subject[];
  /** Clients that call these addresses; by default the load balancer and each node, ready or not. */
  newLoad(urls?: readonly string[]): Load;
  /** The number of the machine that Patroni calls the primary; asked behind its cable. */
  primary(): Promise<number | undefined>;
  /** Asks a machine's PostgreSQL directly, behind its cable; rejects after a few seconds. */
  ask(machine: number, sql: string): Promise<unknown[]>;
  /** SIGKILL of PostgreSQL and Patroni, as when the machine loses its power. */
  killMachine(machine: number): void;
  /** SIGSTOP, as when a machine hangs. */
  freezeMachine(machine: number): { thaw(): void };
  startMachine(machine: number): void;
  startNode(node: number): Promise<void>;
  switchover(leader: number): Promise<void>;
  /** Log entries of the nodes about faults of their own; there should be none. */
  internalErrors(): string[];
};

export async function startClusterRun(
  open: AsyncDisposableStack,
  options: { cables: boolean },
): Promise<ClusterRun> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-cluster-"));
  chmodSync(folder, 0o755);
  open.defer(() => {
    if (process.env.BILLFOLD_CLUSTER_KEEP) console.log(`logs are in ${folder}`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const trial = await prepareTrial(folder);
  // They carry all traffic of the databases through this process, which costs time.
  const network = options.cables ? await openNetwork(trial) : noNetwork;
  open.defer(network.close);
  open.defer(() => stopTrial(trial));
  const listening = (machine: number) => (options.cables ? network.listening(machine) : undefined);
  const addressOf = (machine: number) => listening(machine)?.address ?? databaseAddressOf(trial, machine);
  await startDatabases(trial, listening);

  const [authority, gateway, receiver] = await Promise.all([
    startAuthority({ pollAfterMs: 200 }),
    startGateway({
      pagesAt: `${serviceUrlOf(trial)}/sandbox/pay`,
      notifyAt: `${serviceUrlOf(trial)}/sandbox/webhook`,
    }),
    startWebhookReceiver(10),
  ]);
  for (const server of [authority, gateway, receiver]) open.defer(() => server.close());
  const settings = {
    BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1",
    BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url,
    BILLFOLD_SANDBOX_GATEWAY_URL: gateway.url,
    BILLFOLD_LOG_LEVEL: "warn",
  };
  const env = {
    DATABASE_URL: databaseUrlOf(trial),
    BILLFOLD_ENCRYPTION_KEYS: trial.encryptionKey,
    ...settings,
  };
  const log = createLog({ level: "silent", write: () => undefined });
  const { context, close } = await openRuntime(readConfig(env), { use: "command", log });
  open.defer(close);
  const subjects = await Promise.all(
    [true, true, false].map((registers) => makeSubject({ trial, context, receiver }, registers)),
  );
  // The subjects' first requests need a node; companies exist by then, so that no demonstration company is made.
  const launch = async (node: number) => {
    // The third node finds the primary by itself, without HAProxy.
    const listed: Record<string, string> = node === 3 ? { DATABASE_URL: listedDatabaseUrlOf(trial) } : {};
    startNode(trial, node, { ...settings, ...listed });
    await waitForNode(trial, node);
  };
  await Promise.all(nodes.map(launch));
  for (const subject of subjects) {
    subject.buyerId = await createBuyer(subject.company);
  }
  return {
    trial,
    network,
    context,
    authority,
    receiver,
    subjects,
    newLoad: (urls = [serviceUrlOf(trial), ...nodes.map((node) => nodeUrlOf(trial, node))]) =>
      createLoad(subjects, urls),
    primary: async () => {
      const answers = await Promise.all(databases.map((machine) => isPrimary(addressOf(machine))));
      return databases.find((_, index) => answers[index]);
    },
    ask: (machine, sql) => ask(trial, addressOf(machine), sql),
    killMachine: (machine) => {
      for (const pid of processesOf(trial, machine)) signal(pid, "SIGKILL");
    },
    freezeMachine: (machine) => {
      const frozen = processesOf(trial, machine);
      for (const pid of frozen) signal(pid, "SIGSTOP");
      return {
        thaw: () => {
          for (const pid of frozen) signal(pid, "SIGCONT");
        },
      };
    },
    startMachine: (machine) => void startPatroni(trial, machine, listening(machine)),
    startNode: launch,
    switchover: async (leader) => {
      const words = ["-c", path.join(folder, "patroni1.yml"), "switchover", "billfold"];
      await promisify(execFile)("patronictl", [...words, "--leader", `db${leader}`, "--force"]);
    },
    internalErrors: () =>
      nodes.flatMap((node) =>
        readFileSync(logFile(trial, `app${node}`), "utf8")
          .split("\n")
          .filter((line) => line.includes('"internal_error"') || /^\s+at /.test(line)),
      ),
  };
}

async function makeSubject(
  { trial, context, receiver }: Pick<ClusterRun, "trial" | "context" | "receiver">,
  registers: boolean,
): Promise<Subject> {
  const company = await makeCompany(context, serviceUrlOf(trial), { profile });
  if (registers) await setIntegration(context, company.id, { adapter: "sandbox" });
  await inTransaction(context.db, async (tx) => {
    const change = await systemChange(tx, company.id, context.clock);
    const { secret } = await createEndpoint(change, context, "operator", { url: receiver.url(company.id) });
    receiver.trust(company.id, secret);
  });
  return { company, buyerId: 0, registers };
}

async function isPrimary(address: string): Promise<boolean> {
  const url = `http://${address}:8008/primary`;
  const response = await fetch(url, { method: "OPTIONS", signal: AbortSignal.timeout(1500) }).catch(
    () => undefined,
  );
  return response?.status === 200;
}

async function ask(trial: Trial, host: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({
    host,
    user: "postgres",
    password: trial.passwords.superuser,
    database: "billfold",
    connectionTimeoutMillis: 2000,
    query_timeout: 5000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Patroni, PostgreSQL and all its processes. */
function processesOf(trial: Trial, machine: number): number[] {
  const patroni = pidOf(trial, `patroni${machine}`);
  const postmaster = postmasterOf(trial, machine);
  const children = readdirSync("/proc").filter(
    (name) => postmaster !== undefined && parentOf(name) === postmaster,
  );
  return [...(patroni ? [patroni] : []), ...(postmaster ? [postmaster] : []), ...children.map(Number)];
}

function parentOf(pid: string): number | undefined {
  if (!/^\d+$/.test(pid)) return undefined;
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[1]);
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
}

/** Resolves when the condition holds. */
export async function until(what: string, condition: () => Promise<boolean> | boolean): Promise<void> {
  const endsAt = Date.now() + giveUpAfterMs;
  while (!(await condition())) {
    if (Date.now() > endsAt) throw new Error(`not within ${giveUpAfterMs} ms: ${what}`);
    await delay(100);
  }
}

const buyerTriesMax = 60;

/** The load balancer needs a moment until it has found the nodes, and refuses requests before that. */
async function createBuyer(company: Subject["company"]): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const made = await company.call("POST /customers", { body: buyer });
    if (made.status === 201) return made.body.customer.id as number;
    if (tries === buyerTriesMax) throw new Error(`no customer can be created: ${made.status} ${made.text}`);
    await delay(500);
  }
}
