import { openDatabase, type Queryable } from "../../service/src/platform/db/database.ts";
import { load } from "./http-load.ts";
import type { Finding } from "./report.ts";
import { freshDataDir, removeDataDir, startService } from "./service-process.ts";
import { createRequest } from "./throughput.ts";

/** What the tables and the log have been through since the server's start. */
type Totals = { bytes: number; images: number; dead: number; updated: number; hot: number; vacuums: number };

const readTotals = `select w.wal_bytes::float8 as bytes, w.wal_fpi::float8 as images, t.* from pg_stat_wal w, (
    select sum(n_tup_del + n_tup_upd)::float8 as dead, sum(n_tup_upd)::float8 as updated, sum(n_tup_hot_upd)::float8 as hot,
      sum(autovacuum_count)::float8 as vacuums
    from pg_stat_user_tables) t`;

/**
 * What a create costs after it was answered: bytes of write-ahead log, which replicas and archives receive, and row
 * versions that vacuum has to remove. The worker runs, so that the delivery of each event is included.
 */
export async function measureWal(seconds: number): Promise<Finding[]> {
  const service = await startService(freshDataDir());
  const { port, connectionString } = service;
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  const request = createRequest(service, "without a key");
  const findings: Finding[] = [];
  // The first write to a page after a checkpoint logs the whole page, so the tables are warmed up first.
  await load({ port, clients: 8, seconds: 2, request, expectStatus: 201 });
  for (const clients of [1, 8, 64]) {
    const before = await settled(db);
    const { requests, failures } = await load({ port, clients, seconds, request, expectStatus: 201 });
    if (failures > 0) throw new Error(`${failures} of ${requests} requests failed`);
    findings.push(...perThousand(clients, requests, before, await settled(db)));
  }
  await db.close();
  await service.stop();
  removeDataDir(service.dataDir);
  return findings;
}

/** Statistics arrive late and deliveries are still being made: the totals are read once they no longer change. */
async function settled(db: Queryable): Promise<Totals> {
  for (let before: Totals | undefined; ; ) {
    const [now] = await db.query<Totals>(readTotals);
    if (before && now!.dead === before.dead) return now!;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 3000));
  }
}

function perThousand(clients: number, creates: number, before: Totals, after: Totals): Finding[] {
  const of = (name: keyof Totals) => ((after[name] - before[name]) / creates) * 1000;
  const hot = (after.hot - before.hot) / Math.max(1, after.updated - before.updated);
  const who = `1,000 creates by ${clients} ${clients === 1 ? "client" : "clients"}`;
  return [
    {
      name: `write-ahead log, ${who}`,
      measured: of("bytes") / 1_000_000,
      unit: "MB",
      target: "reported",
      holds: true,
      note: `${of("images").toFixed(0)} whole pages`,
    },
    {
      name: `row versions for vacuum, ${who}`,
      measured: of("dead"),
      unit: "rows",
      target: "reported",
      holds: true,
      note: `${(hot * 100).toFixed(0)} % of the updates touched no index; vacuumed ${after.vacuums - before.vacuums} tables`,
    },
  ];
}
