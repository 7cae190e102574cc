import { spawn } from "node:child_process";
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import {
  AS_ROOT,
  child,
  children,
  cleanUp,
  cloneInto,
  clusters,
  isRunning,
  newFolder,
  open,
  postmasterOf,
  query,
} from "./embedded-postgres.fixture.ts";
import { openEmbeddedCluster } from "./embedded-postgres.ts";

afterAll(cleanUp);

describe.concurrent("the embedded cluster", { timeout: 180_000 }, () => {
  test("keeps its data from the first start to the next, and writes safely unless told otherwise", async () => {
    const dataDir = path.join(newFolder(), "not", "there", "yet");
    const first = await openEmbeddedCluster({ dataDir, use: "serve" });
    clusters.push(first);
    expect(await query(first, "SHOW fsync")).toEqual([{ fsync: "on" }]);
    await query(first, "CREATE TABLE kept AS SELECT 42 AS answer");
    await Promise.all([first.stop(), first.stop()]);
    expect(isRunning(dataDir)).toBe(false);

    const second = await open(dataDir);
    expect(await query(second, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
    expect(await query(second, "SELECT lower('ÄÉ') AS low")).toEqual([{ low: "äé" }]);
    await second.stop();
  });

  test("makes its database again if it was dropped", async () => {
    const dataDir = newFolder();
    const first = await open(dataDir);
    await query(first, "CREATE TABLE dropped (n int)");
    const beside = {
      ...first,
      connectionString: first.connectionString.replace("/billfold?", "/template1?"),
    };
    await query(beside, "DROP DATABASE billfold WITH (FORCE)");
    await first.stop();

    const second = await open(dataDir);
    const [found] = await query(
      second,
      "SELECT current_database() AS name, to_regclass('dropped') AS dropped",
    );
    expect(found).toEqual({ name: "billfold", dropped: null });
    await second.stop();
  });

  test("is taken over with every acknowledged row when its owner is killed while writing", async () => {
    const dataDir = newFolder();
    const owner = child(
      dataDir,
      "serve",
      `const client = new pg.Client(cluster.connectionString);
       await client.connect();
       await client.query("CREATE TABLE written (n int)");
       for (let n = 1; ; n += 1) { await client.query("INSERT INTO written VALUES ($1)", [n]); say("row " + n); }`,
    );
    await owner.says("row 200\n");
    const before = postmasterOf(dataDir);
    // A terminal or a supervisor kills the whole process group, which the server does not belong to.
    await owner.killGroup();
    const acknowledged = owner.output().match(/row \d+\n/g)!.length;

    const notices: string[] = [];
    const cluster = await open(dataDir, "serve", (text) => notices.push(text));
    expect(postmasterOf(dataDir)?.pid).toBe(before?.pid);
    expect(notices.join()).toContain("Took over");
    const [row] = await query(cluster, "SELECT count(*)::int AS rows FROM written");
    expect(row?.rows).toBeGreaterThanOrEqual(acknowledged);
    await cluster.stop();
    expect(isRunning(dataDir)).toBe(false);
  });

  test("starts afresh when the server left behind does not answer", async () => {
    const dataDir = newFolder();
    const owner = child(dataDir, "serve");
    await owner.says("opened");
    await owner.killGroup();
    const orphan = postmasterOf(dataDir)!;
    process.kill(orphan.pid, "SIGSTOP");
    const cluster = await open(dataDir);
    expect(postmasterOf(dataDir)?.pid).not.toBe(orphan.pid);
    await query(cluster, "SELECT 1");
    await cluster.stop();
  });

  test("recovers when the server itself was killed", async () => {
    const dataDir = newFolder();
    const first = await open(dataDir);
    await query(first, "CREATE TABLE kept AS SELECT 42 AS answer");
    process.kill(postmasterOf(dataDir)!.pid, "SIGKILL");
    await first.stop();
    const second = await open(dataDir);
    expect(await query(second, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  test("refuses a second serving process, and lets a command use the first one's server", async () => {
    const dataDir = newFolder();
    const owner = await open(dataDir);
    const second = await child(dataDir, "serve").ended();
    expect(second).toContain(
      `failed: Another copy (process ${process.pid}) already serves from ${dataDir}. ` +
        "Stop it, or give this one its own folder with BILLFOLD_DATA_DIR and its own PORT.",
    );
    const command = await child(
      dataDir,
      "command",
      "await cluster.stop(); say(cluster.connectionString);",
    ).ended();
    expect(command).toContain(owner.connectionString);
    await query(owner, "SELECT 1");
    await owner.stop();
  });

  test("runs for one command alone, and a serving process waits for that command", async () => {
    const dataDir = newFolder();
    const command = child(
      dataDir,
      "command",
      `process.once("SIGUSR2", async () => { await cluster.stop(); say("stopped"); clearInterval(staying); });
       const staying = setInterval(() => {}, 1e6);
       say("ready");`,
    );
    await command.says("ready");
    const notices: string[] = [];
    // It stops once the other process has been told to wait for it.
    const serving = await open(dataDir, "serve", (text) => {
      if (notices.push(text) === 1) process.kill(command.pid, "SIGUSR2");
    });
    expect(command.output()).toContain("stopped");
    expect(notices[0]).toContain(`process ${command.pid}`);
    await serving.stop();
    expect(await child(dataDir, "command", "await cluster.stop();").ended()).toBe("opened\n");
    expect(isRunning(dataDir)).toBe(false);
  });

  test("goes to one of two processes that open an empty folder in the same moment", async () => {
    const dataDir = newFolder();
    const both = [child(dataDir, "serve"), child(dataDir, "serve")];
    const outcomes = await Promise.all(
      both.map((one) =>
        one.says("opened").then(
          () => "opened",
          () => one.ended(),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "opened")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.includes("already serves from"))).toHaveLength(1);
  });

  test("starts over a stale postmaster.pid, even when its process id now belongs to another program", async () => {
    const dataDir = newFolder();
    await (await open(dataDir)).stop();
    const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
    const leave = (pid: number) => {
      writeFileSync(pidFile, `${pid}\n${path.join(dataDir, "postgres")}\n1\n1\n\n127.0.0.1\n0 0\nready\n`);
    };
    leave(4_194_303);
    await (await open(dataDir)).stop();

    // PostgreSQL ignores another user's process, so this one runs as the server's user.
    const uid = AS_ROOT ? statSync(path.join(dataDir, "postgres")).uid : undefined;
    const outsider = spawn("sleep", ["100000"], { uid, stdio: "ignore" });
    children.push(outsider);
    leave(outsider.pid!);
    if (uid !== undefined) chownSync(pidFile, uid, uid);
    await (await open(dataDir)).stop();
    expect(outsider.exitCode).toBeNull();
  });

  test("survives a first run that was killed half way", async () => {
    const dataDir = newFolder();
    const owner = child(dataDir, "serve");
    const begun = () => readdirSync(dataDir).find((name) => name.startsWith("postgres.new-"));
    while (!existsSync(path.join(dataDir, begun() ?? "", "PG_VERSION"))) await delay(5);
    await owner.killGroup();
    expect(existsSync(path.join(dataDir, "postgres"))).toBe(false);
    const cluster = await open(dataDir);
    await query(cluster, "SELECT 1");
    await cluster.stop();
    expect(existsSync(path.join(dataDir, "postgres"))).toBe(true);
  });

  test("says what is wrong with data of another version, and shows the log of a server that does not start", async () => {
    const dataDir = newFolder();
    await (await open(dataDir)).stop();
    const versionFile = path.join(dataDir, "postgres", "PG_VERSION");
    const version = readFileSync(versionFile, "utf8");
    writeFileSync(versionFile, "12\n");
    await expect(open(dataDir)).rejects.toThrow(/written by PostgreSQL 12.*brings PostgreSQL 18/);
    writeFileSync(versionFile, version);
    const wrong = openEmbeddedCluster({ dataDir, use: "serve", settings: { shared_buffers: "plenty" } });
    await expect(wrong).rejects.toThrow(/does not start[\s\S]*invalid value for parameter "shared_buffers"/);
    await (await open(dataDir)).stop();
  });

  test.runIf(AS_ROOT)("works in a data folder closed to the user that runs PostgreSQL", async () => {
    const dataDir = newFolder(0o700);
    await (await open(dataDir)).stop();
    const owner = child(dataDir, "serve");
    await owner.says("opened");
    await owner.killGroup();
    const cluster = await open(dataDir, "command");
    await query(cluster, "CREATE TABLE kept AS SELECT 42 AS answer");
    await cluster.stop();
  });

  test.runIf(AS_ROOT)("works from a clone closed to the user that runs PostgreSQL", async () => {
    const clone = newFolder(0o700);
    const copies = "/var/lib/billfold";
    const before = existsSync(copies) ? readdirSync(copies) : undefined;
    cloneInto(clone);
    try {
      const said = await child(path.join(clone, "data"), "command", "await cluster.stop();", clone).ended();
      expect(said).toContain("opened");
    } finally {
      if (!before) rmSync(copies, { recursive: true, force: true });
      for (const name of before ? readdirSync(copies) : []) {
        if (!before?.includes(name)) rmSync(path.join(copies, name), { recursive: true });
      }
    }
  });
});
