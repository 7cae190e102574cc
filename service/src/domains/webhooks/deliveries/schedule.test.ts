import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type DeliveryAttempt,
  type DeliverySetup,
  emitMany,
  newestOf,
  startDeliverySetup,
} from "./deliveries.fixture.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** As the contract has it, in seconds. */
const promised = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

describe("the whole schedule of 75 hours", () => {
  let setup: DeliverySetup;
  beforeAll(async () => {
    setup = await startDeliverySetup();
  });
  afterAll(() => setup.close());

  test("is ten attempts, each at its time and not before, and then the delivery has failed", async () => {
    const { clock } = setup.service;
    const company = await setup.subscriber();
    company.answers(({ headers }) => ({
      status: 500,
      body: `${headers["webhook-timestamp"]} ${"ä".repeat(5000)}`,
    }));
    const healthy = await setup.addEndpoint(company);
    await emitMany(setup.context, company, 1);
    const start = clock.now().getTime();
    expect(await setup.worker.pass()).toBe(2);

    for (const [index, seconds] of promised.entries()) {
      const { status, attempt_count, next_attempt_at } = await newestOf(company, company);
      const due = clock.now().getTime() + seconds * 1000;
      expect([status, attempt_count, next_attempt_at]).toEqual([
        "pending",
        index + 1,
        new Date(due).toISOString(),
      ]);
      clock.set(new Date(due - 1));
      expect(await setup.worker.pass()).toBe(0);
      clock.set(new Date(due));
      expect(await setup.worker.pass()).toBe(1);
      expect(company.received()).toHaveLength(index + 2);
    }

    const delivery = await newestOf(company, company);
    const end = clock.now();
    expect(delivery).toMatchObject({
      status: "failed",
      attempt_count: 10,
      next_attempt_at: null,
      last_status_code: 500,
      last_error: "the endpoint returned 500",
      completed_at: end.toISOString(),
    });
    expect((end.getTime() - start) / hour).toBeCloseTo(75.58, 2);
    expectAttempts(delivery.attempts, start, company.url);

    clock.advance(30 * day);
    expect(await setup.worker.pass()).toBe(0);
    expect(company.sequences()).toEqual(Array(10).fill(1));
    expect(healthy.sequences()).toEqual([1]);
  });

  /** Each with its number, its time, the answer it got, and no more of that than 2 KiB. */
  function expectAttempts(attempts: DeliveryAttempt[], start: number, url: string) {
    let at = start;
    for (const [index, attempt] of attempts.entries()) {
      at += (promised[index - 1] ?? 0) * 1000;
      const t = at / 1000;
      expect(attempt).toEqual({
        number: index + 1,
        cause: index === 0 ? "first" : "retry",
        worker: expect.any(String),
        completed: true,
        attempted_at: new Date(at).toISOString(),
        duration_ms: expect.any(Number),
        url,
        status_code: 500,
        failure: null,
        message: "the endpoint returned 500",
        answer: expect.stringMatching(new RegExp(`^${t} ä+\ufffd?$`)),
      });
      expect(attempt.duration_ms).toBeGreaterThanOrEqual(0);
      const kept = Buffer.byteLength(attempt.answer!.replace("\ufffd", "?"));
      expect(kept).toBe(2048);
    }
    expect(attempts).toHaveLength(10);
  }
});
