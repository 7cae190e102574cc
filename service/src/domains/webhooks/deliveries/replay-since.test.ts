import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  createGate,
  deliveriesOf,
  emitMany,
  newestOf,
  type Post,
  range,
  startPost,
} from "./deliveries.fixture.ts";

let post: Post;
beforeAll(async () => {
  post = await startPost();
});
afterAll(() => post.close());

const day = 86_400_000;
const nowText = () => post.service.clock.now().toISOString();
const replay = (company: TestCompany, body: object) => company.call("POST /webhooks/replay", { body });
const disable = (company: TestCompany, endpointId: number) =>
  company.call(`PATCH /webhooks/endpoints/${endpointId}`, { body: { status: "disabled" } });

describe("POST /webhooks/replay with since", () => {
  test.each([
    ["a timestamp", () => nowText()],
    ["a date", () => nowText().slice(0, 10)],
  ])("200 delivers the events since %s once more, in order", async (_, moment) => {
    const company = await post.subscriber();
    await emitMany(post.context, company, 3);
    await post.worker.pass();
    post.service.clock.advance(day);
    const since = moment();
    await emitMany(post.context, company, 30);
    await post.worker.pass();
    const { status, body } = await replay(company, { since });
    expect([status, body.replay]).toEqual([
      200,
      { endpoint_ids: [company.endpointId], count: 30, has_more: false },
    ]);
    await post.worker.pass();
    expect(company.sequences()).toEqual([...range(1, 33), ...range(4, 33)]);
    expect(await deliveriesOf(company, "event_id=evt_none")).toEqual([]);
    const delivery = await newestOf(company, company);
    expect(delivery).toMatchObject({ status: "succeeded", attempt_count: 2 });
    expect(await post.worker.pass()).toBe(0);
  });

  test("200 misses no event that was committed out of the order of time", async () => {
    const company = await post.subscriber();
    await emitMany(post.context, company, 4);
    await post.worker.pass();
    const at = (seconds: number) => new Date(post.service.clock.now().getTime() + seconds * 1000);
    // The second was asked for last, and the fourth before all others.
    for (const [sequence, seconds] of [
      [1, 2],
      [2, 5],
      [3, 3],
      [4, 1],
    ] as const) {
      await post.context.db.query(
        "update events set created_at = $3 where company_id = $1 and sequence = $2",
        [company.id, sequence, at(seconds)],
      );
    }
    const { body } = await replay(company, { since: at(5).toISOString() });
    expect(body.replay.count).toBe(3);
    await post.worker.pass();
    expect(company.sequences()).toEqual([1, 2, 3, 4, 2, 3, 4]);
    expect((await replay(company, { since: at(6).toISOString() })).body.replay.count).toBe(0);
  });

  test("200 only to enabled endpoints, by their filters, and to one alone where it is named", async () => {
    const company = await post.subscriber({ events: ["product.created"] });
    const [all, off] = [await post.hook(company), await post.hook(company)];
    const since = nowText();
    await emitMany(post.context, company, 2);
    await emitMany(post.context, company, 1, { type: "product.created" });
    await post.worker.pass();
    await disable(company, off.endpointId);
    await post.worker.pass();
    expect((await replay(company, { since })).body.replay.endpoint_ids).toEqual([
      company.endpointId,
      all.endpointId,
    ]);
    await post.worker.pass();
    expect(company.sequences()).toEqual([3, 3]);
    expect(all.sequences()).toEqual([...range(1, 4), ...range(1, 4)]);
    expect(off.sequences()).toEqual(range(1, 3));
    await replay(company, { since, endpoint_id: all.endpointId });
    await post.worker.pass();
    expect([company.sequences().length, all.sequences().length]).toEqual([2, 12]);
    const refused = await replay(company, { since, endpoint_id: off.endpointId });
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
  });

  test("200 to an endpoint that did not exist then", async () => {
    const company = await post.subscriber();
    const since = nowText();
    await emitMany(post.context, company, 20);
    await post.worker.pass();
    const late = await post.hook(company);
    await replay(company, { since, endpoint_id: late.endpointId });
    await post.worker.pass();
    expect([company.sequences().length, late.sequences()]).toEqual([20, range(1, 20)]);
  });

  test("new events go on arriving meanwhile", async () => {
    const company = await post.subscriber();
    const since = nowText();
    await emitMany(post.context, company, 200);
    await post.worker.pass();
    const gate = createGate();
    let count = 0;
    company.answers(() => (++count === 20 ? gate.behaviour() : { status: 200 }));
    await replay(company, { since });
    const passing = post.worker.pass();
    await expect.poll(() => gate.waiting).toBe(1);
    await emitMany(post.context, company, 5);
    gate.open();
    await passing;
    const seen = company.sequences().slice(200);
    expect(seen.toSorted((a, b) => a - b)).toEqual(range(1, 205));
    expect(seen.indexOf(201)).toBeLessThan(seen.indexOf(200));
  });

  test("422 for both since and failed, for neither, for nonsense, and for another company's endpoint", async () => {
    const [company, stranger] = [await post.subscriber(), await post.subscriber()];
    for (const [body, field] of [
      [{}, "since"],
      [{ failed: false }, "since"],
      [{ since: "2026-11-15", failed: true }, "since"],
      [{ since: "yesterday" }, "since"],
      [{ failed: true, endpoint_id: stranger.endpointId }, "endpoint_id"],
    ] as const) {
      const answer = await replay(company, body);
      expect([body, answer.status, answer.body.errors[0].field]).toEqual([body, 422, field]);
    }
  });
});
