import { afterEach, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { createLog } from "../../../platform/ops/log.ts";
import {
  createGate,
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  newestOf,
  range,
  type Subscriber,
  startDeliverySetup,
  type TestEndpoint,
} from "./deliveries.fixture.ts";

let setup: DeliverySetup;
afterEach(() => setup.close());

const waiting = { timeout: 50_000, interval: 20 };

const replayOne = (company: TestCompany, id: number) =>
  company.call(`POST /webhooks/deliveries/${id}/replay`);
const causesOf = async (company: Subscriber, hook: TestEndpoint = company) => {
  const { attempts } = await newestOf(company, hook);
  return attempts.map(({ number, cause, completed, status_code, failure }) => [
    number,
    cause,
    completed ? (status_code ?? failure) : "not completed",
  ]);
};

describe("the cause of an attempt", () => {
  test("is first, then retry, then replay, and retry again where that failed", async () => {
    setup = await startDeliverySetup();
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    setup.service.clock.advance(5000);
    await setup.worker.pass();
    await replayOne(company, (await newestOf(company, company)).id);
    await setup.worker.pass();
    company.answers({ status: 200 });
    setup.service.clock.advance(5000);
    await setup.worker.pass();
    expect(await causesOf(company)).toEqual([
      [1, "first", 500],
      [2, "retry", 500],
      [3, "replay", 500],
      [4, "retry", 200],
    ]);
  });

  test("is replay for what is sent again because it failed or by its time, and first for a test event", async () => {
    setup = await startDeliverySetup();
    const company = await setup.subscriber();
    const since = setup.service.clock.now().toISOString();
    company.answers({ status: 410 });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    company.answers({ status: 200 });
    await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status: "enabled" } });
    const replay = async (body: object) => {
      const { status } = await company.call("POST /webhooks/replay", { body });
      expect([status, (await setup.worker.pass()) > 0]).toEqual([200, true]);
    };
    await replay({ failed: true });
    const [first] = await deliveriesOf(company);
    const attemptsOfFirst = async () => {
      const { attempts } = (await company.call(`GET /webhooks/deliveries/${first!.id}`)).body.delivery;
      return attempts.map(({ cause }: { cause: string }) => cause);
    };
    expect(await attemptsOfFirst()).toEqual(["replay", "first"]);
    await replay({ since });
    expect(await attemptsOfFirst()).toEqual(["replay", "replay", "first"]);
    // The endpoint was disabled when this event came, so a replay sends it for the first time.
    expect((await newestOf(company, company)).attempts.map(({ cause }) => cause)).toEqual(["replay"]);
    await company.call("POST /webhooks/test");
    await setup.worker.pass();
    expect(await causesOf(company)).toEqual([[1, "first", 200]]);
  });

  test("is reconnect where a kept-alive connection broke: counted by itself, and sent at once", async () => {
    setup = await startDeliverySetup();
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    let requests = 0;
    company.answers(() => (++requests === 1 ? "close" : { status: 200 }));
    await emitMany(setup.context, company, 2);
    expect(await setup.worker.pass()).toBe(3);
    expect(company.sequences()).toEqual([1, 2, 2, 3]);
    const [, second] = await deliveriesOf(company);
    const { delivery } = (await company.call(`GET /webhooks/deliveries/${second!.id}`)).body;
    expect(delivery).toMatchObject({
      status: "succeeded",
      attempt_count: 2,
      attempts: [
        { number: 2, cause: "reconnect", completed: true, status_code: 200 },
        { number: 1, cause: "first", completed: true, status_code: null, failure: "closed" },
      ],
    });
    expect(await causesOf(company)).toEqual([[1, "first", 200]]);
  });

  test("is reconnect only once: what fails on a new connection too is retried by the schedule", async () => {
    setup = await startDeliverySetup();
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    company.answers("close");
    await emitMany(setup.context, company, 1);
    expect(await setup.worker.pass()).toBe(2);
    expect(await newestOf(company, company)).toMatchObject({
      status: "pending",
      attempt_count: 2,
      next_attempt_at: new Date(setup.service.clock.now().getTime() + 5000).toISOString(),
    });
    company.answers({ status: 200 });
    setup.service.clock.advance(5000);
    await setup.worker.pass();
    expect(await causesOf(company)).toEqual([
      [1, "first", "closed"],
      [2, "reconnect", "closed"],
      [3, "retry", 200],
    ]);
  });
});

describe("an attempt", () => {
  test("is recorded before it is sent, and shows as not completed while it is under way", async () => {
    setup = await startDeliverySetup();
    const company = await setup.subscriber();
    const seen = Promise.withResolvers<unknown>();
    company.answers(async () => {
      const { attempt_count, attempts } = await newestOf(company, company);
      seen.resolve([attempt_count, attempts]);
      return { status: 200 };
    });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    expect(await seen.promise).toEqual([
      0,
      [
        {
          number: 1,
          cause: "first",
          worker: expect.any(String),
          completed: false,
          attempted_at: setup.service.clock.now().toISOString(),
          duration_ms: 0,
          url: company.url,
          status_code: null,
          failure: null,
          message: null,
          answer: null,
        },
      ],
    ]);
    expect(await causesOf(company)).toEqual([[1, "first", 200]]);
  });

  test("that was queued and not sent when its worker stopped leaves no trace", async () => {
    setup = await startDeliverySetup();
    const gate = createGate();
    const company = await setup.subscriber();
    company.answers(gate.behaviour);
    setup.worker.start();
    // More than may be in flight and queued at once: on a busy machine the endpoint counts as late, and many are sent.
    const emitted = 40;
    await emitMany(setup.context, company, emitted);
    await expect.poll(() => gate.waiting, waiting).toBeGreaterThanOrEqual(1);
    const stopping = setup.worker.stop();
    company.answers({ status: 200 });
    gate.open();
    await stopping;
    const sent = company.sequences().length;
    expect(sent).toBeLessThan(emitted);
    expect(await causesOf(company)).toEqual([]);
    expect(await setup.addWorker().pass()).toBe(emitted - sent);
    expect(company.sequences().toSorted((a, b) => a - b)).toEqual(range(1, emitted));
    expect(await causesOf(company)).toEqual([[1, "first", 200]]);
  });

  test("whose outcome could not be recorded stays as not completed, and the next one is another", async () => {
    setup = await startDeliverySetup();
    const { db } = setup.context;
    const company = await setup.subscriber();
    await db.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused by the test'; end $$`);
    await db.query(
      "create trigger refuse before insert on webhook_attempts for each row when (new.duration_ms is not null) execute function refuse()",
    );
    company.answers(async () => {
      // Whoever is sent the second request answers when the outcome of the first has been refused.
      if (company.received().length === 2) await db.query("drop trigger refuse on webhook_attempts");
      return { status: 200 };
    });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1, 1]);
    expect(await causesOf(company)).toEqual([
      [1, "first", "not completed"],
      [2, "takeover", 200],
    ]);
    expect(await newestOf(company, company)).toMatchObject({ status: "succeeded", attempt_count: 1 });
    const lines = setup.service.logged.filter((line) => line.includes("attempt could not be recorded"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event_id: await company.eventId(1), endpoint_id: company.endpointId, number: 1, cause: "first" },
    ]);
  });

  test("under way when its endpoint is disabled is recorded, and does not revive the delivery", async () => {
    setup = await startDeliverySetup();
    const gate = createGate();
    const company = await setup.subscriber();
    company.answers(gate.behaviour);
    await emitMany(setup.context, company, 1);
    const passing = setup.worker.pass();
    await expect.poll(() => gate.waiting, waiting).toBe(1);
    const setStatus = (status: string) =>
      company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status } });
    await setStatus("disabled");
    gate.open({ status: 500 });
    await passing;
    const ended = { status: "failed", last_error: "the endpoint was disabled", next_attempt_at: null };
    const delivery = (await deliveriesOf(company))[0]!;
    expect(delivery).toMatchObject({ ...ended, attempt_count: 1, last_status_code: 500 });
    await setStatus("enabled");
    company.answers({ status: 200 });
    await replayOne(company, delivery.id);
    await setup.worker.pass();
    const { attempts } = (await company.call(`GET /webhooks/deliveries/${delivery.id}`)).body.delivery;
    expect(attempts).toMatchObject([
      { number: 2, cause: "replay", status_code: 200 },
      { number: 1, cause: "first", status_code: 500 },
    ]);
  });

  test("is logged in one debug line with everything that names it", async () => {
    setup = await startDeliverySetup();
    const lines: string[] = [];
    const log = createLog({ level: "debug", write: (line) => void lines.push(line) });
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 1);
    const worker = setup.addWorker({}, { log });
    await worker.pass();
    company.answers({ status: 204 });
    setup.service.clock.advance(5000);
    await worker.pass();
    const { id } = await newestOf(company, company);
    const named = {
      company_id: company.id,
      endpoint_id: company.endpointId,
      event_id: await company.eventId(1),
      delivery_id: id,
      duration_ms: expect.any(Number),
      msg: "webhook delivery attempted",
    };
    const attempted = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === named.msg);
    expect(attempted).toEqual([
      expect.objectContaining({ ...named, number: 1, cause: "first", status: 500 }),
      expect.objectContaining({ ...named, number: 2, cause: "retry", status: 204 }),
    ]);
  });
});

describe("a replay", () => {
  test("is in the audit log: of one, of what failed and since a moment, by whom and of what", async () => {
    setup = await startDeliverySetup();
    const company = await setup.subscriber();
    const since = setup.service.clock.now().toISOString();
    await emitMany(setup.context, company, 2);
    await setup.worker.pass();
    const { id, event_id } = await newestOf(company, company);
    await replayOne(company, id);
    const bodies = [{ failed: true }, { since, endpoint_id: company.endpointId }];
    for (const body of bodies) await company.call("POST /webhooks/replay", { body });
    const entries = await setup.context.db.query(
      `select action, subject, actor_type, actor_id, details::text as details from audit_entries
       where company_id = $1 and action like 'deliver%' order by id`,
      [company.id],
    );
    const by = { actor_type: "key", actor_id: company.appId };
    const endpoint_id = company.endpointId;
    const found = entries.map(({ details, ...entry }) => ({
      ...entry,
      details: JSON.parse(String(details)),
    }));
    expect(found).toEqual([
      { ...by, action: "delivery.replayed", subject: `delivery/${id}`, details: { event_id, endpoint_id } },
      {
        ...by,
        action: "deliveries.replayed",
        subject: `company/${company.id}`,
        details: { failed: true, endpoint_ids: [], count: 0 },
      },
      {
        ...by,
        action: "deliveries.replayed",
        subject: `webhook/${endpoint_id}`,
        details: { since, endpoint_ids: [endpoint_id], count: 2 },
      },
    ]);
  });
});
