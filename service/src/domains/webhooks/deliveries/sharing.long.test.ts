import { afterEach, describe, expect, test } from "vitest";
import { startService } from "../../../../test/harness.ts";
import {
  createGate,
  type Delivery,
  type DeliveryAttempt,
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  expireLeases,
  newestOf,
  range,
  sequentialOnly,
  startDeliverySetup,
  type TestEndpoint,
} from "./deliveries.fixture.ts";
import { createDeliveryWorker } from "./sending/worker.ts";

let setup: DeliverySetup;
afterEach(() => setup.close());

const waiting = { timeout: 50_000, interval: 20 };
const leaseOf = async ({ endpointId }: TestEndpoint) => {
  const [row] = await setup.context.db.query<{ leased_by: string | null; is_valid: boolean | null }>(
    "select leased_by, leased_until > now() as is_valid from webhook_endpoints where id = $1",
    [endpointId],
  );
  return row!;
};

describe("several workers", { timeout: 120_000 }, () => {
  test.each([2, 3])("%i of them: every event arrives once and in order", async (count) => {
    // Each serves so few that all are needed.
    const bounds = { endpointsMax: 12 / count };
    setup = await startDeliverySetup(bounds);
    const workers = [setup.worker, ...range(2, count).map(() => setup.addWorker())];
    const gate = createGate();
    const companies = await Promise.all(range(1, 12).map(() => setup.subscriber()));
    for (const company of companies) company.answers(gate.behaviour);
    for (const company of companies) await emitMany(setup.context, company, 1);
    for (const [index, worker] of workers.entries()) {
      worker.start();
      await expect.poll(() => gate.waiting, waiting).toBe((index + 1) * bounds.endpointsMax);
    }
    const holders = await Promise.all(companies.map(leaseOf));
    const shares = Object.values(Object.groupBy(holders, ({ leased_by }) => leased_by!));
    expect(shares.map((share) => share!.length)).toEqual(Array(count).fill(bounds.endpointsMax));
    gate.open();
    for (const _ of range(1, 3)) {
      await Promise.all(companies.map((company) => emitMany(setup.context, company, 10)));
    }
    for (const company of companies) await expect.poll(company.sequences, waiting).toEqual(range(1, 31));
    for (const company of companies) {
      await expect.poll(() => deliveriesOf(company, "status=pending"), waiting).toEqual([]);
    }
    expect(setup.receiver.received).toHaveLength(12 * 31);
  });

  test("of two processes that only share the database: every event arrives once and in order", async () => {
    setup = await startDeliverySetup();
    const { databaseUrl } = setup.context.config;
    const other = await startService({
      env: { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1", DATABASE_URL: databaseUrl! },
    });
    const otherWorker = createDeliveryWorker(other.context, sequentialOnly);
    setup.worker.start();
    otherWorker.start();
    try {
      const companies = await Promise.all(range(1, 10).map(() => setup.subscriber()));
      for (const _ of range(1, 20)) {
        await Promise.all(companies.map((company) => emitMany(setup.context, company, 1)));
      }
      for (const company of companies) await expect.poll(company.sequences, waiting).toEqual(range(1, 20));
      expect(setup.receiver.received).toHaveLength(200);
    } finally {
      await otherWorker.stop();
      await other.close();
    }
  });
});

describe("a worker that vanishes", () => {
  test("keeps its endpoint until the lease ends; then another delivers what it had begun", async () => {
    setup = await startDeliverySetup();
    const gate = createGate();
    const company = await setup.subscriber();
    company.answers(gate.behaviour);
    await emitMany(setup.context, company, 2);
    // It was never started, so it does not renew its leases: as good as gone.
    const vanished = setup.addWorker().pass();
    await expect.poll(() => gate.waiting, waiting).toBeGreaterThan(0);
    company.answers({ status: 200 });
    const before = company.received().length;
    // The workers' own clocks do not matter.
    setup.service.clock.advance(86_400_000);
    expect(await setup.worker.pass()).toBe(0);
    await expireLeases(setup.context);
    expect(await setup.worker.pass()).toBe(2);
    expect(company.sequences().slice(before)).toEqual([1, 2]);
    const delivered = await deliveriesOf(company);
    expect(delivered.map(({ status, attempt_count }) => [status, attempt_count])).toEqual([
      ["succeeded", 1],
      ["succeeded", 1],
    ]);
    const attemptsOf = async ({ id }: Delivery): Promise<DeliveryAttempt[]> =>
      (await company.call(`GET /webhooks/deliveries/${id}`)).body.delivery.attempts;
    const takenOver = { number: 2, cause: "takeover", completed: true, status_code: 200 };
    const begun = { number: 1, cause: "first", completed: false, status_code: null, failure: null };
    const [second, first] = await attemptsOf(delivered[0]!);
    expect([second, first]).toMatchObject([takenOver, begun]);
    expect(first!.worker).not.toBe(second!.worker);

    // Its late outcome shows on its own attempt, and neither delivery nor endpoint follow from it any more.
    gate.open({ status: 500 });
    await vanished;
    expect(await deliveriesOf(company)).toEqual(delivered);
    expect(await attemptsOf(delivered[0]!)).toMatchObject([
      takenOver,
      { ...begun, completed: true, status_code: 500 },
    ]);
    const { endpoint } = (await company.call(`GET /webhooks/endpoints/${company.endpointId}`)).body;
    expect(endpoint.failing_since).toBeNull();
    await emitMany(setup.context, company, 1);
    expect(await setup.worker.pass()).toBe(1);
    expect(company.sequences().slice(-1)).toEqual([3]);
  });
});

// The workers' writes do not wait for the disk: a crash of the database can undo the beginning of an attempt that has
// been sent, while its response is still to come.
describe("a crash that undoes the beginning of a second attempt", { timeout: 30_000 }, () => {
  /** One delivery whose first attempt was refused and whose second one waits for its response. */
  const secondUnderWay = async () => {
    setup = await startDeliverySetup();
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 1);
    expect(await setup.worker.pass()).toBe(1);
    setup.service.clock.advance(6000);
    const gate = createGate();
    company.answers(gate.behaviour);
    const passing = setup.worker.pass();
    await expect.poll(() => gate.waiting, waiting).toBe(1);
    return { company, gate, passing };
  };
  const undoBeginning = () =>
    setup.context.db.query(
      `update webhook_deliveries set attempt_number = 1, attempt_lease = null, attempt_worker = null,
         attempt_begun_at = null, attempt_url = null`,
    );

  test("lets its outcome count, and the event is not sent once more", async () => {
    const { company, gate, passing } = await secondUnderWay();
    await undoBeginning();
    company.answers({ status: 200 });
    gate.open();
    expect(await passing).toBe(1);
    expect(await newestOf(company, company)).toMatchObject({
      status: "succeeded",
      attempt_count: 2,
      attempts: [{ number: 1 }, { number: 2, completed: true, status_code: 200 }],
    });
    expect(company.sequences()).toEqual([1, 1]);
  });

  test("and gives its number to another worker's attempt lets that one count", async () => {
    const { company, gate, passing } = await secondUnderWay();
    await undoBeginning();
    await expireLeases(setup.context);
    const otherGate = createGate();
    company.answers(otherGate.behaviour);
    const takingOver = setup.addWorker().pass();
    await expect.poll(() => otherGate.waiting, waiting).toBe(1);
    gate.open({ status: 500 });
    await passing;
    company.answers({ status: 200 });
    otherGate.open();
    expect(await takingOver).toBe(1);
    expect(await newestOf(company, company)).toMatchObject({
      status: "succeeded",
      attempts: [{ number: 1 }, { number: 2, completed: true, status_code: 200 }],
    });
    expect(company.sequences()).toEqual([1, 1, 1]);
  });
});

describe("a lease", () => {
  test("is renewed as long as an attempt runs", async () => {
    setup = await startDeliverySetup();
    const gate = createGate();
    const company = await setup.subscriber();
    company.answers(gate.behaviour);
    setup.worker.start();
    await emitMany(setup.context, company, 1);
    await expect.poll(() => gate.waiting, waiting).toBe(1);
    const otherWorker = setup.addWorker();
    const { leased_by } = await leaseOf(company);
    for (const _ of range(1, 3)) {
      await expireLeases(setup.context);
      const isRenewed = async () => {
        const lease = await leaseOf(company);
        return lease.leased_by === leased_by && lease.is_valid;
      };
      await expect.poll(isRenewed, waiting).toBe(true);
      expect(await otherWorker.pass()).toBe(0);
    }
    gate.open();
    await expect.poll(async () => (await newestOf(company, company)).status, waiting).toBe("succeeded");
    expect(company.sequences()).toEqual([1]);
  });

  test("is given back when there has been nothing to do for a while", async () => {
    setup = await startDeliverySetup({ idleMs: 100 });
    const company = await setup.subscriber();
    setup.worker.start();
    await emitMany(setup.context, company, 1);
    await expect.poll(company.sequences, waiting).toEqual([1]);
    await expect.poll(() => leaseOf(company), waiting).toEqual({ leased_by: null, is_valid: null });
  });

  test("is given back at once by a worker that stops, after the attempts under way", async () => {
    setup = await startDeliverySetup();
    const gate = createGate();
    const company = await setup.subscriber();
    company.answers(gate.behaviour);
    setup.worker.start();
    await emitMany(setup.context, company, 1);
    await expect.poll(() => gate.waiting, waiting).toBe(1);
    let stopped = false;
    const stopping = setup.worker.stop().then(() => {
      stopped = true;
    });
    await emitMany(setup.context, company, 5);
    const otherWorker = setup.addWorker();
    expect([await otherWorker.pass(), stopped]).toEqual([0, false]);
    company.answers({ status: 200 });
    gate.open();
    await stopping;
    expect(await leaseOf(company)).toEqual({ leased_by: null, is_valid: null });
    expect(await deliveriesOf(company, "status=succeeded")).toHaveLength(1);
    expect(await otherWorker.pass()).toBe(5);
    expect(company.sequences()).toEqual(range(1, 6));
  });
});
