import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DeliverySetup, type Subscriber, startDeliverySetup } from "../deliveries/deliveries.fixture.ts";

// An endpoint is disabled and enabled by its company; what the worker does then is seen at a real receiver.
let post: DeliverySetup;
beforeAll(async () => {
  post = await startDeliverySetup();
});
afterAll(() => post.close());

const set = (company: Subscriber, status: string, fields: object = {}) =>
  company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status, ...fields } });
const disabledEvents = async (company: Subscriber) =>
  (await company.call("GET /events?type=webhook.disabled")).body.events;
const deliveries = async (company: Subscriber) =>
  (await company.call("GET /webhooks/deliveries")).body.deliveries;

describe("disabling", () => {
  test("is shown with when and why, and told in an event", async () => {
    const company = await post.subscriber();
    const { body, status } = await set(company, "disabled");
    const now = post.service.clock.now().toISOString();
    const disabled = {
      id: company.endpointId,
      status: "disabled",
      disabled_reason: "It was disabled in the company's settings.",
      disabled_at: now,
      updated_at: now,
    };
    expect([status, body.endpoint]).toEqual([200, expect.objectContaining(disabled)]);
    const events = await disabledEvents(company);
    expect(events).toEqual([
      expect.objectContaining({
        type: "webhook.disabled",
        actor: { type: "key", id: company.appId },
        data: { object: body.endpoint },
      }),
    ]);
    expect(JSON.stringify(events)).not.toContain("whsec_");
  });

  test("again changes nothing and tells nothing", async () => {
    const company = await post.subscriber();
    const first = (await set(company, "disabled")).body.endpoint;
    post.service.clock.advance(1000);
    const again = (await set(company, "disabled")).body.endpoint;
    expect(again).toEqual({ ...first, updated_at: post.service.clock.now().toISOString() });
    expect(await disabledEvents(company)).toHaveLength(1);
  });

  test("fails what is pending, for it alone, and says so", async () => {
    const company = await post.subscriber();
    const other = await post.addEndpoint(company);
    const sent = [company, other].map(({ endpointId }) =>
      company.call("POST /webhooks/test", { body: { endpoint_id: endpointId } }),
    );
    const [failed, pending] = (await Promise.all(sent)).map(({ body }) => body.delivery.id as number);
    await set(company, "disabled");
    const one = async (id: number) => (await company.call(`GET /webhooks/deliveries/${id}`)).body.delivery;
    expect(await one(failed!)).toMatchObject({
      status: "failed",
      next_attempt_at: null,
      completed_at: post.service.clock.now().toISOString(),
      last_error: "the endpoint was disabled",
      attempts: [],
    });
    expect(await one(pending!)).toMatchObject({ status: "pending", completed_at: null });
  });

  test("ends what is sent to it; the others and the feed go on", async () => {
    const company = await post.subscriber();
    const other = await post.addEndpoint(company);
    await set(company, "disabled");
    await company.customer();
    await post.worker.pass();
    expect(company.received()).toEqual([]);
    expect(other.received().map(({ body }) => JSON.parse(body).type)).toEqual([
      "webhook.disabled",
      "customer.created",
    ]);
    expect(
      (await deliveries(company)).map(({ endpoint_id }: { endpoint_id: number }) => endpoint_id),
    ).toEqual([other.endpointId, other.endpointId]);
  });

  test("leaves a test and a replay refused, with the reason", async () => {
    const company = await post.subscriber();
    const body = { endpoint_id: company.endpointId };
    const { delivery } = (await company.call("POST /webhooks/test", { body })).body;
    await set(company, "disabled");
    for (const [operation, sent] of [
      ["POST /webhooks/test", body],
      ["POST /webhooks/replay", { ...body, failed: true }],
      ["POST /webhooks/replay", { ...body, since: "2026-01-01" }],
      [`POST /webhooks/deliveries/${delivery.id}/replay`, undefined],
    ] as const) {
      const reply = await company.call(operation, sent ? { body: sent } : {});
      expect([operation, reply.status, reply.body.code]).toEqual([operation, 422, "invalid_state"]);
      expect(reply.body.error).toContain("It was disabled in the company's settings.");
    }
    expect((await deliveries(company))[0].status).toBe("failed");
  });

  test("can still be deleted, rotated and changed", async () => {
    const company = await post.subscriber();
    await set(company, "disabled");
    const one = `/webhooks/endpoints/${company.endpointId}`;
    expect((await company.call(`POST ${one}/rotate_secret`)).status).toBe(200);
    const changed = await company.call(`PATCH ${one}`, { body: { description: "Changed" } });
    expect(changed.body.endpoint).toMatchObject({ status: "disabled", description: "Changed" });
    expect((await company.call(`DELETE ${one}`)).status).toBe(200);
  });
});

describe("enabling", () => {
  test("clears when and why, and tells no event", async () => {
    const company = await post.subscriber();
    const before = (await company.call(`GET /webhooks/endpoints/${company.endpointId}`)).body.endpoint;
    await set(company, "disabled");
    const { status, body } = await set(company, "enabled");
    expect([status, body.endpoint]).toEqual([200, { ...before, updated_at: expect.any(String) }]);
    expect((await company.call("GET /events")).body.events).toHaveLength(1);
  });

  test("goes on with the events from now on; those in between can be asked for", async () => {
    const company = await post.subscriber();
    await company.customer();
    await post.worker.pass();
    await set(company, "disabled");
    await company.customer();
    await set(company, "enabled");
    await company.customer();
    await post.worker.pass();
    expect(company.sequences()).toEqual([1, 4]);
    const body = { endpoint_id: company.endpointId, since: "2026-01-01" };
    const { replay } = (await company.call("POST /webhooks/replay", { body })).body;
    expect(replay).toEqual({ endpoint_ids: [company.endpointId], count: 4, has_more: false });
    await post.worker.pass();
    expect(company.sequences().toSorted()).toEqual([1, 1, 2, 3, 4, 4]);
  });

  test("of one that is enabled changes nothing: nothing is passed over", async () => {
    const company = await post.subscriber();
    await company.customer();
    await set(company, "enabled");
    await post.worker.pass();
    expect(company.sequences()).toEqual([1]);
  });

  test("together with a new address goes on there", async () => {
    const company = await post.subscriber();
    const elsewhere = await post.addEndpoint(await post.service.company());
    await set(company, "disabled");
    await set(company, "enabled", { url: elsewhere.url });
    await company.customer();
    await post.worker.pass();
    expect([company.sequences(), elsewhere.sequences()]).toEqual([[], [2]]);
  });
});
