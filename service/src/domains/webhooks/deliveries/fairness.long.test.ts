import { afterEach, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  createGate,
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  newestOf,
  range,
  startDeliverySetup,
  type TestEndpoint,
} from "./deliveries.fixture.ts";
import { defaultBounds } from "./sending/worker.ts";

// Those that hang must not keep others waiting for longer than this.
const usual = { slowResponseMs: defaultBounds.slowResponseMs };

// Those that hang do so until a test lets them go on, so that what arrives meanwhile did not wait for them.
let setup: DeliverySetup;
afterEach(() => setup.close());

const waiting = { timeout: 50_000, interval: 20 };
const hooksOf = async (company: TestCompany, count: number) => {
  const hooks: TestEndpoint[] = [];
  for (const _ of range(1, count)) hooks.push(await setup.addEndpoint(company));
  return hooks;
};
/** What came in, sorted: what is sent several at once may come in any order. */
const inOrder = (endpoint: TestEndpoint) => endpoint.sequences().toSorted((a, b) => a - b);
const arrived = (hooks: readonly TestEndpoint[]) =>
  hooks.reduce((sum, endpoint) => sum + endpoint.received().length, 0);

/** An endpoint that is known to fail, because it just did. */
const fail = async (company: TestCompany, hooks: readonly TestEndpoint[]) => {
  for (const endpoint of hooks) endpoint.answers({ status: 500 });
  await emitMany(setup.context, company, 1);
  await setup.worker.pass();
};

describe("an endpoint that hangs", () => {
  test("adds nothing: 90 of 100 endpoints get all their events while 10 hang", async () => {
    setup = await startDeliverySetup(usual);
    const gate = createGate();
    const companies = await Promise.all(range(1, 5).map(() => setup.service.company()));
    const dead: TestEndpoint[] = [];
    const healthy: TestEndpoint[] = [];
    for (const company of companies) {
      const [first, second, ...others] = (await hooksOf(company, 20)) as [
        TestEndpoint,
        TestEndpoint,
        ...TestEndpoint[],
      ];
      dead.push(first, second);
      healthy.push(...others);
    }
    for (const endpoint of dead) endpoint.answers(gate.behaviour);
    setup.worker.start();
    for (const _ of range(1, 2)) for (const company of companies) await emitMany(setup.context, company, 2);
    const complete = () => healthy.filter((endpoint) => new Set(endpoint.sequences()).size === 4).length;
    await expect.poll(complete, waiting).toBe(90);
    await expect
      .poll(() => dead.filter((endpoint) => endpoint.received().length > 0).length, waiting)
      .toBe(10);
    expect(gate.waiting).toBe(arrived(dead));
    for (const company of companies) {
      expect(await deliveriesOf(company, "status=failed")).toEqual([]);
      for (const { attempt_count } of await deliveriesOf(company, "status=pending")) {
        expect(attempt_count).toBe(0);
      }
    }
    gate.open();
  });

  test("has nothing more to do with other companies when it has a huge backlog and many like it", async () => {
    setup = await startDeliverySetup({ ...usual, attemptsMax: 30, attemptsMaxPerCompany: 10 });
    const gate = createGate();
    const greedy = await setup.service.company();
    for (const endpoint of await hooksOf(greedy, 20)) endpoint.answers(gate.behaviour);
    await emitMany(setup.context, greedy, 1000);
    setup.service.clock.advance(60_000);
    setup.worker.start();
    await expect.poll(() => gate.waiting, waiting).toBe(10);
    const modest = await setup.subscriber();
    await emitMany(setup.context, modest, 40);
    await expect.poll(() => inOrder(modest), waiting).toEqual(range(1, 40));
    expect([gate.waiting, gate.most]).toEqual([10, 10]);
    gate.open();
  });

  test("over one event goes on getting the others", async () => {
    setup = await startDeliverySetup(usual);
    const gate = createGate();
    const company = await setup.subscriber();
    company.answers(({ body }) => (JSON.parse(body).sequence === 3 ? gate.behaviour() : { status: 200 }));
    setup.worker.start();
    await emitMany(setup.context, company, 100);
    await expect.poll(() => inOrder(company), waiting).toEqual(range(1, 100));
    expect(gate.waiting).toBe(1);
    await expect
      .poll(async () => (await deliveriesOf(company, "status=pending")).map((one) => one.event_id), waiting)
      .toEqual([await company.eventId(3)]);
    gate.open();
    await expect.poll(() => deliveriesOf(company, "status=pending"), waiting).toEqual([]);
  });

  test("over one event gets the retries of others when they are due", async () => {
    setup = await startDeliverySetup(usual);
    const gate = createGate();
    const company = await setup.subscriber();
    company.answers(({ body }) => (JSON.parse(body).sequence === 1 ? gate.behaviour() : { status: 500 }));
    setup.worker.start();
    await emitMany(setup.context, company, 2);
    await expect.poll(async () => (await newestOf(company, company)).attempt_count, waiting).toBe(1);
    company.answers({ status: 200 });
    setup.service.clock.advance(5000);
    await expect.poll(company.sequences, waiting).toEqual([1, 2, 2]);
    expect(gate.waiting).toBe(1);
    gate.open();
  });
});

describe("the attempts under way at once", () => {
  test("are ten on an endpoint at most", async () => {
    setup = await startDeliverySetup(usual);
    const gate = createGate();
    const company = await setup.subscriber();
    company.answers(gate.behaviour);
    await emitMany(setup.context, company, 40);
    // Behind as it is, it is sent several at once without much patience.
    setup.service.clock.advance(10_000);
    setup.worker.start();
    await expect.poll(() => gate.waiting, waiting).toBe(10);
    gate.open();
    await expect.poll(() => inOrder(company), waiting).toEqual(range(1, 40));
    expect(gate.most).toBe(10);
  });

  test("are two on an endpoint that fails at most", async () => {
    setup = await startDeliverySetup(usual);
    const gate = createGate();
    const company = await setup.subscriber();
    await fail(company, [company]);
    company.answers(gate.behaviour);
    await emitMany(setup.context, company, 40);
    setup.service.clock.advance(10_000);
    setup.worker.start();
    await expect.poll(() => gate.waiting, waiting).toBe(2);
    gate.open({ status: 500 });
    await expect.poll(() => company.received().length, waiting).toBe(42);
    expect(gate.most).toBe(2);
  });

  test("are more again on an endpoint that has recovered", async () => {
    setup = await startDeliverySetup(usual);
    const [cure, gate] = [createGate(), createGate()];
    const company = await setup.subscriber();
    await fail(company, [company]);
    company.answers(({ body }) => (JSON.parse(body).sequence <= 2 ? cure.behaviour() : gate.behaviour()));
    await emitMany(setup.context, company, 40);
    setup.service.clock.advance(10_000);
    setup.worker.start();
    await expect.poll(() => cure.waiting + gate.waiting, waiting).toBe(2);
    cure.open();
    await expect.poll(() => gate.waiting, waiting).toBe(10);
    gate.open();
  });
});

describe("endpoints that fail", () => {
  test("take half of the room at most, and the others the rest of it", async () => {
    setup = await startDeliverySetup({ ...usual, attemptsMax: 4 });
    const [bad, good] = [createGate(), createGate()];
    const failing = await setup.service.company();
    const hooks = await hooksOf(failing, 6);
    await fail(failing, hooks);
    for (const endpoint of hooks) endpoint.answers(bad.behaviour);
    setup.service.clock.advance(5000);
    setup.worker.start();
    await expect.poll(() => bad.waiting, waiting).toBe(2);
    const companies = await Promise.all(range(1, 5).map(() => setup.subscriber()));
    for (const company of companies) company.answers(good.behaviour);
    for (const company of companies) await emitMany(setup.context, company, 5);
    await expect.poll(() => good.waiting, waiting).toBe(2);
    good.open();
    await expect.poll(() => arrived(companies), waiting).toBe(25);
    expect([bad.waiting, bad.most, good.most]).toEqual([2, 2, 2]);
    bad.open({ status: 500 });
  });

  /** Endpoints whose work was taken since the clock moved: deliveries made since then are the newest of all. */
  const takenNow = async () => {
    const [row] = await setup.context.db.query<{ count: number }>(
      "select count(distinct endpoint_id) as count from webhook_deliveries where created_at = $1",
      [setup.service.clock.now()],
    );
    return row!.count;
  };

  test("leave room that becomes free to those that work, however many of them wait for it", async () => {
    setup = await startDeliverySetup({ ...usual, attemptsMax: 4 });
    const [held, bad] = [createGate(), createGate()];
    const failing = await Promise.all(range(1, 2).map(() => setup.service.company()));
    for (const company of failing) {
      const hooks = await hooksOf(company, 15);
      await fail(company, hooks);
      for (const endpoint of hooks) endpoint.answers(bad.behaviour);
    }
    const slow = await Promise.all(range(1, 4).map(() => setup.subscriber()));
    for (const company of slow) company.answers(held.behaviour);
    const last = createGate();
    slow[0]!.answers(last.behaviour);
    setup.worker.start();
    for (const company of slow) await emitMany(setup.context, company, 1);
    await expect.poll(() => held.waiting + last.waiting, waiting).toBe(4);
    // Thirty that fail have work now and no room for it; then comes one that works.
    setup.service.clock.advance(5000);
    for (const company of failing) await emitMany(setup.context, company, 1);
    await expect.poll(takenNow, waiting).toBe(30);
    const healthy = await setup.subscriber();
    await emitMany(setup.context, healthy, 3);
    await expect.poll(takenNow, waiting).toBe(31);
    last.open();
    await expect.poll(() => inOrder(healthy), waiting).toEqual([1, 2, 3]);
    expect([held.waiting, bad.waiting]).toEqual([3, 0]);
    held.open();
    bad.open();
  });
});

describe("endpoints that are slow", () => {
  test("give the place that one of them leaves to whoever waits longest", async () => {
    setup = await startDeliverySetup({ ...usual, attemptsMax: 4, attemptsMaxPerCompany: 4 });
    const company = await setup.service.company();
    const slow = await hooksOf(company, 6);
    const quick = await setup.addEndpoint(company);
    for (const endpoint of slow) {
      endpoint.answers(() => new Promise((resolve) => setTimeout(resolve, 30, { status: 200 })));
    }
    // How far the slow ones were ahead of it, each time that its turn came.
    const ahead: number[] = [];
    quick.answers(() => {
      ahead.push(Math.max(...slow.map(({ received }) => received().length)) - quick.received().length);
      return { status: 200 };
    });
    setup.worker.start();
    await emitMany(setup.context, company, 20);
    await expect.poll(() => ahead.length, waiting).toBe(20);
    // Whoever kept the place that it leaves would get all of its own first.
    expect(Math.max(...ahead)).toBeLessThan(10);
  });

  test("of one company leave room for its other endpoints even when all of them hang at once", async () => {
    setup = await startDeliverySetup(usual);
    const gate = createGate();
    const company = await setup.service.company();
    const dead = await hooksOf(company, 19);
    const healthy = await setup.addEndpoint(company);
    for (const endpoint of dead) endpoint.answers(gate.behaviour);
    setup.worker.start();
    for (const _ of range(1, 10)) {
      await emitMany(setup.context, company, 20);
      setup.service.clock.advance(3000);
    }
    await expect.poll(() => new Set(healthy.sequences()).size, waiting).toBe(200);
    expect(gate.waiting).toBe(arrived(dead));
    gate.open();
  });
});
