import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import {
  databaseAddressOf,
  databases,
  logFile,
  missingPackages,
  nodes,
  nodeUrlOf,
  pidOf,
  prepareTrial,
  readMembers,
  readTrial,
  serviceUrlOf,
  startDatabases,
  startNode,
  stopTrial,
  type Trial,
  waitForNode,
} from "./trial-cluster.ts";

// Brings the whole cluster up on this machine, for a trial: npm run trial:cluster -- up|status|down [folder]
const [command = "", given] = process.argv.slice(2);
const folder = path.resolve(given ?? path.join(os.tmpdir(), "billfold-cluster"));
const commands: Record<string, () => Promise<void>> = { up, status, down };

try {
  if (!commands[command]) throw new Error("Use: npm run trial:cluster -- up|status|down [folder]");
  await commands[command]();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function up(): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`Install first: apt-get install ${missing.join(" ")}`);
  if (existsSync(folder)) throw new Error(`${folder} exists. End that trial first, with 'down'.`);
  const trial = await prepareTrial(folder);
  console.log(
    `Starting etcd, three PostgreSQL servers and HAProxy on ${trial.network}.0; logs in ${folder}/log …`,
  );
  try {
    await startDatabases(trial);
    console.log("Starting three Billfold nodes …");
    const gateway = await freePort();
    const authority = await freePort();
    // The first node runs the simulators of the payment gateway and of the authority, and the others use them.
    startNode(trial, 1, {
      BILLFOLD_SANDBOX_GATEWAY_PORT: String(gateway),
      BILLFOLD_SANDBOX_AUTHORITY_PORT: String(authority),
    });
    await waitForNode(trial, 1);
    for (const node of [2, 3])
      startNode(trial, node, {
        BILLFOLD_SANDBOX_GATEWAY_URL: `http://127.0.0.1:${gateway}`,
        BILLFOLD_SANDBOX_AUTHORITY_URL: `http://127.0.0.1:${authority}`,
      });
    await Promise.all([2, 3].map((node) => waitForNode(trial, node)));
  } catch (error) {
    await stopTrial(trial);
    throw error;
  }
  console.log(
    [
      "",
      `The service:      ${serviceUrlOf(trial)} (credentials of the demonstration company: ${logFile(trial, "app1")})`,
      `Billfold nodes:   ${nodes.map((node) => nodeUrlOf(trial, node)).join(" ")}`,
      `PostgreSQL:       ${databases.map((machine) => `${databaseAddressOf(trial, machine)}:5432`).join(" ")}`,
      `The cluster:      patronictl -c ${folder}/patroni1.yml list`,
      `To end it:        npm run trial:cluster -- down${given ? ` ${folder}` : ""}`,
    ].join("\n"),
  );
}

async function status(): Promise<void> {
  const trial = openTrial();
  for (const { name, role, state } of await readMembers(trial))
    console.log(`${name}  ${role.padEnd(13)} ${state}`);
  for (const node of nodes) {
    const url = `${nodeUrlOf(trial, node)}/readyz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
    const state = response ? (response.ok ? "ready" : "not ready") : "does not answer";
    console.log(`app${node} ${state}${pidOf(trial, `app${node}`) === undefined ? ", not running" : ""}`);
  }
}

async function down(): Promise<void> {
  const trial = openTrial();
  await stopTrial(trial);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  console.log("Everything is stopped, and the folder is removed.");
}

function openTrial(): Trial {
  if (!existsSync(path.join(folder, "trial.json"))) throw new Error(`There is no trial in ${folder}.`);
  return readTrial(folder);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
