import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

/** The cluster of this folder's files on one machine: each machine 10.0.0.N becomes the loopback address 127.0.X.N. */
export type Trial = {
  folder: string;
  /** The first three numbers of its addresses, such as 127.0.57. */
  network: string;
  passwords: { superuser: string; replication: string; rewind: string; billfold: string };
  encryptionKey: string;
  /** The operating system's user for PostgreSQL, which refuses to run as root. */
  user?: { uid: number; gid: number } | undefined;
};

/** Where a database machine listens, if its public address is taken by a proxy that can cut it off. */
export type Listening = { address: string; etcdHosts: string };

export const databases = [1, 2, 3] as const;
export const nodes = [1, 2, 3] as const;

const here = import.meta.dirname;
const root = path.join(here, "..", "..");
const read = (name: string) => readFileSync(path.join(here, name), "utf8");

export const loadBalancerOf = ({ network }: Trial) => `${network}.10`;
export const databaseAddressOf = ({ network }: Trial, machine: number) => `${network}.1${machine}`;
export const nodeUrlOf = ({ network }: Trial, node: number) => `http://${network}.2${node}:8080`;
export const serviceUrlOf = (trial: Trial) => `http://${loadBalancerOf(trial)}:8080`;
export const databaseUrlOf = (trial: Trial) =>
  `postgres://billfold:${trial.passwords.billfold}@${loadBalancerOf(trial)}:5432/billfold`;

/** The same database without HAProxy: the service finds the primary by itself. */
export function listedDatabaseUrlOf(trial: Trial): string {
  const hosts = databases.map((machine) => `${databaseAddressOf(trial, machine)}:5432`);
  return `postgres://billfold:${trial.passwords.billfold}@${hosts.join()}/billfold?target_session_attrs=read-write`;
}

/** The newest PostgreSQL of Debian's packages. */
export function findPostgres(): string | undefined {
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).filter((name) => Number(name) >= 15) : [];
  const [newest] = versions.sort((a, b) => Number(b) - Number(a));
  return newest && path.join(base, newest, "bin");
}

/** The programs that are not installed, by the names of Debian's packages. */
export function missingPackages(): string[] {
  const programs = { etcd: "etcd-server", patroni: "patroni", patronictl: "patroni", haproxy: "haproxy" };
  const missing = Object.entries(programs).filter(([program]) => findProgram(program) === undefined);
  return [...new Set([...(findPostgres() ? [] : ["postgresql"]), ...missing.map(([, debian]) => debian)])];
}

export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/bin"];
  return folders.map((folder) => path.join(folder, name)).find(existsSync);
}

/** Makes the folder and chooses addresses at which nothing listens. */
export async function prepareTrial(folder: string): Promise<Trial> {
  const user = process.getuid?.() === 0 ? userOf("postgres") : undefined;
  for (const name of ["", "run", "log", "data"]) mkdirSync(path.join(folder, name), { recursive: true });
  const password = () => randomBytes(18).toString("hex");
  const trial: Trial = {
    folder,
    network: await freeNetwork(),
    passwords: {
      superuser: password(),
      replication: password(),
      rewind: password(),
      billfold: password(),
    },
    encryptionKey: `trial:${randomBytes(32).toString("base64")}`,
    user,
  };
  if (user) chownSync(path.join(folder, "data"), user.uid, user.gid);
  writeFileSync(path.join(folder, "trial.json"), JSON.stringify(trial, null, 2), { mode: 0o600 });
  return trial;
}

export const readTrial = (folder: string): Trial =>
  JSON.parse(readFileSync(path.join(folder, "trial.json"), "utf8")) as Trial;

function userOf(name: string): { uid: number; gid: number } {
  const id = (option: string) => Number(spawnSync("id", [option, name], { encoding: "utf8" }).stdout);
  const user = { uid: id("-u"), gid: id("-g") };
  if (!user.uid)
    throw new Error(
      `PostgreSQL does not run as root, and there is no user '${name}'. Run this as another user.`,
    );
  return user;
}

async function freeNetwork(): Promise<string> {
  for (;;) {
    const network = `127.0.${randomInt(10, 250)}`;
    const taken = [
      [10, 5432],
      [10, 8080],
      [11, 5432],
      [11, 2379],
      [11, 8008],
      [21, 8080],
    ] as const;
    const answers = await Promise.all(taken.map(([host, port]) => isListening(`${network}.${host}`, port)));
    if (!answers.includes(true)) return network;
  }
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
      .on("connect", () => {
        socket.destroy();
        resolve(true);
      })
      .on("error", () => resolve(false));
  });
}

/** The example's files, with the addresses of this trial instead of those of the example. */
const translate = ({ network }: Trial, text: string) =>
  text
    .replaceAll("10.0.0.0/24", "127.0.0.0/8")
    .replace(/\b10\.0\.0\.(\d+)/g, (_, host: string) => `${network}.${host}`);

const readSettings = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));

/** What the files say for the first machine, for another one; lists of all three machines stay as they are. */
function settingsOf(trial: Trial, file: string, machine: number): Record<string, string> {
  const lines = read(file)
    .split("\n")
    .map((line) =>
      line.includes(",") ? line : line.replace(/\b10\.0\.0\.([12])1\b/, `10.0.0.$1${machine}`),
    );
  return readSettings(translate(trial, lines.join("\n")).replace(/_NAME=db1$/m, `_NAME=db${machine}`));
}

export function startEtcd(trial: Trial, machine: number): number {
  const data = path.join(trial.folder, "data", `etcd${machine}`);
  const env = { ...settingsOf(trial, "etcd.env", machine), ETCD_DATA_DIR: data, ETCD_LOG_LEVEL: "warn" };
  return start(trial, `etcd${machine}`, "etcd", [], env, trial.user);
}

export function startPatroni(trial: Trial, machine: number, listening?: Listening): number {
  const file = path.join(trial.folder, `patroni${machine}.yml`);
  const home = path.join(trial.folder, "data", `db${machine}`);
  const text = translate(trial, read("patroni.yml"))
    // Three servers cannot share a folder for their sockets.
    .replace("unix_socket_directories: /var/run/postgresql", `unix_socket_directories: ${home}`)
    .replace(/hosts: (.*)/, (hosts) =>
      listening ? `hosts: ${listening.etcdHosts}\n  use_proxies: true` : hosts,
    );
  writeFileSync(file, text);
  if (!existsSync(home)) {
    mkdirSync(home, { mode: 0o700 });
    if (trial.user) chownSync(home, trial.user.uid, trial.user.gid);
  }
  const { superuser, replication, rewind } = trial.passwords;
  const env = {
    ...settingsOf(trial, "patroni.env", machine),
    ...(listening && {
      PATRONI_RESTAPI_LISTEN: `${listening.address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${listening.address}:5432`,
    }),
    PATRONI_POSTGRESQL_DATA_DIR: path.join(home, "data"),
    PATRONI_POSTGRESQL_BIN_DIR: findPostgres()!,
    PATRONI_POSTGRESQL_PGPASS: path.join(home, "pgpass"),
    PATRONI_SUPERUSER_PASSWORD: superuser,
    PATRONI_REPLICATION_PASSWORD: replication,
    PATRONI_REWIND_PASSWORD: rewind,
  };
  return start(trial, `patroni${machine}`, "patroni", [file], env, trial.user);
}

export function startHaproxy(trial: Trial): number {
  const file = path.join(trial.folder, "haproxy.cfg");
  // Only root may listen on port 80.
  writeFileSync(file, translate(trial, read("haproxy.cfg")).replace(/^( +bind \S+):80$/m, "$1:8080"));
  return start(trial, "haproxy", "haproxy", ["-db", "-f", file], {});
}

export function startNode(trial: Trial, node: number, env: Record<string, string> = {}): number {
  const url = serviceUrlOf(trial);
  const settings = {
    ...settingsOf(trial, "billfold.env", node),
    PORT: "8080",
    DATABASE_URL: databaseUrlOf(trial),
    // Production would need certificates and a mail server.
    BILLFOLD_ENVIRONMENT: "sandbox",
    BILLFOLD_BASE_URL: `${url}/api/v1`,
    BILLFOLD_SITE_URL: url,
    BILLFOLD_SMTP_URL: "",
    BILLFOLD_MAIL_FROM: "",
    BILLFOLD_ENCRYPTION_KEYS: trial.encryptionKey,
    BILLFOLD_TRUSTED_PROXIES: "127.0.0.0/8",
    BILLFOLD_DATA_DIR: path.join(trial.folder, "data", `app${node}`),
    ...env,
  };
  const main = path.join(root, "service", "src", "main.ts");
  return start(trial, `app${node}`, process.execPath, [main, "serve"], settings);
}

const pidFile = ({ folder }: Trial, name: string) => path.join(folder, "run", `${name}.pid`);
export const logFile = ({ folder }: Trial, name: string) => path.join(folder, "log", `${name}.log`);

/** The process goes on when this program ends; `stop` finds it by its file. */
function start(
  trial: Trial,
  name: string,
  program: string,
  words: string[],
  env: Record<string, string>,
  user?: Trial["user"],
): number {
  const log = openSync(logFile(trial, name), "a");
  const { PATH = "", HOME = "" } = process.env;
  const child: ChildProcess = spawn(findProgram(program) ?? program, words, {
    cwd: trial.folder,
    env: { PATH: `${PATH}:/usr/sbin`, HOME: user ? trial.folder : HOME, LANG: "C.UTF-8", ...env },
    stdio: ["ignore", log, log],
    detached: true,
    ...user,
  });
  if (child.pid === undefined) throw new Error(`${program} could not be started`);
  child.unref();
  writeFileSync(pidFile(trial, name), String(child.pid));
  return child.pid;
}

/** The process that was started last under this name, unless it has ended. */
export function pidOf(trial: Trial, name: string): number | undefined {
  const file = pidFile(trial, name);
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : undefined;
  return pid !== undefined && isRunning(pid) ? pid : undefined;
}

/** The main process of the PostgreSQL on a machine. */
export function postmasterOf({ folder }: Trial, machine: number): number | undefined {
  const file = path.join(folder, "data", `db${machine}`, "data", "postmaster.pid");
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : undefined;
  return pid !== undefined && isRunning(pid) ? pid : undefined;
}

/** A process that has ended but was not collected by its parent does not count. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) Z /.test(readFileSync(file, "utf8"));
}

/** Ends a process as systemd would, and resolves when it is gone. */
export async function stop(trial: Trial, name: string, giveUpAfterMs = 60_000): Promise<void> {
  const pid = pidOf(trial, name);
  if (pid === undefined) return;
  process.kill(pid, "SIGTERM");
  const endsAt = Date.now() + giveUpAfterMs;
  while (isRunning(pid)) {
    if (Date.now() > endsAt) process.kill(pid, "SIGKILL");
    await delay(50);
  }
}

/** Ends everything in the order in which it depends on each other. */
export async function stopTrial(trial: Trial): Promise<void> {
  await Promise.all(nodes.map((node) => stop(trial, `app${node}`)));
  await stop(trial, "haproxy");
  await Promise.all(databases.map((machine) => stop(trial, `patroni${machine}`)));
  for (const machine of databases) {
    const pid = postmasterOf(trial, machine);
    if (pid !== undefined) process.kill(pid, "SIGQUIT");
    while (postmasterOf(trial, machine) !== undefined) await delay(50);
  }
  await Promise.all(databases.map((machine) => stop(trial, `etcd${machine}`)));
}

export type Member = { name: string; role: string; state: string; timeline: number | undefined };

/** What a Patroni says about the cluster, whichever answers first. */
export async function readMembers(trial: Trial): Promise<Member[]> {
  const ask = async (machine: number) => {
    const response = await fetch(`http://${databaseAddressOf(trial, machine)}:8008/cluster`, {
      signal: AbortSignal.timeout(3000),
    });
    const { members } = (await response.json()) as { members: Member[] };
    return members;
  };
  return Promise.any(databases.map(ask)).catch(() => []);
}

/** Resolves when there is one leader and both others stream from it, one of them synchronously. */
export async function waitForCluster(trial: Trial, giveUpAfterMs = 120_000): Promise<void> {
  const endsAt = Date.now() + giveUpAfterMs;
  for (;;) {
    const members = await readMembers(trial);
    const roles = members.map(({ role, state }) => (/running|streaming/.test(state) ? role : state)).sort();
    if (roles.join() === "leader,replica,sync_standby") return;
    if (Date.now() > endsAt)
      throw new Error(
        `The database cluster is not complete after ${giveUpAfterMs / 1000} s: ${JSON.stringify(members)}`,
      );
    await delay(500);
  }
}

/** Runs SQL as the administrator on the present primary. */
export async function administer(trial: Trial, sql: string): Promise<void> {
  const words = ["--no-psqlrc", "--quiet", "-v", "ON_ERROR_STOP=1", "-h", loadBalancerOf(trial)];
  await promisify(execFile)(
    path.join(findPostgres()!, "psql"),
    [...words, "-U", "postgres", "-d", "postgres", "-c", sql],
    { env: { ...process.env, PGPASSWORD: trial.passwords.superuser, PGCONNECT_TIMEOUT: "10" } },
  );
}

/** Starts etcd, PostgreSQL and HAProxy, and makes the service's database. */
export async function startDatabases(
  trial: Trial,
  listening: (machine: number) => Listening | undefined = () => undefined,
): Promise<void> {
  for (const machine of databases) startEtcd(trial, machine);
  for (const machine of databases) startPatroni(trial, machine, listening(machine));
  startHaproxy(trial);
  await waitForCluster(trial);
  while (!(await isListening(loadBalancerOf(trial), 5432))) await delay(200);
  for (let tries = 1; ; tries++) {
    try {
      await administer(trial, `create role billfold login password '${trial.passwords.billfold}'`);
      break;
    } catch (error) {
      // HAProxy may not have seen the primary yet.
      if (tries === 20) throw error;
      await delay(1000);
    }
  }
  await administer(trial, "create database billfold owner billfold encoding 'UTF8' template template0");
}

/** Resolves when the node can work. */
export async function waitForNode(trial: Trial, node: number, giveUpAfterMs = 120_000): Promise<void> {
  const endsAt = Date.now() + giveUpAfterMs;
  for (;;) {
    const url = `${nodeUrlOf(trial, node)}/readyz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    if (response?.status === 200) return;
    if (Date.now() > endsAt || pidOf(trial, `app${node}`) === undefined)
      throw new Error(`Billfold on ${url} did not become ready: see ${logFile(trial, `app${node}`)}`);
    await delay(200);
  }
}
