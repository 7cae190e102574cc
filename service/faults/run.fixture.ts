import { expect } from "vitest";
import { readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { approveCompany, createCompany, findCompanyOf } from "../src/domains/tenancy/companies/service.ts";
import { createEndpoint } from "../src/domains/webhooks/endpoints/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { createLog } from "../src/platform/ops/log.ts";
import { makeEncryptionKey } from "../src/platform/security/secrets.ts";
import { openRuntime } from "../src/runtime.ts";
import { type DurableCluster, startDurableCluster } from "./cluster.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.fixture.ts";
import { startWorkers, type Workers } from "./workers.fixture.ts";
import { startWriters, type Writers } from "./writers.fixture.ts";

const poll = { timeout: giveUpAfterMs, interval: 200 };

export const endpoints = 20;
const workersSideBySide = 2;
/** How many deliveries the writers may be ahead: some for each endpoint, so that a dead worker is noticed. */
const aheadMax = 40 * endpoints;

/** One company, twenty endpoints, two workers and several writers, on a database that may be killed too. */
export type FaultRun = {
  context: Context;
  cluster: DurableCluster;
  workers: Workers;
  receiver: WebhookReceiver;
  writers: Writers;
  /** Leases one endpoint for a few seconds, as another worker would. */
  borrowEndpoint(): Promise<void>;
  /** Resolves when no work is left, so that the workers have released all endpoints. */
  rest(): Promise<void>;
  /** Resolves when every event has arrived, and compares the stored deliveries with those received. */
  verify(): Promise<void>;
};

export async function startFaultRun(open: AsyncDisposableStack, refuseOneIn: number): Promise<FaultRun> {
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
  const receiver = await startWebhookReceiver(refuseOneIn);
  open.defer(receiver.close);
  const companyId = await makeSubscriber(context, receiver);
  const workers = await startWorkers(workersSideBySide, env);
  open.defer(workers.close);
  const isAhead = (written: number) => written * endpoints - receiver.arrived() > aheadMax;
  const writers = startWriters(context, companyId, isAhead);
  open.defer(writers.stop);
  const verify = async () => {
    const [counter] = await context.db.query<{ last: number }>(
      "select event_sequence as last from company_counters where company_id = $1",
      [companyId],
    );
    await verifyEvents(context, companyId, counter!.last, writers);
    await verifyDeliveries(context, companyId, counter!.last, receiver).catch((error: Error) => {
      error.message += `\nthe workers logged:\n${workers.errors().slice(-40).join("\n")}`;
      throw error;
    });
    expect(workers.crashed()).toEqual([]);
  };
  const borrowEndpoint = async () => {
    await context.db.query(
      `update webhook_endpoints set leased_by = 'elsewhere', leased_until = now() + interval '3 seconds'
       where id = (select min(id) from webhook_endpoints)`,
    );
  };
  const leased = () => context.db.query("select id from webhook_endpoints where leased_by is not null");
  const rest = () => expect.poll(leased, poll).toEqual([]);
  return { context, cluster, workers, receiver, writers, borrowEndpoint, rest, verify };
}

function makeSubscriber(context: Context, receiver: WebhookReceiver): Promise<number> {
  return inTransaction(context.db, async (tx) => {
    const administration = { tx, now: context.clock.now() };
    const id = await createCompany(administration, { name: "Busy Ltd", email: "owner@example.com" });
    await approveCompany(administration, id);
    const company = await findCompanyOf(tx, id);
    const change = {
      ...administration,
      company,
      actor: { type: "system", id: null },
      requestId: null,
    } as const;
    for (let endpoint = 1; endpoint <= endpoints; endpoint++) {
      const { secret } = await createEndpoint(change, context, "operator", { url: receiver.url(endpoint) });
      receiver.trust(endpoint, secret);
    }
    return id;
  });
}

/** Every acknowledged change has its event, and the sequence has no gap. */
async function verifyEvents(context: Context, companyId: number, last: number, { acknowledged }: Writers) {
  const rows = await context.db.query<{ sequence: number; customer: number }>(
    `select sequence, (body::json #>> '{data,object,id}')::int8 as customer from events
     where company_id = $1 order by sequence`,
    [companyId],
  );
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
  expect([...acknowledged.difference(new Set(rows.map(({ customer }) => customer)))]).toEqual([]);
}

/** Every endpoint received every event, and the stored deliveries say so. */
async function verifyDeliveries(
  context: Context,
  companyId: number,
  last: number,
  receiver: WebhookReceiver,
) {
  // On a busy machine an attempt may time out a second time, and the next one comes after minutes: it is made now.
  const bringForward = () =>
    context.db.query(
      `update webhook_deliveries set next_attempt_at = now()
       where company_id = $1 and status = 'pending' and next_attempt_at > now() + interval '10 seconds'`,
      [companyId],
    );
  const books = async () => {
    await bringForward();
    return context.db.query(
      `select status, count(*) as deliveries, count(distinct (endpoint_id, event_sequence)) as different
       from webhook_deliveries where company_id = $1 group by status`,
      [companyId],
    );
  };
  const arrived = async () => {
    await bringForward();
    return receiver.arrived();
  };
  const all = endpoints * last;
  await expect
    .poll(arrived, poll)
    .toBe(all)
    .catch(() => undefined);
  for (let endpoint = 1; endpoint <= endpoints; endpoint++) {
    expect(receiver.missing(endpoint, last), `missing at endpoint ${endpoint}`).toEqual([]);
  }
  await expect
    .poll(books, poll)
    .toEqual([{ status: "succeeded", deliveries: all, different: all }])
    .catch(async (error: Error) => {
      const unfinished = await context.db.query(unfinishedDeliveries, [companyId]);
      error.message += `\nunfinished: ${JSON.stringify(unfinished, null, 1)}`;
      throw error;
    });
  expect(await misplaced(context, companyId)).toEqual([]);
  expect(receiver.forged()).toBe(0);
}

/** What a failed run shows of each delivery that did not end, with its endpoint's lease and all its attempts. */
const unfinishedDeliveries = `
  select d.id, d.endpoint_id, d.event_sequence, d.status, d.step, d.next_attempt_at, d.attempt_number, d.attempt_cause,
    d.attempt_lease, d.attempt_worker, d.attempt_begun_at, e.lease_number, e.leased_by, e.leased_until, now() as now,
    (select json_agg(a order by a.number) from webhook_attempts a
     where a.company_id = d.company_id and a.delivery_id = d.id) as attempts
  from webhook_deliveries d join webhook_endpoints e on e.company_id = d.company_id and e.id = d.endpoint_id
  where d.company_id = $1 and d.status <> 'succeeded' order by d.id limit 10`;

/** Attempts that are stored under a delivery to another endpoint than the one that received them. */
function misplaced(context: Context, companyId: number) {
  return context.db.query(
    `select d.endpoint_id, e.url as belongs_to, a.url as went_to, d.event_sequence, d.status, a.number, a.status_code
     from webhook_attempts a join webhook_deliveries d on d.company_id = a.company_id and d.id = a.delivery_id
     join webhook_endpoints e on e.company_id = d.company_id and e.id = d.endpoint_id
     where a.company_id = $1 and a.url <> e.url`,
    [companyId],
  );
}
