import { spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { openEmbeddedCluster } from "../dev/embedded-postgres/embedded-postgres.ts";
import { readPostmasterFile } from "../dev/embedded-postgres/postmaster.ts";
import { newOperator, type Operator } from "../src/commands/commands.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

const poll = { timeout: giveUpAfterMs, interval: 100 };
const timeoutMs = 3 * giveUpAfterMs;

let operator: Operator;
afterEach(() => operator.cleanUp());

const postmasterOf = (dataDir: string) => readPostmasterFile(path.join(dataDir, "postgres"))!;

/** Starts the service with its embedded database; `write` is true if a change succeeds. */
async function startService(dataDir?: string) {
  operator = await newOperator();
  const env: Record<string, string> = dataDir ? { BILLFOLD_DATA_DIR: dataDir } : {};
  const running = await operator.serve(env);
  const demo = await operator.json("demo", env);
  const key = { app_id: String(demo.app_id), secret: String(demo.secret) };
  const write = async () => (await operator.post("/customers", key, { name: "Ada" })).status;
  const ready = async () => (await fetch(`${operator.url}/readyz`)).status;
  return { running, write, ready, dataDir: dataDir ?? operator.dataDir };
}

describe("the embedded PostgreSQL", () => {
  test(
    "is started again when it is killed, three times, and the service writes again without a restart",
    async () => {
      const { running, write, ready, dataDir } = await startService();
      for (let kills = 1; kills <= 3; kills++) {
        expect(await write()).toBe(201);
        const { pid, port } = postmasterOf(dataDir);
        process.kill(pid, "SIGKILL");
        await expect.poll(() => postmasterOf(dataDir).pid, poll).not.toBe(pid);
        await expect.poll(ready, poll).toBe(200);
        await expect.poll(write, poll).toBe(201);
        expect(postmasterOf(dataDir).port).toBe(port);
      }
      expect(running.output()).toContain(
        "The database has ended unexpectedly; starting it again (attempt 1).",
      );
      running.signal("SIGINT");
      expect(await running.ended()).toBe(0);
      expect(operator.databaseRuns()).toBe(false);
    },
    timeoutMs,
  );

  test(
    "that cannot be started again ends the process with code 3 and the reason, and runs again once that is mended",
    async () => {
      const { running, dataDir } = await startService();
      const control = path.join(dataDir, "postgres", "global", "pg_control");
      renameSync(control, `${control}.away`);
      process.kill(postmasterOf(dataDir).pid, "SIGKILL");
      expect(await running.ended()).toBe(3);
      expect(running.output()).toMatch(
        /billfold: The embedded database ended, and 9 attempts to start it failed\. The database in .* does not start/,
      );
      renameSync(`${control}.away`, control);
      const again = await operator.serve();
      expect((await fetch(`${operator.url}/readyz`)).status).toBe(200);
      again.signal("SIGINT");
      expect(await again.ended()).toBe(0);
    },
    timeoutMs,
  );

  test(
    "that ended because its disk was full serves again as soon as there is space",
    async ({ skip }) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-disk-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      operator = await newOperator();
      const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=400m,mode=755", "tmpfs", folder]);
      if (mounted.status !== 0) {
        console.log(`SKIPPED: a small file system can't be mounted here: ${mounted.stderr}`);
        skip();
      }
      onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
      await operator.cleanUp();
      const { running, write, ready } = await startService(folder);
      expect(await write()).toBe(201);
      const filler = path.join(folder, "filler");
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - 1_000_000));
      const { pid } = postmasterOf(folder);
      const shared = await openEmbeddedCluster({ dataDir: folder, use: "command" });
      // Each switch needs a new segment of the log, until there is no space for one.
      await expect
        .poll(async () => {
          const client = new pg.Client({ connectionString: shared.connectionString });
          client.on("error", () => undefined);
          try {
            await client.connect();
            await client.query("create table if not exists filling (n int)");
            await client.query("insert into filling values (1); select pg_switch_wal()");
          } catch {
            // The server is ending, or has ended.
          } finally {
            await client.end().catch(() => undefined);
          }
          return running.output();
        }, poll)
        .toContain("The database has ended unexpectedly");
      await expect.poll(() => running.output(), poll).toContain("The disk is full: free some space");
      expect(await write()).toBe(503);
      truncateSync(filler, 0);
      await expect.poll(write, poll).toBe(201);
      await expect.poll(ready, poll).toBe(200);
      expect(postmasterOf(folder).pid).not.toBe(pid);
      running.signal("SIGINT");
      expect(await running.ended()).toBe(0);
    },
    timeoutMs,
  );
});
