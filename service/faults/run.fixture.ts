import { expect } from "vitest";
import { readConfig } from "../src/config.ts";
import type { Context } from "../src/context.ts";
import { inTransaction } from "../src/foundation/database.ts";
import { createLog } from "../src/foundation/log.ts";
import { makeEncryptionKey } from "../src/foundation/secrets.ts";
import { approveCompany, createCompany, findCompanyOf } from "../src/modules/companies/service.ts";
import { createEndpoint } from "../src/modules/endpoints/service.ts";
import { openRuntime } from "../src/runtime.ts";
import { type DurableCluster, startDurableCluster } from "./cluster.fixture.ts";
import { type Ledger, type LedgerOptions, startLedger } from "./ledger.fixture.ts";
import { startWorkers, type Workers } from "./workers.fixture.ts";
import { startWriters, type Writers } from "./writers.fixture.ts";

export const endpoints = 20;
const workersSideBySide = 2;
/** Deliveries that the writers may be ahead: some for each endpoint, so that a dead worker is missed. */
const aheadMax = 40 * endpoints;

/** One company, twenty endpoints, two workers and those who write, on a database that may be killed too. */
export type FaultRun = {
  cluster: DurableCluster;
  workers: Workers;
  ledger: Ledger;
  writers: Writers;
  /** Resolves when everything was written and has arrived, and holds the books against what arrived. */
  verify(timeoutMs: number): Promise<void>;
};

export async function startFaultRun(
  open: AsyncDisposableStack,
  events: number,
  receiver: LedgerOptions,
): Promise<FaultRun> {
  const cluster = await startDurableCluster();
  open.defer(cluster.close);
  const env = {
    DATABASE_URL: cluster.connectionString,
    BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1",
    BILLFOLD_ENCRYPTION_KEYS: makeEncryptionKey("faults"),
  };
  const log = createLog({ level: "silent", write: () => undefined });
  const { context, close } = await openRuntime(readConfig(env), { use: "command", log });
  open.defer(close);
  const ledger = await startLedger(receiver);
  open.defer(ledger.close);
  const companyId = await makeSubscriber(context, ledger);
  const workers = await startWorkers(workersSideBySide, env);
  open.defer(workers.close);
  const isAhead = () => writers.acknowledged.size * endpoints - ledger.arrived() > aheadMax;
  const writers = startWriters(context, companyId, events, isAhead);
  open.defer(writers.stop);
  const verify = async (timeoutMs: number) => {
    await writers.done;
    const [counter] = await context.db.query<{ last: number }>(
      "select event_sequence as last from company_counters where company_id = $1",
      [companyId],
    );
    await verifyEvents(context, companyId, counter!.last, writers);
    await verifyDeliveries(context, companyId, counter!.last, ledger, timeoutMs);
    expect(workers.endedByThemselves()).toEqual([]);
  };
  return { cluster, workers, ledger, writers, verify };
}

function makeSubscriber(context: Context, ledger: Ledger): Promise<number> {
  return inTransaction(context.db, async (tx) => {
    const administration = { tx, now: context.clock.now() };
    const id = await createCompany(administration, { name: "Busy Ltd", email: "owner@example.com" });
    await approveCompany(administration, id);
    const company = await findCompanyOf(tx, id);
    const change = { ...administration, company, actor: { type: "system", id: null }, requestId: null } as const;
    for (let endpoint = 1; endpoint <= endpoints; endpoint++) {
      const { secret } = await createEndpoint(change, context, { url: ledger.url(endpoint) });
      ledger.trust(endpoint, secret);
    }
    return id;
  });
}

/** What was acknowledged has its event, and the numbers have no gap. */
async function verifyEvents(context: Context, companyId: number, last: number, { acknowledged }: Writers) {
  const rows = await context.db.query<{ sequence: number; customer: number }>(
    `select sequence, (body::json #>> '{data,object,id}')::int8 as customer from events
     where company_id = $1 order by sequence`,
    [companyId],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
  expect([...acknowledged.difference(new Set(rows.map(({ customer }) => customer)))]).toEqual([]);
}

/** Every endpoint took every event, and the books say so. */
async function verifyDeliveries(
  context: Context,
  companyId: number,
  last: number,
  ledger: Ledger,
  timeoutMs: number,
) {
  const poll = { timeout: timeoutMs, interval: 200 };
  const books = () =>
    context.db.query(
      `select status, count(*) as deliveries, count(distinct (endpoint_id, event_sequence)) as different
       from webhook_deliveries where company_id = $1 group by status`,
      [companyId],
    );
  const all = endpoints * last;
  await expect.poll(ledger.arrived, poll).toBe(all).catch(() => undefined);
  for (let endpoint = 1; endpoint <= endpoints; endpoint++) {
    expect(ledger.missing(endpoint, last), `missing at endpoint ${endpoint}`).toEqual([]);
  }
  await expect.poll(books, poll).toEqual([{ status: "succeeded", deliveries: all, different: all }]);
  expect(ledger.forged()).toBe(0);
}
