import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, migratedDatabase } from "../../../test/fresh-database.ts";
import "../../../test/property-seed.ts";
import { DamagedBackup } from "./archive.ts";
import { readBackup, verifyBackup, writeBackup } from "./file.ts";
import { isEmpty, loadBackup } from "./load.ts";
import { type BackupConnection, connectForBackup, findTables, takeSnapshot } from "./snapshot.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "billfold-archive-"));
const file = path.join(folder, "whole.backup");
const cleanUps: (() => Promise<void>)[] = [];
let source: BackupConnection;
let whole: Buffer;

async function connected({ connectionString, drop }: Awaited<ReturnType<typeof freshDatabase>>) {
  const db = await connectForBackup(connectionString);
  cleanUps.push(drop, db.close);
  return db;
}

beforeAll(async () => {
  source = await connected(await migratedDatabase());
  await source.query(
    `insert into companies (name, email, created_at, updated_at) select E'tab\\t newline\\n back\\\\slash Ọlá ' || n,
       n || '@example.com', now(), now() from generate_series(1, 3000) n`,
  );
  await writeBackup(file, takeSnapshot(source, { version: "1.2.3", keyFingerprints: ["abc"] }));
  whole = readFileSync(file);
});
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

const nothing = async () => undefined;
const restoreInto = (db: BackupConnection, from: string) =>
  readBackup(from, (bytes) => loadBackup(db, bytes, nothing));

test("a restored database has the same rows, schema and next ids, and is refused a second backup", async () => {
  const target = await connected(await freshDatabase());
  expect(await isEmpty(target)).toBe(true);
  const { start, end } = await restoreInto(target, file);
  expect(start).toMatchObject({ billfold_version: "1.2.3", key_fingerprints: ["abc"] });
  expect(end.rows).toBeGreaterThan(3000);
  const rowsOf = async (db: BackupConnection) => {
    const sums: unknown[] = [];
    for (const { table } of await findTables(db)) {
      const sql = `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`;
      sums.push([table, await db.query(sql)]);
    }
    return sums;
  };
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
  const next = "select nextval(pg_get_serial_sequence('companies', 'id'))";
  expect(await target.query(next)).toEqual(await source.query(next));
  expect(await isEmpty(target)).toBe(false);
  await expect(restoreInto(target, file)).rejects.toThrow(/already exists/);
});

test("no part of a backup is taken for a whole one, and no change of a byte changes what is restored", async () => {
  const broken = path.join(folder, "broken.backup");
  const refused = async (bytes: Buffer) => {
    writeFileSync(broken, bytes);
    await expect(verifyBackup(broken)).rejects.toThrow(DamagedBackup);
    await expect(verifyBackup(broken)).rejects.toThrow("Nothing was changed");
  };
  const { end } = await verifyBackup(file);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      await refused(whole.subarray(0, at));
      const changed = Buffer.from(whole);
      changed[at]! ^= flip;
      writeFileSync(broken, changed);
      // A bit of the compression's own header may mean nothing; the contents are then the same.
      const outcome = await verifyBackup(broken).catch((error: unknown) => error);
      if (!(outcome instanceof DamagedBackup)) expect(outcome).toMatchObject({ end });
    }),
    { numRuns: 30 },
  );
  await refused(Buffer.concat([whole, Buffer.from("more")]));
});

test("a backup that turns out to be damaged while it is loaded leaves the database empty", async () => {
  const target = await connected(await freshDatabase());
  const broken = path.join(folder, "cut.backup");
  const changed = Buffer.from(whole);
  // Far behind the start, so that tables are loaded before it is noticed.
  changed[Math.floor(whole.length * 0.9)]! ^= 1;
  writeFileSync(broken, changed);
  // The checksum notices it, unless the database refuses the changed rows before.
  await expect(restoreInto(target, broken)).rejects.toThrow();
  await expect(verifyBackup(broken)).rejects.toThrow(DamagedBackup);
  expect(await isEmpty(target)).toBe(true);
});
