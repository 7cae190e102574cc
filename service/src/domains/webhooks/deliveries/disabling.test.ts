import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  newestOf,
  range,
  type Subscriber,
  startDeliverySetup,
  type TestEndpoint,
} from "./deliveries.fixture.ts";

const day = 86_400_000;
let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup();
});
afterAll(() => setup.close());

const endpoint = async (company: Subscriber, { endpointId }: TestEndpoint = company) =>
  (await company.call(`GET /webhooks/endpoints/${endpointId}`)).body.endpoint;
const enable = (company: Subscriber) =>
  company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status: "enabled" } });
const disabledEvents = async (company: Subscriber) =>
  (await company.call("GET /events?type=webhook.disabled")).body.events;
/** A day goes by, with an event in it. */
const liveADay = async (company: Subscriber) => {
  setup.service.clock.advance(day);
  await emitMany(setup.context, company, 1);
  await setup.worker.pass();
};

describe("410 Gone", () => {
  test("disables the endpoint at once, fails what is pending, and tells the others and the feed", async () => {
    const company = await setup.subscriber();
    const other = await setup.addEndpoint(company);
    company.answers({ status: 503 });
    await emitMany(setup.context, company, 3);
    await setup.worker.pass();
    company.answers({ status: 410, body: "moved away" });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();

    const now = setup.service.clock.now().toISOString();
    const disabled = {
      id: company.endpointId,
      status: "disabled",
      disabled_reason: "It returned 410 Gone.",
      disabled_at: now,
    };
    expect(await endpoint(company)).toMatchObject(disabled);
    expect(await disabledEvents(company)).toEqual([
      expect.objectContaining({
        sequence: 5,
        type: "webhook.disabled",
        actor: { type: "system", id: null },
        data: { object: expect.objectContaining(disabled) },
      }),
    ]);
    expect(other.sequences()).toEqual(range(1, 5));
    expect(JSON.parse(other.received()[4]!.body)).toMatchObject({
      type: "webhook.disabled",
      data: { object: disabled },
    });

    const ours = await deliveriesOf(company, `endpoint_id=${company.endpointId}`);
    expect(ours.map(({ status, last_error }) => [status, last_error])).toEqual([
      ...Array(3).fill(["failed", "the endpoint was disabled"]),
      ["failed", "the endpoint returned 410 Gone: it accepts no more deliveries"],
    ]);
    expect((await newestOf(company, company)).attempts).toEqual([
      expect.objectContaining({ number: 1, status_code: 410, answer: "moved away" }),
    ]);
    expect(await endpoint(company, other)).toMatchObject({ status: "enabled", disabled_reason: null });
  });

  test("of many at once disables once", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 5);
    await setup.worker.pass();
    company.answers({ status: 410 });
    setup.service.clock.advance(6000);
    await setup.worker.pass();
    expect(await disabledEvents(company)).toHaveLength(1);
    expect((await endpoint(company)).status).toBe("disabled");
    const statuses = (await deliveriesOf(company)).map(({ status }) => status);
    expect(statuses).toEqual(Array(5).fill("failed"));
  });
});

describe("five days of nothing but failures", () => {
  test("disable the endpoint, with the reason and an event", async () => {
    const company = await setup.subscriber();
    const other = await setup.addEndpoint(company);
    const since = setup.service.clock.now().toISOString();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    for (const _ of range(1, 4)) await liveADay(company);
    expect(await endpoint(company)).toMatchObject({ status: "enabled", failing_since: since });
    expect(await disabledEvents(company)).toEqual([]);
    await liveADay(company);
    const reason = `Every attempt since ${since} has failed, the last one because the endpoint returned 500.`;
    expect(await endpoint(company)).toMatchObject({ status: "disabled", disabled_reason: reason });
    expect((await disabledEvents(company)).map((event: { data: object }) => event.data)).toEqual([
      { object: expect.objectContaining({ id: company.endpointId, disabled_reason: reason }) },
    ]);
    expect(await endpoint(company, other)).toMatchObject({ status: "enabled", failing_since: null });
    expect(other.sequences()).toEqual(range(1, 7));
    expect(JSON.parse(other.received()[6]!.body).type).toBe("webhook.disabled");
  });

  test("are counted anew after a single success", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    for (const _ of range(1, 4)) await liveADay(company);
    company.answers({ status: 200 });
    await liveADay(company);
    expect((await endpoint(company)).failing_since).toBeNull();
    company.answers("close");
    await liveADay(company);
    const since = setup.service.clock.now().toISOString();
    for (const _ of range(1, 4)) await liveADay(company);
    expect(await endpoint(company)).toMatchObject({ status: "enabled", failing_since: since });
    await liveADay(company);
    expect(await endpoint(company)).toMatchObject({
      status: "disabled",
      disabled_reason: `Every attempt since ${since} has failed, the last one because the server closed the connection without responding.`,
    });
  });

  test("without an event to send disable nothing", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    for (const _ of range(1, 4)) {
      setup.service.clock.advance(day);
      await setup.worker.pass();
    }
    setup.service.clock.advance(20 * day);
    company.answers({ status: 200 });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    expect(await endpoint(company)).toMatchObject({ status: "enabled", failing_since: null });
  });
});

describe("a disabled endpoint", () => {
  test("gets nothing; events go on being stored, and arrive by a replay once it is enabled", async () => {
    const company = await setup.subscriber();
    const since = setup.service.clock.now().toISOString();
    company.answers({ status: 410 });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    company.answers({ status: 200 });
    await emitMany(setup.context, company, 40);
    setup.service.clock.advance(day);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1]);
    expect((await company.call("GET /events?limit=1&include=total_count")).body.pagination.total_count).toBe(
      42,
    );

    expect((await enable(company)).body.endpoint).toMatchObject({
      status: "enabled",
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
    });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1, 43]);

    expect((await company.call("POST /webhooks/replay", { body: { since } })).body.replay).toEqual({
      endpoint_ids: [company.endpointId],
      count: 43,
      has_more: false,
    });
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1, 43, ...range(1, 43)]);
    const statuses = (await deliveriesOf(company)).map(({ status }) => status);
    expect(statuses).toEqual(Array(43).fill("succeeded"));
  });

  test("that the company itself disabled says so, and is served again as soon as it is enabled", async () => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status: "disabled" } });
    expect((await endpoint(company)).disabled_reason).toBe("It was disabled in the company's settings.");
    await setup.worker.pass();
    await enable(company);
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1, 3]);
  });
});

describe("what does not count as five days of failures", () => {
  test("a failure, a long silence, and another failure", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    setup.service.clock.advance(30 * day);
    await setup.worker.pass();
    expect(await endpoint(company)).toMatchObject({
      status: "enabled",
      failing_since: setup.service.clock.now().toISOString(),
    });
    company.answers({ status: 200 });
    setup.service.clock.advance(day);
    await setup.worker.pass();
    expect(await endpoint(company)).toMatchObject({ status: "enabled", failing_since: null });
  });

  test("what failed at another address", async () => {
    const company = await setup.subscriber();
    const elsewhere = await setup.addEndpoint(company);
    company.answers({ status: 500 });
    for (let days = 0; days < 5; days++) await liveADay(company);
    expect((await endpoint(company)).failing_since).not.toBeNull();
    const body = { url: elsewhere.url };
    const changed = await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body });
    expect(changed.body.endpoint.failing_since).toBeNull();
  });
});
