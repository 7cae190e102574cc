import { readFileSync } from "node:fs";
import { load, requestText } from "./http-load.ts";
import { childrenOf, cpuMs } from "./processes.ts";
import { type Finding, median } from "./report.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";
import { createRequest } from "./throughput.ts";

const clients = 32;
// By then the code that answers them is compiled, in each of the processes.
const warmUpRequests = 5000;

type Measured = { requests: number; perSecond: number; cpuMsPerRequest: number };
type Work = { name: string; request: (service: RunningService) => (index: number) => string; status: number };

const works: Work[] = [
  {
    name: "GET /invoices/{id}",
    request: ({ demo }) => {
      const text = requestText("GET", "/invoices/1", demo);
      return () => text;
    },
    status: 200,
  },
  { name: "POST /invoices, 3 lines", request: createRequest, status: 201 },
];

/**
 * One process and two, in turns, each on a database of its own: requests per second, and the processor time that all
 * processes of the service spend on one. On a machine of two processors the database and the callers share them.
 */
export async function measureProcesses(seconds: number, rounds: number): Promise<Finding[]> {
  const one = await startService(freshDataDir(), { BILLFOLD_PROCESSES: "1" });
  const two = await startService(freshDataDir(), { BILLFOLD_PROCESSES: "2" });
  const findings: Finding[] = [];
  try {
    for (const work of works) {
      for (const service of [one, two]) await warmUp(service, work, seconds);
      const measured: [Measured[], Measured[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        measured[0].push(await measure(one, work, seconds));
        measured[1].push(await measure(two, work, seconds));
      }
      findings.push(...compare(work.name, ...measured));
    }
  } finally {
    for (const service of [one, two]) {
      await service.stop();
      removeDataDir(service.dataDir);
    }
  }
  return findings;
}

async function warmUp(service: RunningService, work: Work, seconds: number): Promise<void> {
  for (let requests = 0; requests < warmUpRequests; ) {
    requests += (await measure(service, work, seconds)).requests;
  }
}

async function measure(
  service: RunningService,
  { request, status }: Work,
  seconds: number,
): Promise<Measured> {
  const before = serviceCpuMs(service.pid);
  const result = await load({
    port: service.port,
    clients,
    seconds,
    request: request(service),
    expectStatus: status,
  });
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
  return {
    requests: result.requests,
    perSecond: result.perSecond,
    cpuMsPerRequest: (serviceCpuMs(service.pid) - before) / result.requests,
  };
}

/** The service and the processes that it started, without its database. */
function serviceCpuMs(pid: number): number {
  const own = childrenOf(pid).filter((child) => commandOf(child).includes("processes/process.ts"));
  return [pid, ...own].reduce((sum, each) => sum + cpuMs(each).own, 0);
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8");

function compare(name: string, one: Measured[], two: Measured[]): Finding[] {
  const of = (figure: keyof Measured, all: Measured[]) => median(all.map((each) => each[figure]));
  const [rate, rateOfOne] = [of("perSecond", two), of("perSecond", one)];
  const [cpu, cpuOfOne] = [of("cpuMsPerRequest", two), of("cpuMsPerRequest", one)];
  return [
    {
      name: `${name}, ${clients} clients: two processes, one`,
      measured: rate,
      unit: "/s",
      baseline: rateOfOne,
      ratio: rate / rateOfOne,
      target: "≥ 1",
      holds: rate >= rateOfOne,
    },
    {
      name: "the same: processor time per request",
      measured: cpu,
      unit: "ms",
      baseline: cpuOfOne,
      ratio: cpu / cpuOfOne,
      target: "≤ 1.15",
      holds: cpu <= cpuOfOne * 1.15,
    },
  ];
}
