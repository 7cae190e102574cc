import { openDatabase } from "../../service/src/platform/db/database.ts";
import { load } from "./http-load.ts";
import { databaseCpuMs, threadsCpuMs } from "./processes.ts";
import { type Finding, median } from "./report.ts";
import { freshDataDir, removeDataDir, startService } from "./service-process.ts";
import { createRequest } from "./throughput.ts";

/** As `company_counters` marks a company whose earlier events are not chained yet: its new events get no hashes. */
const behind = "update company_counters set chained_sequence = event_sequence - 1";
const upToDate = "update company_counters set chained_sequence = event_sequence";

/** Short, so that what slows the machine down for a while meets both sides; the median of many pairs is compared. */
const turnSeconds = 1;
const pairsPerRound = 12;

type Cpu = { service: number; database: number };

/**
 * Measures what the chain of hashes costs POST /invoices, in turns with companies whose chain is behind, so that no event
 * is hashed. CPU time is compared, because the requests a second of short turns differ by more than the chain costs. No
 * worker runs: it would chain the events afterwards.
 */
export async function measureChain(rounds: number): Promise<Finding[]> {
  const service = await startService(freshDataDir(), { BILLFOLD_ROLE: "api" });
  const { port, pid, connectionString } = service;
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  const request = createRequest(service, "with a key");
  const cpuNow = (): Cpu => ({ service: threadsCpuMs(pid), database: databaseCpuMs(pid) });
  const cpuPerRequest = async (clients: number, chain: string): Promise<Cpu> => {
    await db.query(chain);
    const before = cpuNow();
    const result = await load({ port, clients, seconds: turnSeconds, request, expectStatus: 201 });
    if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
    const after = cpuNow();
    return {
      service: (after.service - before.service) / result.requests,
      database: (after.database - before.database) / result.requests,
    };
  };
  const findings: Finding[] = [];
  for (const clients of [1, 64]) {
    await load({ port, clients, seconds: 8, request, expectStatus: 201 });
    const pairs: { chained: Cpu; plain: Cpu }[] = [];
    for (let pair = 0; pair < rounds * pairsPerRound; pair++) {
      // Each is first as often as second, because the tables grow meanwhile.
      const isChainedFirst = pair % 2 === 0;
      const first = await cpuPerRequest(clients, isChainedFirst ? upToDate : behind);
      const second = await cpuPerRequest(clients, isChainedFirst ? behind : upToDate);
      pairs.push(isChainedFirst ? { chained: first, plain: second } : { chained: second, plain: first });
    }
    findings.push(finding(clients, pairs));
  }
  await db.close();
  await service.stop();
  removeDataDir(service.dataDir);
  return findings;
}

const total = ({ service, database }: Cpu) => service + database;

function finding(clients: number, pairs: readonly { chained: Cpu; plain: Cpu }[]): Finding {
  const ratio = median(pairs.map(({ chained, plain }) => total(chained) / total(plain)));
  const ofDatabase = median(pairs.map(({ chained, plain }) => chained.database - plain.database));
  return {
    name: `CPU of POST /invoices with its place in the chain, ${clients} client(s); baseline: not hashed`,
    measured: median(pairs.map(({ chained }) => total(chained))),
    unit: "ms",
    baseline: median(pairs.map(({ plain }) => total(plain))),
    ratio,
    target: "adds ≤ 3 %",
    holds: ratio <= 1.03,
    note: `adds ${((ratio - 1) * 100).toFixed(1)} %; PostgreSQL ${(ofDatabase * 1000).toFixed(0)} µs`,
  };
}
