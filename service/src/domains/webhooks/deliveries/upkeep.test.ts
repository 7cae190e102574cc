import { startReceiver } from "billfold-sandbox/receiver";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { inTransaction } from "../../../platform/db/database.ts";
import {
  addEndpoint,
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  startDeliverySetup,
} from "./deliveries.fixture.ts";
import { makeDue } from "./queries.ts";
import { observeQueue, purgeDeliveries } from "./service.ts";

let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup({ attemptTimeoutMs: 1000 });
});
afterAll(() => setup.close());

const day = 86_400_000;

test("what ended 90 days ago is purged with its attempts; what is pending, and the events, stay", async () => {
  const company = await setup.subscriber();
  const failing = await setup.addEndpoint(company);
  failing.answers({ status: 500 });
  await emitMany(setup.context, company, 2);
  await setup.worker.pass();
  const since = setup.service.clock.now().toISOString();
  setup.service.clock.advance(90 * day);
  await purgeDeliveries(setup.context);
  expect(await deliveriesOf(company)).toHaveLength(4);
  setup.service.clock.advance(1);
  expect(await purgeDeliveries(setup.context)).toBeGreaterThanOrEqual(2);
  expect((await deliveriesOf(company)).map(({ endpoint_id, status }) => [endpoint_id, status])).toEqual([
    [failing.endpointId, "pending"],
    [failing.endpointId, "pending"],
  ]);
  failing.answers({ status: 200 });
  const body = { since, endpoint_id: company.endpointId };
  expect((await company.call("POST /webhooks/replay", { body })).status).toBe(200);
  await setup.worker.pass();
  expect(company.sequences()).toEqual([1, 2, 1, 2]);
});

test("how long they are kept is a setting", async () => {
  const company = await setup.subscriber();
  await emitMany(setup.context, company, 1);
  await setup.worker.pass();
  const context = { ...setup.context, config: { ...setup.context.config, deliveryRetentionDays: 2 } };
  setup.service.clock.advance(2 * day);
  await purgeDeliveries(context);
  expect(await deliveriesOf(company)).toHaveLength(1);
  setup.service.clock.advance(1);
  await purgeDeliveries(setup.context);
  expect(await deliveriesOf(company)).toHaveLength(1);
  await purgeDeliveries(context);
  expect(await deliveriesOf(company)).toEqual([]);
});

test("what is replayed at the moment of the purge is kept, and delivered again", async () => {
  const { db, clock } = setup.context;
  const company = await setup.subscriber();
  await emitMany(setup.context, company, 1);
  await setup.worker.pass();
  const [delivery] = await deliveriesOf(company);
  setup.service.clock.advance(90 * day + 1);
  const waiting = () =>
    db.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'delete'",
    );
  const { purging } = await inTransaction(db, async (tx) => {
    await makeDue(tx, company.id, clock.now(), delivery!.id);
    const begun = { purging: purgeDeliveries(setup.context) };
    await expect.poll(waiting).toHaveLength(1);
    return begun;
  });
  await purging;
  await setup.worker.pass();
  expect((await deliveriesOf(company)).map(({ id, status }) => [id, status])).toEqual([
    [delivery!.id, "succeeded"],
  ]);
  expect(company.sequences()).toEqual([1, 1]);
});

describe("the metrics", () => {
  const readingOf = async (metric: "deliveryQueue" | "endpoints" | "deliveryAttempts", label: string) => {
    const { values } = await setup.context.metrics[metric].get();
    return values.find(({ labels }) => Object.values(labels).includes(label))?.value ?? 0;
  };
  const oldestDue = async () => (await setup.context.metrics.deliveryOldestDue.get()).values[0]!.value;
  const observe = async () => {
    await observeQueue(setup.context);
    const names = ["pending", "behind"];
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readingOf("deliveryQueue", name)])),
    );
  };

  test("show how much waits, since when, and how the endpoints are", async () => {
    // What other tests left behind is sent, or counts for as much before as after.
    await setup.worker.pass();
    const before = await observe();
    expect([before.behind, await oldestDue()]).toEqual([0, 0]);
    const states = async () =>
      Promise.all(["healthy", "failing", "disabled"].map((state) => readingOf("endpoints", state)));
    const [healthy = 0, failing = 0, disabled = 0] = await states();

    const company = await setup.subscriber();
    const other = await setup.addEndpoint(company);
    await emitMany(setup.context, company, 3);
    setup.service.clock.advance(7000);
    expect(await observe()).toEqual({ pending: before.pending, behind: 6 });
    expect(await oldestDue()).toBeGreaterThanOrEqual(7);

    other.answers({ status: 500 });
    await setup.worker.pass();
    const { pending, behind } = await observe();
    expect([behind, pending >= 3, await oldestDue()]).toEqual([0, true, 0]);
    expect(await states()).toEqual([healthy + 1, failing + 1, disabled]);
    setup.service.clock.advance(9000);
    await observe();
    expect(await oldestDue()).toBeGreaterThanOrEqual(4);
    await company.call(`PATCH /webhooks/endpoints/${other.endpointId}`, { body: { status: "disabled" } });
    await observe();
    expect(await states()).toEqual([healthy + 1, failing, disabled + 1]);
  });

  test("count attempts by outcome", async () => {
    const outcomes = ["succeeded", "http_3xx", "http_4xx", "http_5xx", "timeout", "closed"];
    const counts = () => Promise.all(outcomes.map((outcome) => readingOf("deliveryAttempts", outcome)));
    await setup.worker.pass();
    const before = await counts();
    // A server of its own: a connection that answered others before would be replaced at once.
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const company = await setup.service.company();
    await addEndpoint(company, `${receiver.url}/hook`);
    for (const answer of [
      { status: 200 },
      { status: 307 },
      { status: 404 },
      { status: 503 },
      "hang",
      "close",
    ] as const) {
      receiver.behave(() => answer);
      await emitMany(setup.context, company, 1);
      await setup.worker.pass();
    }
    const after = await counts();
    expect(after.map((count, index) => count - before[index]!)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
