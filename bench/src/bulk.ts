import { createClient } from "../../sdk/src/client.ts";
import type { Finding } from "./report.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";

const defaultLimits = {
  BILLFOLD_POST_RATE: "25",
  BILLFOLD_COMPANY_POST_RATE: "100",
  BILLFOLD_READ_RATE: "200",
};
const clients = 16;

/** Measures a whole catalogue by the SDK: at the limits of the service as it ships, and without limits. */
export async function measureBulk(count: number): Promise<Finding[]> {
  const limited = await measured(defaultLimits, count, 400);
  const free = await measured({}, count, 4000);
  const ratio = limited.perSecond / limited.single;
  const freeRatio = free.perSecond / free.single;
  const secondsMax = (60 * count) / 100_000;
  const requestsMax = (250 * count) / 100_000;
  return [
    {
      name: `${count} customers by syncAll at the default limits`,
      measured: limited.seconds,
      unit: "s",
      target: `≤ ${secondsMax} s`,
      holds: limited.seconds <= secondsMax,
    },
    {
      name: "requests for them",
      measured: limited.requests,
      unit: "",
      target: `≤ ${requestsMax}`,
      holds: limited.requests <= requestsMax,
    },
    {
      name: "responses with 429, those of single requests included",
      measured: limited.refused + limited.singleRefused,
      unit: "",
      target: "0",
      holds: limited.refused + limited.singleRefused === 0,
      note: `${limited.refused} of batches, ${limited.singleRefused} of single requests`,
    },
    {
      name: "records a second; baseline: one request each, 16 at once",
      measured: limited.perSecond,
      unit: "/s",
      baseline: limited.single,
      ratio,
      target: "≥ 5",
      holds: ratio >= 5,
    },
    {
      name: "the same without limits",
      measured: free.perSecond,
      unit: "/s",
      baseline: free.single,
      ratio: freeRatio,
      target: "≥ 5",
      holds: freeRatio >= 5,
    },
  ];
}

async function measured(settings: Record<string, string>, count: number, singles: number) {
  const service = await startService(freshDataDir(), settings);
  try {
    // Both begin with a full burst.
    const one = await timed(service, async ({ customers }) => {
      let next = 0;
      const work = async () => {
        while (next < singles) await customers.create(customerOf("single", next++));
      };
      await Promise.all(Array.from({ length: clients }, work));
    });
    await new Promise((resolve) => setTimeout(resolve, 6000));
    const all = await timed(service, async ({ customers }) => {
      const summary = await customers.syncAll(customersOf(count));
      if (summary.created !== count) throw new Error(`${summary.created} of ${count} were created`);
    });
    return {
      seconds: all.seconds,
      requests: all.requests,
      refused: all.refused,
      singleRefused: one.refused,
      perSecond: count / all.seconds,
      single: singles / one.seconds,
    };
  } finally {
    await service.stop();
    removeDataDir(service.dataDir);
  }
}

async function timed(
  { port, demo }: RunningService,
  work: (client: ReturnType<typeof createClient>) => Promise<void>,
) {
  let requests = 0;
  let refused = 0;
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    appId: demo.app_id,
    secret: demo.secret,
    fetch: async (address, init) => {
      requests += 1;
      const response = await fetch(address, init);
      if (response.status === 429) refused += 1;
      return response;
    },
  });
  const startedAt = performance.now();
  await work(client);
  return { seconds: (performance.now() - startedAt) / 1000, requests, refused };
}

function* customersOf(count: number) {
  for (let index = 0; index < count; index += 1) yield customerOf("bulk", index);
}

const customerOf = (kind: string, index: number) => ({
  external_id: `${kind}-${index}`,
  name: `Customer ${index} Trading Ltd`,
  email: `accounts-${index}@customer.example`,
  phone: "+234 803 000 0000",
  tax_id: `${10_000_000 + index}-0001`,
  address: { line1: `${index} Marina`, city: "Lagos", country: "NG" },
});
