import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../../platform/db/database.ts";
import { approveCompany, suspendCompany } from "../../tenancy/companies/service.ts";
import { setPlan } from "../../tenancy/plans/service.ts";
import {
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  range,
  startDeliverySetup,
} from "./deliveries.fixture.ts";

let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup();
});
afterAll(() => setup.close());

const administer = (work: (administration: Parameters<typeof setPlan>[0]) => Promise<unknown>) =>
  inTransaction(setup.context.db, (tx) => work({ tx, now: setup.service.clock.now() }));

describe("what is sent", () => {
  test("is the stored event, byte for byte, as JSON in a POST", async () => {
    const company = await setup.subscriber();
    await company.customer({ name: "Ærø & Söner \u{1f9fe} \u2028 \\ \"quoted\" 'x' </script>" });
    expect(await setup.worker.pass()).toBe(1);
    const [stored] = await setup.context.db.query<{ body: string }>(
      "select body from events where company_id = $1",
      [company.id],
    );
    const [request] = company.received();
    expect(request!.body).toBe(stored!.body);
    expect(request!.headers).toEqual({
      host: new URL(company.url).host,
      connection: "keep-alive",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(stored!.body)),
      "user-agent": "Billfold-Webhooks/1",
      "x-pay-signature": expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
      "webhook-id": await company.eventId(1),
      "webhook-timestamp": String(setup.service.clock.now().getTime() / 1000),
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    const { body_hash, hash, ...event } = (await company.call(`GET /events/${await company.eventId(1)}`)).body
      .event;
    expect(event).toEqual(JSON.parse(request!.body));
    expect([body_hash, hash]).toEqual([expect.any(String), expect.any(String)]);
  });

  test("is recorded with its one attempt", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 202, body: "thank you" });
    await company.customer();
    await setup.worker.pass();
    const now = setup.service.clock.now().toISOString();
    const { id } = (await deliveriesOf(company))[0]!;
    expect((await company.call(`GET /webhooks/deliveries/${id}`)).body).toEqual({
      success: true,
      delivery: {
        id,
        event_id: await company.eventId(1),
        event_type: "customer.created",
        endpoint_id: company.endpointId,
        status: "succeeded",
        attempt_count: 1,
        next_attempt_at: null,
        last_attempt_at: now,
        last_status_code: 202,
        last_error: null,
        created_at: now,
        completed_at: now,
        attempts: [
          {
            number: 1,
            cause: "first",
            worker: expect.stringMatching(/^[a-z0-9]{16}$/),
            completed: true,
            attempted_at: now,
            duration_ms: expect.any(Number),
            url: company.url,
            status_code: 202,
            failure: null,
            message: null,
            answer: "thank you",
          },
        ],
      },
    });
  });

  test("is in order of sequence, each once, also in a burst", async () => {
    const company = await setup.subscriber();
    await Promise.all(range(1, 50).map(() => company.customer()));
    await emitMany(setup.context, company, 50);
    expect(await setup.worker.pass()).toBe(100);
    expect(company.sequences()).toEqual(range(1, 100));
  });

  test("is in order of sequence while events go on coming in", async () => {
    const company = await setup.subscriber();
    let passing = true;
    const passes = (async () => {
      while (passing) await setup.worker.pass();
    })();
    for (const _ of range(1, 40)) await company.customer();
    passing = false;
    await passes;
    await setup.worker.pass();
    expect(company.sequences()).toEqual(range(1, 40));
  });
});

describe("who gets it", () => {
  test("every endpoint of the company, and none of another", async () => {
    const [company, other] = [await setup.subscriber(), await setup.subscriber()];
    const hooks = [company, await setup.addEndpoint(company), await setup.addEndpoint(company)];
    await emitMany(setup.context, company, 5);
    await setup.worker.pass();
    for (const endpoint of hooks) expect(endpoint.sequences()).toEqual(range(1, 5));
    expect(other.received()).toEqual([]);
    expect(new Set(hooks.map((endpoint) => endpoint.received()[0]!.headers["x-pay-signature"])).size).toBe(3);
  });

  test("an endpoint with a filter only gets those types, however many lie between them", async () => {
    const company = await setup.subscriber({ events: ["product.created", "product.updated"] });
    const all = await setup.addEndpoint(company);
    for (const [count, type] of [
      [1, "product.created"],
      [600, "customer.updated"],
      [2, "product.updated"],
      [40, "customer.updated"],
      [20, "product.created"],
    ] as const) {
      await emitMany(setup.context, company, count, { type });
    }
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1, 602, 603, ...range(644, 663)]);
    expect(all.sequences()).toEqual(range(1, 663));
    expect(await deliveriesOf(company, `endpoint_id=${company.endpointId}&limit=100`)).toHaveLength(23);
  });

  test("a filter that changes counts for what is not sent yet", async () => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, {
      body: { events: ["product.created"] },
    });
    await emitMany(setup.context, company, 1);
    await emitMany(setup.context, company, 1, { type: "product.created" });
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1, 3]);
  });

  test("an endpoint that is added later gets the events from then on", async () => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 3);
    const late = await setup.addEndpoint(company);
    await emitMany(setup.context, company, 2);
    await setup.worker.pass();
    expect(company.sequences()).toEqual(range(1, 5));
    expect(late.sequences()).toEqual([4, 5]);
  });

  test("one that moved to another address gets there what is pending", async () => {
    const company = await setup.subscriber();
    const elsewhere = await setup.addEndpoint(await setup.service.company());
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 2);
    await setup.worker.pass();
    await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { url: elsewhere.url } });
    setup.service.clock.advance(5000);
    await setup.worker.pass();
    expect([company.sequences(), elsewhere.sequences()]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test("one that was deleted gets nothing more", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    await company.call(`DELETE /webhooks/endpoints/${company.endpointId}`);
    await emitMany(setup.context, company, 1);
    setup.service.clock.advance(5000);
    await setup.worker.pass();
    expect(company.received()).toHaveLength(1);
  });

  test.each([
    [
      "a suspended company",
      (id: number) => administer((by) => suspendCompany(by, id)),
      (id: number) => administer((by) => approveCompany(by, id)),
    ],
    [
      "a company without the feature webhooks",
      (id: number) => administer((by) => setPlan(by, id, { disable: ["webhooks"] })),
      (id: number) => administer((by) => setPlan(by, id, { enable: ["webhooks"] })),
    ],
  ])("%s gets nothing, and everything in order when it is back", async (_, leave, comeBack) => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    await leave(company.id);
    await emitMany(setup.context, company, 30);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1]);
    await comeBack(company.id);
    await emitMany(setup.context, company, 1);
    await setup.worker.pass();
    expect(company.sequences()).toEqual(range(1, 32));
  });
});
