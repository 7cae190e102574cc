import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  newestOf,
  startDeliverySetup,
} from "./deliveries.fixture.ts";

let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup();
});
afterAll(() => setup.close());

const nowText = () => setup.service.clock.now().toISOString();
const replay = (company: TestCompany, body: object) => company.call("POST /webhooks/replay", { body });
const disable = (company: TestCompany, endpointId: number) =>
  company.call(`PATCH /webhooks/endpoints/${endpointId}`, { body: { status: "disabled" } });

describe("POST /webhooks/deliveries/{id}/replay", () => {
  const again = (company: TestCompany, id: number) => company.call(`POST /webhooks/deliveries/${id}/replay`);

  test("200 delivers again what succeeded; its attempts count on", async () => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 2);
    await setup.worker.pass();
    const [first] = await deliveriesOf(company);
    setup.service.clock.advance(1000);
    const { status, body } = await again(company, first!.id);
    expect([status, body.delivery]).toMatchObject([
      200,
      {
        id: first!.id,
        status: "pending",
        attempt_count: 1,
        next_attempt_at: nowText(),
        completed_at: null,
        attempts: [{ number: 1, status_code: 200 }],
      },
    ]);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1, 2, 1]);
    expect((await deliveriesOf(company))[0]).toMatchObject({
      id: first!.id,
      status: "succeeded",
      attempt_count: 2,
      completed_at: nowText(),
    });
  });

  test("200 starts the schedule from the beginning", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    for (const ms of [5000, 300_000]) {
      setup.service.clock.advance(ms);
      await setup.worker.pass();
    }
    const { id, attempt_count } = await newestOf(company, company);
    expect(attempt_count).toBe(3);
    await again(company, id);
    await setup.worker.pass();
    const delivery = await newestOf(company, company);
    expect(delivery).toMatchObject({
      status: "pending",
      attempt_count: 4,
      next_attempt_at: new Date(setup.service.clock.now().getTime() + 5000).toISOString(),
    });
    expect(delivery.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  test("404 for another company's, 422 for an endpoint that is disabled; neither changes anything", async () => {
    const [company, otherCompany] = [await setup.subscriber(), await setup.subscriber()];
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    const { id } = await newestOf(company, company);
    expect((await again(otherCompany, id)).status).toBe(404);
    await disable(company, company.endpointId);
    const refused = await again(company, id);
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    expect(await newestOf(company, company)).toMatchObject({ status: "succeeded", attempt_count: 1 });
  });
});

describe("POST /webhooks/replay with failed", () => {
  /** So many that failed for good, one that waits and one that succeeded. */
  const withFailed = async (count: number) => {
    const company = await setup.subscriber();
    const other = await setup.addEndpoint(company);
    await emitMany(setup.context, company, count + 1);
    await setup.worker.pass();
    await setup.context.db.query(
      `update webhook_deliveries set status = 'failed', last_status_code = 500, last_error = 'the endpoint returned 500'
       where company_id = $1 and event_sequence <= $2`,
      [company.id, count],
    );
    return { company, other };
  };

  test("200 delivers all that failed once more, and nothing else", async () => {
    const { company, other } = await withFailed(3);
    const { status, body } = await replay(company, { failed: true });
    const endpoint_ids = [company.endpointId, other.endpointId];
    expect([status, body]).toEqual([
      200,
      { success: true, replay: { endpoint_ids, count: 6, has_more: false } },
    ]);
    await setup.worker.pass();
    for (const endpoint of [company, other]) expect(endpoint.sequences()).toEqual([1, 2, 3, 4, 1, 2, 3]);
    expect(await deliveriesOf(company, "status=failed")).toEqual([]);
    expect((await replay(company, { failed: true })).body.replay).toEqual({
      endpoint_ids: [],
      count: 0,
      has_more: false,
    });
  });

  test("200 only of one endpoint, where one is named; never of one that is disabled", async () => {
    const { company, other } = await withFailed(2);
    expect((await replay(company, { failed: true, endpoint_id: other.endpointId })).body.replay).toEqual({
      endpoint_ids: [other.endpointId],
      count: 2,
      has_more: false,
    });
    await disable(company, company.endpointId);
    await setup.worker.pass();
    expect((await replay(company, { failed: true })).body.replay.count).toBe(0);
    expect(company.sequences()).toEqual([1, 2, 3]);
    expect(other.sequences()).toEqual([1, 2, 3, 1, 2, 4]);
  });

  test("200 of the company's own: what failed at another company's endpoints stays failed", async () => {
    const { company } = await withFailed(2);
    const { company: otherCompany, other: theirOther } = await withFailed(3);
    const before = await deliveriesOf(otherCompany, "status=failed");
    expect(before).toHaveLength(6);
    expect((await replay(company, { failed: true })).body.replay.count).toBe(4);
    const theirs = { failed: true, endpoint_id: theirOther.endpointId };
    expect((await replay(company, theirs)).status).toBe(422);
    await setup.worker.pass();
    expect(await deliveriesOf(otherCompany, "status=failed")).toEqual(before);
    expect(otherCompany.sequences()).toEqual([1, 2, 3, 4]);
  });

  test("200 the oldest 10,000 at a time, and says when there are more", async () => {
    const company = await setup.subscriber();
    await setup.context.db.query(
      `with event as (
         insert into events (company_id, sequence, type, created_at, body)
         select $1, n, 'customer.updated', $3, '{"id":"evt_' || $1::bigint || '_' || n || '"}' from generate_series(1, 10001) n
       )
       insert into webhook_deliveries (company_id, endpoint_id, event_sequence, event_type, status, created_at, completed_at)
       select $1, $2, n, 'customer.updated', 'failed', $3::timestamptz + n * interval '1 second', $3
       from generate_series(1, 10001) n`,
      [company.id, company.endpointId, setup.service.clock.now()],
    );
    const endpoint_ids = [company.endpointId];
    expect((await replay(company, { failed: true })).body.replay).toEqual({
      endpoint_ids,
      count: 10_000,
      has_more: true,
    });
    expect((await deliveriesOf(company, "status=failed")).map((one) => one.event_id)).toEqual([
      await company.eventId(10_001),
    ]);
    expect((await replay(company, { failed: true })).body.replay).toEqual({
      endpoint_ids,
      count: 1,
      has_more: false,
    });
    // There are no such events, so nobody shall try to send them.
    await company.call(`DELETE /webhooks/endpoints/${company.endpointId}`);
  });
});
