import { afterEach, describe, expect, test } from "vitest";
import { startService } from "../../../../test/harness.ts";
import {
  createGate,
  deliveriesOf,
  emitMany,
  type Hook,
  newestOf,
  type Post,
  patient,
  range,
  startPost,
} from "./deliveries.fixture.ts";
import { createDeliveryWorker } from "./sending/worker.ts";

let post: Post;
afterEach(() => post.close());

const waiting = { timeout: 50_000, interval: 20 };
const leaseMs = 10_000;
const leaseOf = async ({ endpointId }: Hook) => {
  const [row] = await post.context.db.query<{ leased_by: string | null; leased_until: Date | null }>(
    "select leased_by, leased_until from webhook_endpoints where id = $1",
    [endpointId],
  );
  return row!;
};

describe("several workers", { timeout: 120_000 }, () => {
  test.each([2, 3])("%i of them: every event arrives once and in order", async (count) => {
    // Each serves so few that all are needed.
    const bounds = { lanesMax: 12 / count };
    post = await startPost(bounds);
    const workers = [post.worker, ...range(2, count).map(() => post.colleague())];
    const gate = createGate();
    const companies = await Promise.all(range(1, 12).map(() => post.subscriber()));
    for (const company of companies) company.answers(gate.behaviour);
    for (const company of companies) await emitMany(post.context, company, 1);
    for (const [index, worker] of workers.entries()) {
      worker.start();
      await expect.poll(() => gate.waiting, waiting).toBe((index + 1) * bounds.lanesMax);
    }
    const holders = await Promise.all(companies.map(leaseOf));
    const shares = Object.values(Object.groupBy(holders, ({ leased_by }) => leased_by!));
    expect(shares.map((share) => share!.length)).toEqual(Array(count).fill(bounds.lanesMax));
    gate.open();
    for (const _ of range(1, 3)) {
      await Promise.all(companies.map((company) => emitMany(post.context, company, 10)));
    }
    for (const company of companies) await expect.poll(company.sequences, waiting).toEqual(range(1, 31));
    for (const company of companies) {
      await expect.poll(() => deliveriesOf(company, "status=pending"), waiting).toEqual([]);
    }
    expect(post.receiver.received).toHaveLength(12 * 31);
  });

  test("of two processes that only share the database: every event arrives once and in order", async () => {
    post = await startPost();
    const { databaseUrl } = post.context.config;
    const other = await startService({
      env: { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1", DATABASE_URL: databaseUrl! },
    });
    const colleague = createDeliveryWorker(other.context, patient);
    post.worker.start();
    colleague.start();
    try {
      const companies = await Promise.all(range(1, 10).map(() => post.subscriber()));
      for (const _ of range(1, 20)) {
        await Promise.all(companies.map((company) => emitMany(post.context, company, 1)));
      }
      for (const company of companies) await expect.poll(company.sequences, waiting).toEqual(range(1, 20));
      expect(post.receiver.received).toHaveLength(200);
    } finally {
      await colleague.stop();
      await other.close();
    }
  });
});

describe("a worker that vanishes", () => {
  test("keeps its endpoint until the lease ends; then another delivers what it had begun", async () => {
    post = await startPost({ leaseMs });
    const gate = createGate();
    const company = await post.subscriber();
    company.answers(gate.behaviour);
    await emitMany(post.context, company, 2);
    // It was never started, so it does not keep its leases: as good as gone.
    const vanished = post.colleague().pass();
    await expect.poll(() => gate.waiting, waiting).toBeGreaterThan(0);
    company.answers({ status: 200 });
    const before = company.received().length;
    post.service.clock.advance(leaseMs - 1);
    expect(await post.worker.pass()).toBe(0);
    post.service.clock.advance(1);
    expect(await post.worker.pass()).toBe(2);
    expect(company.sequences().slice(before)).toEqual([1, 2]);
    const delivered = await deliveriesOf(company);
    expect(delivered.map(({ status, attempt_count }) => [status, attempt_count])).toEqual([
      ["succeeded", 1],
      ["succeeded", 1],
    ]);

    // What it hears in the end changes nothing: its attempts are no longer the ones that count.
    gate.open({ status: 500 });
    await vanished;
    expect(await deliveriesOf(company)).toEqual(delivered);
    expect((await newestOf(company, company)).attempts).toEqual([
      expect.objectContaining({ number: 1, status_code: 200 }),
    ]);
    await emitMany(post.context, company, 1);
    expect(await post.worker.pass()).toBe(1);
    expect(company.sequences().slice(-1)).toEqual([3]);
  });
});

describe("a lease", () => {
  test("is kept as long as an attempt runs", async () => {
    post = await startPost({ leaseMs });
    const gate = createGate();
    const company = await post.subscriber();
    company.answers(gate.behaviour);
    post.worker.start();
    await emitMany(post.context, company, 1);
    await expect.poll(() => gate.waiting, waiting).toBe(1);
    const colleague = post.colleague();
    for (const _ of range(1, 3)) {
      post.service.clock.advance(leaseMs * 0.6);
      const renewed = post.service.clock.now().getTime() + leaseMs;
      await expect.poll(async () => (await leaseOf(company)).leased_until?.getTime(), waiting).toBe(renewed);
      expect(await colleague.pass()).toBe(0);
    }
    gate.open();
    await expect.poll(async () => (await newestOf(company, company)).status, waiting).toBe("succeeded");
    expect(company.sequences()).toEqual([1]);
  });

  test("is given back when there has been nothing to do for a while", async () => {
    post = await startPost({ idleMs: 100 });
    const company = await post.subscriber();
    post.worker.start();
    await emitMany(post.context, company, 1);
    await expect.poll(company.sequences, waiting).toEqual([1]);
    await expect.poll(() => leaseOf(company), waiting).toEqual({ leased_by: null, leased_until: null });
  });

  test("is given back at once by a worker that stops, after the attempts under way", async () => {
    post = await startPost();
    const gate = createGate();
    const company = await post.subscriber();
    company.answers(gate.behaviour);
    post.worker.start();
    await emitMany(post.context, company, 1);
    await expect.poll(() => gate.waiting, waiting).toBe(1);
    let stopped = false;
    const stopping = post.worker.stop().then(() => {
      stopped = true;
    });
    await emitMany(post.context, company, 5);
    const colleague = post.colleague();
    expect([await colleague.pass(), stopped]).toEqual([0, false]);
    company.answers({ status: 200 });
    gate.open();
    await stopping;
    expect(await leaseOf(company)).toEqual({ leased_by: null, leased_until: null });
    expect(await deliveriesOf(company, "status=succeeded")).toHaveLength(1);
    expect(await colleague.pass()).toBe(5);
    expect(company.sequences()).toEqual(range(1, 6));
  });
});
