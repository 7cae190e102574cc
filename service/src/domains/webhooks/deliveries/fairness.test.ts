import { afterEach, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  createGate,
  deliveriesOf,
  emitMany,
  type Hook,
  newestOf,
  type Post,
  range,
  startPost,
} from "./deliveries.fixture.ts";
import { usualBounds } from "./sending/worker.ts";

// Those that hang must not keep others waiting for longer than this.
const usual = { patienceMs: usualBounds.patienceMs };

// Those that hang do so until a test lets them go on, so that what arrives meanwhile did not wait for them.
let post: Post;
afterEach(() => post.close());

const waiting = { timeout: 50_000, interval: 20 };
const hooksOf = async (company: TestCompany, count: number) => {
  const hooks: Hook[] = [];
  for (const _ of range(1, count)) hooks.push(await post.hook(company));
  return hooks;
};
/** What came in, sorted: what is sent several at once may come in any order. */
const inOrder = (hook: Hook) => hook.sequences().toSorted((a, b) => a - b);
const arrived = (hooks: readonly Hook[]) => hooks.reduce((sum, hook) => sum + hook.received().length, 0);

/** An endpoint that is known to fail, because it just did. */
const fail = async (company: TestCompany, hooks: readonly Hook[]) => {
  for (const hook of hooks) hook.answers({ status: 500 });
  await emitMany(post.context, company, 1);
  await post.worker.pass();
};

describe("an endpoint that hangs", () => {
  test("adds nothing: 90 of 100 endpoints get all their events while 10 hang", async () => {
    post = await startPost(usual);
    const gate = createGate();
    const companies = await Promise.all(range(1, 5).map(() => post.service.company()));
    const dead: Hook[] = [];
    const healthy: Hook[] = [];
    for (const company of companies) {
      const [first, second, ...others] = (await hooksOf(company, 20)) as [Hook, Hook, ...Hook[]];
      dead.push(first, second);
      healthy.push(...others);
    }
    for (const hook of dead) hook.answers(gate.behaviour);
    post.worker.start();
    for (const _ of range(1, 2)) for (const company of companies) await emitMany(post.context, company, 2);
    const complete = () => healthy.filter((hook) => new Set(hook.sequences()).size === 4).length;
    await expect.poll(complete, waiting).toBe(90);
    await expect.poll(() => dead.filter((hook) => hook.received().length > 0).length, waiting).toBe(10);
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
    post = await startPost({ ...usual, attemptsMax: 30, attemptsMaxPerCompany: 10 });
    const gate = createGate();
    const greedy = await post.service.company();
    for (const hook of await hooksOf(greedy, 20)) hook.answers(gate.behaviour);
    await emitMany(post.context, greedy, 1000);
    post.service.clock.advance(60_000);
    post.worker.start();
    await expect.poll(() => gate.waiting, waiting).toBe(10);
    const modest = await post.subscriber();
    await emitMany(post.context, modest, 40);
    await expect.poll(() => inOrder(modest), waiting).toEqual(range(1, 40));
    expect([gate.waiting, gate.most]).toEqual([10, 10]);
    gate.open();
  });

  test("over one event goes on getting the others", async () => {
    post = await startPost(usual);
    const gate = createGate();
    const company = await post.subscriber();
    company.answers(({ body }) => (JSON.parse(body).sequence === 3 ? gate.behaviour() : { status: 200 }));
    post.worker.start();
    await emitMany(post.context, company, 100);
    await expect.poll(() => inOrder(company), waiting).toEqual(range(1, 100));
    expect(gate.waiting).toBe(1);
    await expect
      .poll(async () => (await deliveriesOf(company, "status=pending")).map((one) => one.event_id), waiting)
      .toEqual([`evt_${company.id}_3`]);
    gate.open();
    await expect.poll(() => deliveriesOf(company, "status=pending"), waiting).toEqual([]);
  });

  test("over one event gets the retries of others when they are due", async () => {
    post = await startPost(usual);
    const gate = createGate();
    const company = await post.subscriber();
    company.answers(({ body }) => (JSON.parse(body).sequence === 1 ? gate.behaviour() : { status: 500 }));
    post.worker.start();
    await emitMany(post.context, company, 2);
    await expect.poll(async () => (await newestOf(company, company)).attempt_count, waiting).toBe(1);
    company.answers({ status: 200 });
    post.service.clock.advance(5000);
    await expect.poll(company.sequences, waiting).toEqual([1, 2, 2]);
    expect(gate.waiting).toBe(1);
    gate.open();
  });
});

describe("the attempts under way at once", () => {
  test("are ten on an endpoint at most", async () => {
    post = await startPost(usual);
    const gate = createGate();
    const company = await post.subscriber();
    company.answers(gate.behaviour);
    await emitMany(post.context, company, 40);
    // Behind as it is, it is sent several at once without much patience.
    post.service.clock.advance(10_000);
    post.worker.start();
    await expect.poll(() => gate.waiting, waiting).toBe(10);
    gate.open();
    await expect.poll(() => inOrder(company), waiting).toEqual(range(1, 40));
    expect(gate.most).toBe(10);
  });

  test("are two on an endpoint that fails at most", async () => {
    post = await startPost(usual);
    const gate = createGate();
    const company = await post.subscriber();
    await fail(company, [company]);
    company.answers(gate.behaviour);
    await emitMany(post.context, company, 40);
    post.service.clock.advance(10_000);
    post.worker.start();
    await expect.poll(() => gate.waiting, waiting).toBe(2);
    gate.open({ status: 500 });
    await expect.poll(() => company.received().length, waiting).toBe(42);
    expect(gate.most).toBe(2);
  });

  test("are more again on an endpoint that has recovered", async () => {
    post = await startPost(usual);
    const [cure, gate] = [createGate(), createGate()];
    const company = await post.subscriber();
    await fail(company, [company]);
    company.answers(({ body }) => (JSON.parse(body).sequence <= 2 ? cure.behaviour() : gate.behaviour()));
    await emitMany(post.context, company, 40);
    post.service.clock.advance(10_000);
    post.worker.start();
    await expect.poll(() => cure.waiting + gate.waiting, waiting).toBe(2);
    cure.open();
    await expect.poll(() => gate.waiting, waiting).toBe(10);
    gate.open();
  });
});

describe("endpoints that fail", () => {
  test("take half of the room at most, and the others the rest of it", async () => {
    post = await startPost({ ...usual, attemptsMax: 4 });
    const [bad, good] = [createGate(), createGate()];
    const failing = await post.service.company();
    const hooks = await hooksOf(failing, 6);
    await fail(failing, hooks);
    for (const hook of hooks) hook.answers(bad.behaviour);
    post.service.clock.advance(5000);
    post.worker.start();
    await expect.poll(() => bad.waiting, waiting).toBe(2);
    const companies = await Promise.all(range(1, 5).map(() => post.subscriber()));
    for (const company of companies) company.answers(good.behaviour);
    for (const company of companies) await emitMany(post.context, company, 5);
    await expect.poll(() => good.waiting, waiting).toBe(2);
    good.open();
    await expect.poll(() => arrived(companies), waiting).toBe(25);
    expect([bad.waiting, bad.most, good.most]).toEqual([2, 2, 2]);
    bad.open({ status: 500 });
  });

  /** Endpoints whose work was taken since the clock moved: deliveries made since then are the newest of all. */
  const takenNow = async () => {
    const [row] = await post.context.db.query<{ count: number }>(
      "select count(distinct endpoint_id) as count from webhook_deliveries where created_at = $1",
      [post.service.clock.now()],
    );
    return row!.count;
  };

  test("leave room that becomes free to those that work, however many of them wait for it", async () => {
    post = await startPost({ ...usual, attemptsMax: 4 });
    const [held, bad] = [createGate(), createGate()];
    const failing = await Promise.all(range(1, 2).map(() => post.service.company()));
    for (const company of failing) {
      const hooks = await hooksOf(company, 15);
      await fail(company, hooks);
      for (const hook of hooks) hook.answers(bad.behaviour);
    }
    const slow = await Promise.all(range(1, 4).map(() => post.subscriber()));
    for (const company of slow) company.answers(held.behaviour);
    const last = createGate();
    slow[0]!.answers(last.behaviour);
    post.worker.start();
    for (const company of slow) await emitMany(post.context, company, 1);
    await expect.poll(() => held.waiting + last.waiting, waiting).toBe(4);
    // Thirty that fail have work now and no room for it; then comes one that works.
    post.service.clock.advance(5000);
    for (const company of failing) await emitMany(post.context, company, 1);
    await expect.poll(takenNow, waiting).toBe(30);
    const healthy = await post.subscriber();
    await emitMany(post.context, healthy, 3);
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
    post = await startPost({ ...usual, attemptsMax: 4, attemptsMaxPerCompany: 4 });
    const company = await post.service.company();
    const slow = await hooksOf(company, 6);
    const quick = await post.hook(company);
    for (const hook of slow) {
      hook.answers(() => new Promise((resolve) => setTimeout(resolve, 30, { status: 200 })));
    }
    // How far the slow ones were ahead of it, each time that its turn came.
    const ahead: number[] = [];
    quick.answers(() => {
      ahead.push(Math.max(...slow.map(({ received }) => received().length)) - quick.received().length);
      return { status: 200 };
    });
    post.worker.start();
    await emitMany(post.context, company, 20);
    await expect.poll(() => ahead.length, waiting).toBe(20);
    // Whoever kept the place that it leaves would get all of its own first.
    expect(Math.max(...ahead)).toBeLessThan(10);
  });

  test("of one company leave room for its other endpoints even when all of them hang at once", async () => {
    post = await startPost(usual);
    const gate = createGate();
    const company = await post.service.company();
    const dead = await hooksOf(company, 19);
    const healthy = await post.hook(company);
    for (const hook of dead) hook.answers(gate.behaviour);
    post.worker.start();
    for (const _ of range(1, 10)) {
      await emitMany(post.context, company, 20);
      post.service.clock.advance(3000);
    }
    await expect.poll(() => new Set(healthy.sequences()).size, waiting).toBe(200);
    expect(gate.waiting).toBe(arrived(dead));
    gate.open();
  });
});
