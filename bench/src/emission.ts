import { openDatabase } from "../../service/src/platform/db/database.ts";
import { load } from "./http-load.ts";
import { type Finding, median } from "./report.ts";
import { freshDataDir, removeDataDir, startService } from "./service-process.ts";
import { createRequest } from "./throughput.ts";

const clients = 64;

/**
 * Measures what an event costs its request, by alternating POST /invoices as it is and with a trigger that drops the
 * event's row. No worker delivers meanwhile, because delivery runs in another process; the notification stays.
 */
export async function measureEmission(seconds: number, rounds: number): Promise<Finding[]> {
  const service = await startService(freshDataDir(), { BILLFOLD_ROLE: "api" });
  const { port, connectionString } = service;
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  await db.query(
    `create function bench_drop() returns trigger language plpgsql as $$ begin return null; end $$`,
  );
  await db.query(
    "create trigger bench_drop before insert on events for each row execute function bench_drop()",
  );
  const request = createRequest(service, "without a key");
  const rate = async (events: "enable" | "disable") => {
    await db.query(`alter table events ${events === "enable" ? "disable" : "enable"} trigger bench_drop`);
    const result = await load({ port, clients, seconds, request, expectStatus: 201 });
    if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
    return result.perSecond;
  };
  await load({ port, clients, seconds: 8, request, expectStatus: 201 });
  const withEvents: number[] = [];
  const without: number[] = [];
  for (let round = 0; round < rounds; round++) {
    without.push(await rate("disable"));
    withEvents.push(await rate("enable"));
  }
  await db.close();
  await service.stop();
  removeDataDir(service.dataDir);
  const added = median(without) / median(withEvents) - 1;
  return [
    {
      name: "POST /invoices with its event; baseline: the event's row is dropped",
      measured: median(withEvents),
      unit: "/s",
      baseline: median(without),
      ratio: median(withEvents) / median(without),
      target: "adds ≤ 15 %",
      holds: added <= 0.15,
      note: `adds ${(added * 100).toFixed(1)} %`,
    },
  ];
}
