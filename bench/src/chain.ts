import { openDatabase } from "../../service/src/platform/db/database.ts";
import { load } from "./http-load.ts";
import { cpuMs, databaseCpuMs } from "./processes.ts";
import { type Finding, median } from "./report.ts";
import { freshDataDir, removeDataDir, startService } from "./service-process.ts";
import { createRequest } from "./throughput.ts";

/** As `company_counters` marks a company whose earlier events are not chained yet: its new events get no hashes. */
const behind = "update company_counters set chained_sequence = event_sequence - 1";
const upToDate = "update company_counters set chained_sequence = event_sequence";

/**
 * Measures what the chain of hashes costs POST /invoices, in turns with companies whose chain is behind, so that no event
 * is hashed. CPU time is compared, because the requests a second of short turns differ by more than the chain costs. No
 * worker runs: it would chain the events afterwards.
 */
export async function measureChain(seconds: number, rounds: number): Promise<Finding[]> {
  const service = await startService(freshDataDir(), { BILLFOLD_ROLE: "api" });
  const { port, pid, connectionString } = service;
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  const request = createRequest(service, "with a key");
  const cpuNow = () => cpuMs(pid).own + databaseCpuMs(pid);
  const cpuPerRequest = async (clients: number, chain: string) => {
    await db.query(chain);
    const before = cpuNow();
    const result = await load({ port, clients, seconds, request, expectStatus: 201 });
    if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
    return (cpuNow() - before) / result.requests;
  };
  await load({ port, clients: 64, seconds: 8, request, expectStatus: 201 });
  const findings: Finding[] = [];
  for (const clients of [1, 64]) {
    const chained: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round++) {
      plain.push(await cpuPerRequest(clients, behind));
      chained.push(await cpuPerRequest(clients, upToDate));
    }
    const ratio = median(chained) / median(plain);
    findings.push({
      name: `CPU of POST /invoices with its place in the chain, ${clients} client(s); baseline: not hashed`,
      measured: median(chained),
      unit: "ms",
      baseline: median(plain),
      ratio,
      target: "adds ≤ 3 %",
      holds: ratio <= 1.03,
      note: `adds ${((ratio - 1) * 100).toFixed(1)} %`,
    });
  }
  await db.close();
  await service.stop();
  removeDataDir(service.dataDir);
  return findings;
}
