import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { inTransaction } from "../../../platform/db/database.ts";
import {
  createGate,
  type DeliverySetup,
  emitMany,
  newestOf,
  range,
  startDeliverySetup,
} from "./deliveries.fixture.ts";
import { defaultBounds } from "./sending/worker.ts";

// The clock stands still here: what happens, happens because somebody woke up.
let setup: DeliverySetup;
/** Its worker never looks around by itself: what it finds, it was told of. */
let unaided: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup({ slowResponseMs: defaultBounds.slowResponseMs });
  unaided = await startDeliverySetup({ pollIntervalMs: 3_600_000 });
  for (const { worker } of [setup, unaided]) worker.start();
});
afterAll(() => Promise.all([setup.close(), unaided.close()]));

// A busy machine is slow, not wrong.
const waiting = { timeout: 50_000, interval: 20 };

/** How often work was taken so far. */
const takes = async () => {
  const { values } = await setup.context.metrics.batches.get();
  return values.find(({ metricName, labels }) => {
    return metricName?.endsWith("_count") && labels.work === "take_deliveries";
  })!.value;
};

describe("an announcement", () => {
  test("wakes the worker for each of ten events", async () => {
    const company = await unaided.subscriber();
    for (const sequence of range(1, 10)) {
      await company.customer();
      await expect.poll(company.sequences, waiting).toEqual(range(1, sequence));
    }
  });

  test("wakes it for the batch of an invoice too", async () => {
    const company = await unaided.subscriber();
    const customer_id = await company.customer();
    await company.draft({ customer_id });
    await expect.poll(company.sequences, waiting).toEqual([1, 2]);
    await company.draft({ customer_id });
    await expect.poll(company.sequences, waiting).toEqual([1, 2, 3]);
  });

  test("wakes it for a test event, and for each kind of replay", async () => {
    const company = await unaided.subscriber();
    await emitMany(unaided.context, company, 1);
    await expect.poll(company.sequences, waiting).toEqual([1]);
    const ask = async (operation: string, body: object = {}) =>
      expect((await company.call(`POST /webhooks/${operation}`, { body })).status).toBe(200);
    await ask("test");
    await expect.poll(company.sequences, waiting).toEqual([1, 2]);
    await expect.poll(async () => (await newestOf(company, company)).status, waiting).toBe("succeeded");
    const { id } = await newestOf(company, company);
    await ask(`deliveries/${id}/replay`);
    await expect.poll(company.sequences, waiting).toEqual([1, 2, 2]);
    await ask("replay", { since: "2026-11-15" });
    await expect.poll(company.sequences, waiting).toEqual([1, 2, 2, 1]);
  });

  test("tells it of an endpoint that is enabled again", async () => {
    const company = await unaided.subscriber();
    await emitMany(unaided.context, company, 1);
    await expect.poll(company.sequences, waiting).toEqual([1]);
    const patch = (status: string) =>
      company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status } });
    await patch("disabled");
    await emitMany(unaided.context, company, 1);
    await patch("enabled");
    await emitMany(unaided.context, company, 1);
    await expect.poll(company.sequences, waiting).toEqual([1, 4]);
  });

  test("of a change counts for what comes next: the new address gets it, not the old one", async () => {
    const company = await unaided.subscriber();
    const elsewhere = await unaided.addEndpoint(await unaided.service.company());
    await emitMany(unaided.context, company, 1);
    await expect.poll(company.sequences, waiting).toEqual([1]);
    await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { url: elsewhere.url } });
    await emitMany(unaided.context, company, 1);
    await expect.poll(elsewhere.sequences, waiting).toEqual([2]);
    expect(company.sequences()).toEqual([1]);
  });
});

test("an announcement wakes a worker whose polls have found nothing for a while", async () => {
  const blind = await startDeliverySetup();
  onTestFinished(() => blind.close());
  let polls = 0;
  const { background } = blind.context;
  const query: typeof background.query = (sql, values) => {
    if (typeof sql === "string" || !/^delivery_find_(due|behind)$/.test(sql.name))
      return background.query(sql, values);
    polls += 1;
    return Promise.resolve([]);
  };
  blind.addWorker({ pollIntervalMs: 20 }, { background: { ...background, query } }).start();
  const company = await blind.subscriber();
  for (const sequence of range(1, 3)) {
    const before = polls;
    await expect.poll(() => polls, waiting).toBeGreaterThan(before + 10);
    await emitMany(blind.context, company, 1);
    await expect.poll(company.sequences, waiting).toEqual(range(1, sequence));
  }
});

describe("without an announcement", () => {
  test("the net finds the endpoint again that somebody was changing when its event came", async () => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 1);
    await expect.poll(company.sequences, waiting).toEqual([1]);
    await inTransaction(setup.context.db, async (tx) => {
      await tx.query("select from webhook_endpoints where id = $1 for no key update", [company.endpointId]);
      const before = await takes();
      await emitMany(setup.context, company, 1);
      await expect.poll(takes, waiting).toBeGreaterThan(before);
    });
    await expect.poll(company.sequences, waiting).toEqual([1, 2]);
  });

  test("the net finds an event, and those that come after it", async () => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 20, { unheard: true });
    const inOrder = () => company.sequences().toSorted((a, b) => a - b);
    await expect.poll(inOrder, waiting).toEqual(range(1, 20));
  });

  test("the net finds a retry that has become due", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 1);
    await expect.poll(async () => company.received().length, waiting).toBe(1);
    await expect.poll(async () => (await newestOf(company, company)).attempt_count, waiting).toBe(1);
    setup.service.clock.advance(5000);
    await expect.poll(company.sequences, waiting).toEqual([1, 1]);
  });
});

describe("announcements that were missed while the listening connection was down", () => {
  const cutListener = () =>
    setup.context.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'billfold listener%'`,
    );

  const reconnect = async () => {
    const again = () =>
      setup.service.logged.filter((line) => line.includes("notification listener reconnected")).length;
    const before = again();
    await cutListener();
    await expect.poll(again, waiting).toBeGreaterThan(before);
  };

  test("do not let what is newer overtake what was queued already", async () => {
    const company = await setup.subscriber();
    const gate = createGate();
    company.answers(gate.behaviour);
    const emitUntilTaken = async (count: number, taken: number) => {
      await emitMany(setup.context, company, count);
      const ask = "select count(*)::int from webhook_deliveries where company_id = $1";
      const made = async () => (await setup.context.db.query<{ count: number }>(ask, [company.id]))[0]!.count;
      await expect.poll(made, waiting).toBe(taken);
    };
    // Ten are under way, and more are queued than are taken at once.
    await emitUntilTaken(10, 10);
    await expect.poll(() => company.received().length, waiting).toBe(10);
    await emitUntilTaken(7, 17);
    await emitUntilTaken(16, 33);
    await emitUntilTaken(20, 33);
    await reconnect();
    gate.open();
    await expect.poll(() => company.received().length, waiting).toBe(53);
    const overtakenBy = company.sequences().map((sequence, place) => place + 1 - sequence);
    // An endpoint that answers late is sent up to ten at once, among which the network decides.
    expect(Math.max(...overtakenBy)).toBeLessThan(10);
    expect(new Set(company.sequences()).size).toBe(53);
  });

  test("do not keep what is queued on its way to an address that is no longer the endpoint's", async () => {
    const company = await setup.subscriber();
    const elsewhere = await setup.addEndpoint(await setup.service.company());
    const gate = createGate();
    company.answers(gate.behaviour);
    await emitMany(setup.context, company, 12);
    await expect.poll(() => company.received().length, waiting).toBe(10);
    await setup.context.db.query("update webhook_endpoints set url = $2 where id = $1", [
      company.endpointId,
      elsewhere.url,
    ]);
    await reconnect();
    gate.open();
    await expect.poll(() => elsewhere.sequences().toSorted((a, b) => a - b), waiting).toEqual([11, 12]);
    expect(company.received()).toHaveLength(10);
  });
});
