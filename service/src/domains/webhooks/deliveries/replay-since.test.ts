import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  createGate,
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  newestOf,
  range,
  startDeliverySetup,
} from "./deliveries.fixture.ts";

let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup();
});
afterAll(() => setup.close());

const day = 86_400_000;
const nowText = () => setup.service.clock.now().toISOString();
const replay = (company: TestCompany, body: object) => company.call("POST /webhooks/replay", { body });
const disable = (company: TestCompany, endpointId: number) =>
  company.call(`PATCH /webhooks/endpoints/${endpointId}`, { body: { status: "disabled" } });

describe("POST /webhooks/replay with since", () => {
  test.each([
    ["a timestamp", () => nowText()],
    ["a date", () => nowText().slice(0, 10)],
  ])("200 delivers the events since %s once more, in order", async (_, moment) => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 3);
    await setup.worker.pass();
    setup.service.clock.advance(day);
    const since = moment();
    await emitMany(setup.context, company, 30);
    await setup.worker.pass();
    const { status, body } = await replay(company, { since });
    expect([status, body.replay]).toEqual([
      200,
      { endpoint_ids: [company.endpointId], count: 30, has_more: false },
    ]);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([...range(1, 33), ...range(4, 33)]);
    expect(await deliveriesOf(company, "event_id=evt_none")).toEqual([]);
    const delivery = await newestOf(company, company);
    expect(delivery).toMatchObject({ status: "succeeded", attempt_count: 2 });
    expect(await setup.worker.pass()).toBe(0);
  });

  test("200 misses no event that was committed out of the order of time", async () => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 4);
    await setup.worker.pass();
    const at = (seconds: number) => new Date(setup.service.clock.now().getTime() + seconds * 1000);
    // The second was asked for last, and the fourth before all others.
    for (const [sequence, seconds] of [
      [1, 2],
      [2, 5],
      [3, 3],
      [4, 1],
    ] as const) {
      await setup.context.db.query(
        "update events set created_at = $3 where company_id = $1 and sequence = $2",
        [company.id, sequence, at(seconds)],
      );
    }
    const { body } = await replay(company, { since: at(5).toISOString() });
    expect(body.replay.count).toBe(3);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1, 2, 3, 4, 2, 3, 4]);
    expect((await replay(company, { since: at(6).toISOString() })).body.replay.count).toBe(0);
  });

  test("200 only to enabled endpoints, by their filters, and to one alone where it is named", async () => {
    const company = await setup.subscriber({ events: ["product.created"] });
    const [all, off] = [await setup.addEndpoint(company), await setup.addEndpoint(company)];
    const since = nowText();
    await emitMany(setup.context, company, 2);
    await emitMany(setup.context, company, 1, { type: "product.created" });
    await setup.worker.pass();
    await disable(company, off.endpointId);
    await setup.worker.pass();
    expect((await replay(company, { since })).body.replay.endpoint_ids).toEqual([
      company.endpointId,
      all.endpointId,
    ]);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([3, 3]);
    expect(all.sequences()).toEqual([...range(1, 4), ...range(1, 4)]);
    expect(off.sequences()).toEqual(range(1, 3));
    await replay(company, { since, endpoint_id: all.endpointId });
    await setup.worker.pass();
    expect([company.sequences().length, all.sequences().length]).toEqual([2, 12]);
    const refused = await replay(company, { since, endpoint_id: off.endpointId });
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
  });

  test("200 to an endpoint that did not exist then", async () => {
    const company = await setup.subscriber();
    const since = nowText();
    await emitMany(setup.context, company, 20);
    await setup.worker.pass();
    const late = await setup.addEndpoint(company);
    await replay(company, { since, endpoint_id: late.endpointId });
    await setup.worker.pass();
    expect([company.sequences().length, late.sequences()]).toEqual([20, range(1, 20)]);
  });

  test("new events go on arriving meanwhile", async () => {
    const company = await setup.subscriber();
    const since = nowText();
    await emitMany(setup.context, company, 200);
    await setup.worker.pass();
    const gate = createGate();
    let count = 0;
    company.answers(() => (++count === 20 ? gate.behaviour() : { status: 200 }));
    await replay(company, { since });
    const passing = setup.worker.pass();
    await expect.poll(() => gate.waiting).toBe(1);
    await emitMany(setup.context, company, 5);
    gate.open();
    await passing;
    const seen = company.sequences().slice(200);
    expect(seen.toSorted((a, b) => a - b)).toEqual(range(1, 205));
    expect(seen.indexOf(201)).toBeLessThan(seen.indexOf(200));
  });

  test("422 for both since and failed, for neither, for nonsense, and for another company's endpoint", async () => {
    const [company, otherCompany] = [await setup.subscriber(), await setup.subscriber()];
    for (const [body, field] of [
      [{}, "since"],
      [{ failed: false }, "since"],
      [{ since: "2026-11-15", failed: true }, "since"],
      [{ since: "yesterday" }, "since"],
      [{ failed: true, endpoint_id: otherCompany.endpointId }, "endpoint_id"],
    ] as const) {
      const answer = await replay(company, body);
      expect([body, answer.status, answer.body.errors[0].field]).toEqual([body, 422, field]);
    }
  });
});
