import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  type Delivery,
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  newestOf,
  startDeliverySetup,
} from "./deliveries.fixture.ts";

let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup({ attemptTimeoutMs: 1000 });
});
afterAll(() => setup.close());

const day = 86_400_000;

describe("POST /webhooks/test", () => {
  const send = (company: TestCompany, body?: object) =>
    company.call("POST /webhooks/test", body ? { body } : {});

  test("200 reaches the endpoint whatever its filter, and no other, and stands in the feed", async () => {
    const company = await setup.subscriber({ events: ["invoice.paid"] });
    const other = await setup.addEndpoint(company);
    const { status, body } = await send(company, { endpoint_id: company.endpointId });
    const id = await company.eventId(1);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        event: expect.objectContaining({
          id,
          type: "webhook.test",
          sequence: 1,
          actor: { type: "key", id: company.appId },
          data: { object: expect.objectContaining({ id: company.endpointId, url: company.url }) },
        }),
        delivery: expect.objectContaining({
          event_id: id,
          event_type: "webhook.test",
          endpoint_id: company.endpointId,
          status: "pending",
          attempt_count: 0,
          next_attempt_at: setup.service.clock.now().toISOString(),
          attempts: [],
        }),
      },
    ]);
    await setup.worker.pass();
    expect(JSON.parse(company.received()[0]!.body)).toEqual(body.event);
    expect([company.sequences(), other.sequences()]).toEqual([[1], []]);
    expect(await newestOf(company, company)).toMatchObject({
      id: body.delivery.id,
      status: "succeeded",
      attempt_count: 1,
    });
    expect((await company.call("GET /events")).body.events).toEqual([expect.objectContaining(body.event)]);
  });

  test("200 without a body is for the first endpoint, and what follows arrives as ever", async () => {
    const company = await setup.subscriber();
    const other = await setup.addEndpoint(company);
    expect((await send(company)).body.delivery.endpoint_id).toBe(company.endpointId);
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    expect([company.sequences(), other.sequences()]).toEqual([[1, 2], [2]]);
  });

  test("422 for a disabled endpoint, for none at all, and for another company's; nothing is stored", async () => {
    const [company, none] = [await setup.subscriber(), await setup.service.company()];
    const theirs = await setup.subscriber();
    await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status: "disabled" } });
    expect((await send(company)).body).toMatchObject({
      code: "invalid_state",
      error: expect.stringContaining("is disabled"),
    });
    expect((await send(none)).body).toMatchObject({
      code: "invalid_state",
      error: expect.stringContaining("There is no webhook endpoint"),
    });
    const foreign = await send(none, { endpoint_id: theirs.endpointId });
    expect([foreign.status, foreign.body.errors]).toEqual([
      422,
      [{ field: "endpoint_id", message: "is not an endpoint of this company" }],
    ]);
    expect((await none.call("GET /events")).body.events).toEqual([]);
    expect(await deliveriesOf(company)).toEqual([]);
  });
});

describe("GET /webhooks/deliveries", () => {
  const idsOf = async (company: TestCompany, query: string) =>
    (await deliveriesOf(company, query)).map(({ id }) => id);

  /** On two days and at two endpoints: one that fails for good, one that waits, one that succeeded. */
  const varied = async () => {
    const company = await setup.subscriber();
    const other = await setup.addEndpoint(company, { events: ["product.created"] });
    other.answers({ status: 500 });
    await emitMany(setup.context, company, 2);
    await setup.worker.pass();
    setup.service.clock.advance(day);
    await emitMany(setup.context, company, 1, { type: "product.created" });
    await setup.worker.pass();
    const all = await deliveriesOf(company);
    const first = all.filter(({ endpoint_id }) => endpoint_id === company.endpointId);
    const [waits] = all.filter(({ endpoint_id }) => endpoint_id === other.endpointId);
    return { company, other, all, first: first as [Delivery, Delivery, Delivery], waits: waits! };
  };

  test("200 filters by status, endpoint, event and day, alone and together", async () => {
    const { company, other, all, first, waits } = await varied();
    const today = setup.service.clock.now().toISOString().slice(0, 10);
    for (const [query, found] of [
      ["", all],
      ["status=succeeded", first],
      ["status=pending", [waits]],
      ["status=failed", []],
      [`endpoint_id=${other.endpointId}`, [waits]],
      [`endpoint_id=${company.endpointId}&status=pending`, []],
      [`event_id=${await company.eventId(1)}`, [first[0]]],
      [`event_id=${await company.eventId(3)}`, all.slice(2)],
      [`event_id=${await company.eventId(3)}&status=pending`, [waits]],
      // The event with this number has another id: its random part differs.
      [`event_id=evt_${company.id}_3`, []],
      [`event_id=evt_${company.id}_3_000000000000`, []],
      [`event_id=evt_${company.id + 1}_3`, []],
      ["event_id=nonsense", []],
      [`created_from=${today}`, all.slice(2)],
      [`created_to=${today}`, all],
      [`created_from=${today}&status=succeeded`, [first[2]]],
      [`created_from=${today}&endpoint_id=${other.endpointId}`, [waits]],
      ["created_from=2099-01-01", []],
    ] as const) {
      expect([query, await idsOf(company, query)]).toEqual([query, found.map(({ id }) => id)]);
    }
    expect(await idsOf(await setup.service.company(), "")).toEqual([]);
  });

  test("200 newest first, page by page, counted where asked for", async () => {
    const company = await setup.subscriber();
    for (const _ of [1, 2, 3]) {
      setup.service.clock.advance(1000);
      await emitMany(setup.context, company, 2);
      await setup.worker.pass();
    }
    const list = async (query: string) =>
      (await company.call(`GET /webhooks/deliveries?limit=4&status=succeeded&${query}`)).body;
    const first = await list("include=total_count");
    expect(first.pagination).toEqual({
      limit: 4,
      has_more: true,
      next_cursor: expect.any(String),
      total_count: 6,
      total_count_capped: false,
    });
    const second = await list(`cursor=${first.pagination.next_cursor}`);
    expect(second.pagination).toEqual({ limit: 4, has_more: false, next_cursor: null });
    const sequences = [...first.deliveries, ...second.deliveries].map((one: Delivery) =>
      Number(one.event_id.split("_")[2]),
    );
    expect(sequences).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test.each(["status=gone", "endpoint_id=x", "limit=0", "cursor=x", "include=attempts", "created_from=x"])(
    "422 for %s",
    async (query) => {
      const { status, body } = await (await setup.service.company()).call(
        `GET /webhooks/deliveries?${query}`,
      );
      expect([status, body.errors?.[0]?.field]).toEqual([422, query.split("=")[0]]);
    },
  );

  test("200 with the last 100 attempts, newest first", async () => {
    const company = await setup.service.company();
    await setup.addEndpoint(company);
    const { id } = (await company.call("POST /webhooks/test")).body.delivery;
    await setup.worker.pass();
    await setup.context.db.query(
      `insert into webhook_attempts (company_id, delivery_id, number, attempted_at, duration_ms, url, status_code)
       select $1, $2, number, $3, 5, 'https://hooks.example/', 503 from generate_series(2, 101) as number`,
      [company.id, id, setup.service.clock.now()],
    );
    const { attempts } = (await company.call(`GET /webhooks/deliveries/${id}`)).body.delivery;
    expect(attempts.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, index) => 101 - index),
    );
  });

  test("404 for another company's delivery", async () => {
    const { waits } = await varied();
    const { status } = await (await setup.service.company()).call(`GET /webhooks/deliveries/${waits.id}`);
    expect(status).toBe(404);
  });
});
