import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  deliveriesOf,
  emitMany,
  type Hook,
  newestOf,
  type Post,
  range,
  type Subscriber,
  startPost,
} from "./deliveries.fixture.ts";

const day = 86_400_000;
let post: Post;
beforeAll(async () => {
  post = await startPost();
});
afterAll(() => post.close());

const endpoint = async (company: Subscriber, { endpointId }: Hook = company) =>
  (await company.call(`GET /webhooks/endpoints/${endpointId}`)).body.endpoint;
const enable = (company: Subscriber) =>
  company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status: "enabled" } });
const disabledEvents = async (company: Subscriber) =>
  (await company.call("GET /events?type=webhook.disabled")).body.events;
/** A day goes by, with an event in it. */
const liveADay = async (company: Subscriber) => {
  post.service.clock.advance(day);
  await emitMany(post.context, company, 1);
  await post.worker.pass();
};

describe("410 Gone", () => {
  test("disables the endpoint at once, fails what is pending, and tells the others and the feed", async () => {
    const company = await post.subscriber();
    const other = await post.hook(company);
    company.answers({ status: 503 });
    await emitMany(post.context, company, 3);
    await post.worker.pass();
    company.answers({ status: 410, body: "moved away" });
    await emitMany(post.context, company, 1);
    await post.worker.pass();

    const now = post.service.clock.now().toISOString();
    const disabled = {
      id: company.endpointId,
      status: "disabled",
      disabled_reason: "It answered 410 Gone.",
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
      ["failed", "the endpoint answered 410: it wants no more deliveries"],
    ]);
    expect((await newestOf(company, company)).attempts).toEqual([
      expect.objectContaining({ number: 1, status_code: 410, answer: "moved away" }),
    ]);
    expect(await endpoint(company, other)).toMatchObject({ status: "enabled", disabled_reason: null });
  });

  test("of many at once disables once", async () => {
    const company = await post.subscriber();
    company.answers({ status: 500 });
    await emitMany(post.context, company, 5);
    await post.worker.pass();
    company.answers({ status: 410 });
    post.service.clock.advance(6000);
    await post.worker.pass();
    expect(await disabledEvents(company)).toHaveLength(1);
    expect((await endpoint(company)).status).toBe("disabled");
    const statuses = (await deliveriesOf(company)).map(({ status }) => status);
    expect(statuses).toEqual(Array(5).fill("failed"));
  });
});

describe("five days of nothing but failures", () => {
  test("disable the endpoint, with the reason and an event", async () => {
    const company = await post.subscriber();
    const other = await post.hook(company);
    const since = post.service.clock.now().toISOString();
    company.answers({ status: 500 });
    await emitMany(post.context, company, 1);
    await post.worker.pass();
    for (const _ of range(1, 4)) await liveADay(company);
    expect(await endpoint(company)).toMatchObject({ status: "enabled", failing_since: since });
    expect(await disabledEvents(company)).toEqual([]);
    await liveADay(company);
    const reason = `Every attempt has failed since ${since}; the last one because the endpoint answered 500.`;
    expect(await endpoint(company)).toMatchObject({ status: "disabled", disabled_reason: reason });
    expect((await disabledEvents(company)).map((event: { data: object }) => event.data)).toEqual([
      { object: expect.objectContaining({ id: company.endpointId, disabled_reason: reason }) },
    ]);
    expect(await endpoint(company, other)).toMatchObject({ status: "enabled", failing_since: null });
    expect(other.sequences()).toEqual(range(1, 7));
    expect(JSON.parse(other.received()[6]!.body).type).toBe("webhook.disabled");
  });

  test("are counted anew after a single success", async () => {
    const company = await post.subscriber();
    company.answers({ status: 500 });
    for (const _ of range(1, 4)) await liveADay(company);
    company.answers({ status: 200 });
    await liveADay(company);
    expect((await endpoint(company)).failing_since).toBeNull();
    company.answers("close");
    await liveADay(company);
    const since = post.service.clock.now().toISOString();
    for (const _ of range(1, 4)) await liveADay(company);
    expect(await endpoint(company)).toMatchObject({ status: "enabled", failing_since: since });
    await liveADay(company);
    expect(await endpoint(company)).toMatchObject({
      status: "disabled",
      disabled_reason: `Every attempt has failed since ${since}; the last one because the server closed the connection without an answer.`,
    });
  });

  test("without an event to send disable nothing", async () => {
    const company = await post.subscriber();
    company.answers({ status: 500 });
    await emitMany(post.context, company, 1);
    await post.worker.pass();
    for (const _ of range(1, 4)) {
      post.service.clock.advance(day);
      await post.worker.pass();
    }
    post.service.clock.advance(20 * day);
    company.answers({ status: 200 });
    await emitMany(post.context, company, 1);
    await post.worker.pass();
    expect(await endpoint(company)).toMatchObject({ status: "enabled", failing_since: null });
  });
});

describe("a disabled endpoint", () => {
  test("gets nothing; events go on being stored, and arrive by a replay once it is enabled", async () => {
    const company = await post.subscriber();
    const since = post.service.clock.now().toISOString();
    company.answers({ status: 410 });
    await emitMany(post.context, company, 1);
    await post.worker.pass();
    company.answers({ status: 200 });
    await emitMany(post.context, company, 40);
    post.service.clock.advance(day);
    await post.worker.pass();
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
    await emitMany(post.context, company, 1);
    await post.worker.pass();
    expect(company.sequences()).toEqual([1, 43]);

    expect((await company.call("POST /webhooks/replay", { body: { since } })).body.replay).toEqual({
      endpoint_ids: [company.endpointId],
      count: 43,
      has_more: false,
    });
    await post.worker.pass();
    expect(company.sequences()).toEqual([1, 43, ...range(1, 43)]);
    const statuses = (await deliveriesOf(company)).map(({ status }) => status);
    expect(statuses).toEqual(Array(43).fill("succeeded"));
  });

  test("that the company itself disabled says so, and is served again as soon as it is enabled", async () => {
    const company = await post.subscriber();
    await emitMany(post.context, company, 1);
    await post.worker.pass();
    await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status: "disabled" } });
    expect((await endpoint(company)).disabled_reason).toBe("It was disabled in the company's settings.");
    await post.worker.pass();
    await enable(company);
    await emitMany(post.context, company, 1);
    await post.worker.pass();
    expect(company.sequences()).toEqual([1, 3]);
  });
});

describe("what does not count as five days of failures", () => {
  test("a failure, a long silence, and another failure", async () => {
    const company = await post.subscriber();
    company.answers({ status: 500 });
    await emitMany(post.context, company, 1);
    await post.worker.pass();
    post.service.clock.advance(30 * day);
    await post.worker.pass();
    expect(await endpoint(company)).toMatchObject({
      status: "enabled",
      failing_since: post.service.clock.now().toISOString(),
    });
    company.answers({ status: 200 });
    post.service.clock.advance(day);
    await post.worker.pass();
    expect(await endpoint(company)).toMatchObject({ status: "enabled", failing_since: null });
  });

  test("what failed at another address", async () => {
    const company = await post.subscriber();
    const elsewhere = await post.hook(company);
    company.answers({ status: 500 });
    for (let days = 0; days < 5; days++) await liveADay(company);
    expect((await endpoint(company)).failing_since).not.toBeNull();
    const body = { url: elsewhere.url };
    const changed = await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body });
    expect(changed.body.endpoint.failing_since).toBeNull();
  });
});
