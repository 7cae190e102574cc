import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../../../../test/site-session.ts";
import {
  type DeliverySetup,
  emitMany,
  newestOf,
  type Subscriber,
  startDeliverySetup,
  type TestEndpoint,
} from "../../webhooks/deliveries/deliveries.fixture.ts";

let setup: DeliverySetup;
beforeAll(async () => {
  // Ten in the evening in Lagos.
  setup = await startDeliverySetup({}, { now: new Date("2026-11-16T21:00:00.000Z") });
});
afterAll(() => setup.close());

async function person(company: { id: number }) {
  const { call } = await signIn(setup.service, { companyId: company.id, role: "owner" });
  const read = async () => (await call("GET", "/notifications")).body;
  return { call, read };
}

const lastStep = 9;

/** A delivery of this endpoint that failed at this moment. */
async function fail(
  company: Subscriber,
  at: string,
  { endpoint = company as TestEndpoint, step = lastStep, error = "the endpoint returned 500" } = {},
) {
  const { body } = await company.call("POST /webhooks/test", { body: { endpoint_id: endpoint.endpointId } });
  await setup.context.db.query(
    `update webhook_deliveries set status = 'failed', step = $3, completed_at = $4, next_attempt_at = null,
       last_error = $5 where company_id = $1 and id = $2`,
    [company.id, body.delivery.id, step, at, error],
  );
}

describe("failed deliveries", () => {
  test("cause one notification once the last attempt has failed, until they are replayed", async () => {
    const { clock } = setup.service;
    const start = clock.now();
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 3);
    await setup.worker.pass();
    for (let attempt = 2; attempt <= 10; attempt++) {
      expect((await (await person(company)).read()).notifications).toEqual([]);
      clock.set(new Date((await newestOf(company, company)).next_attempt_at!));
      await setup.worker.pass();
    }
    const owner = await person(company);
    const { notifications, unread_count } = await owner.read();
    expect(notifications).toEqual([
      {
        kind: "deliveries_failed",
        event: null,
        import: null,
        delivery: clock.now().getTime(),
        created_at: clock.now().toISOString(),
        unread: true,
        endpoint_id: company.endpointId,
        url: company.url,
        reason: "the endpoint returned 500",
      },
    ]);
    expect(unread_count).toBe(1);
    expect((await company.call("POST /webhooks/replay", { body: { failed: true } })).status).toBe(200);
    expect((await owner.read()).notifications).toEqual([]);
    clock.set(start);
  });

  test("cause one notification per endpoint and day, in the company's time zone", async () => {
    const company = await setup.subscriber();
    const second = await setup.addEndpoint(company);
    // 23:30 and 0:30 in Lagos are two days.
    for (const at of ["2026-11-15T22:30:00Z", "2026-11-15T23:30:00Z", "2026-11-16T08:00:00Z"]) {
      await fail(company, at);
    }
    await fail(company, "2026-11-16T09:00:00Z", { endpoint: second });
    await fail(company, "2026-11-16T10:00:00Z", { endpoint: second });
    const { notifications } = await (await person(company)).read();
    expect(
      notifications.map((each: { url: string; created_at: string }) => [each.url, each.created_at]),
    ).toEqual([
      [second.url, "2026-11-16T09:00:00.000Z"],
      [company.url, "2026-11-15T23:30:00.000Z"],
      [company.url, "2026-11-15T22:30:00.000Z"],
    ]);
  });

  test("are shown for a week", async () => {
    const company = await setup.subscriber();
    await fail(company, "2026-11-09T22:30:00Z");
    expect((await (await person(company)).read()).notifications).toEqual([]);
    await fail(company, "2026-11-09T23:30:00Z");
    expect((await (await person(company)).read()).notifications).toHaveLength(1);
  });

  test("that ended with their endpoint cause only the notification about the endpoint", async () => {
    const company = await setup.subscriber();
    await fail(company, "2026-11-16T08:00:00Z", { error: "the endpoint was disabled" });
    await fail(company, "2026-11-16T08:00:00Z", { step: 0, error: "the endpoint returned 410 Gone" });
    expect((await (await person(company)).read()).notifications).toEqual([]);
  });

  test("of another company, or not chosen, cause no notification", async () => {
    const [company, other] = [await setup.subscriber(), await setup.subscriber()];
    await fail(company, "2026-11-16T08:00:00Z");
    expect((await (await person(other)).read()).notifications).toEqual([]);
    const owner = await person(company);
    await owner.call("POST", "/notifications/preferences", { kinds: ["endpoint_disabled"] });
    expect(await owner.read()).toMatchObject({ notifications: [], kinds: ["endpoint_disabled"] });
    await owner.call("POST", "/notifications/preferences", { kinds: ["deliveries_failed"] });
    expect((await owner.read()).notifications).toHaveLength(1);
  });

  test("stay read when more of them fail on the same day, and not on another", async () => {
    const company = await setup.subscriber();
    const owner = await person(company);
    await fail(company, "2026-11-15T08:00:00Z");
    const [{ delivery }] = (await owner.read()).notifications;
    const position = { event: 0, import: 0, delivery };
    expect((await owner.call("POST", "/notifications/read", position)).status).toBe(200);
    await fail(company, "2026-11-15T09:00:00Z");
    expect(await owner.read()).toMatchObject({ unread_count: 0, notifications: [{ unread: false }] });
    await fail(company, "2026-11-16T09:00:00Z");
    expect(await owner.read()).toMatchObject({ unread_count: 1 });
    // A page from before an upgrade reports no such position.
    await owner.call("POST", "/notifications/read", { event: 0, import: 0 });
    expect(await owner.read()).toMatchObject({ unread_count: 1 });
  });
});
