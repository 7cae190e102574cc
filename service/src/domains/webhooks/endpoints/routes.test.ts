import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { eventTypes } from "../../../contract/event-types.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const url = "https://erp.acme.example/hooks/billfold";
const post = (body: object, by = company) => by.call("POST /webhooks/endpoints", { body });
async function create(fields: object = {}, by = company) {
  const made = await post({ url, ...fields }, by);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.endpoint as { id: number } & Record<string, unknown>;
}
const get = async (id: number, by = company) =>
  (await by.call(`GET /webhooks/endpoints/${id}`)).body.endpoint;
const patch = (id: number, body: object, by = company) =>
  by.call(`PATCH /webhooks/endpoints/${id}`, { body });
const remove = (id: number, by = company) => by.call(`DELETE /webhooks/endpoints/${id}`);
const faultsOf = async (call: ReturnType<typeof post>) => {
  const { status, body } = await call;
  return [status, body.errors];
};

describe("POST /webhooks/endpoints", () => {
  test("answers 201 with the endpoint and, only here, its secret", async () => {
    const events = ["invoice.paid", "invoice.issued"];
    const { status, body } = await post({ url, description: "ERP", events });
    const now = service.clock.now().toISOString();
    expect([status, body]).toEqual([
      201,
      {
        success: true,
        endpoint: {
          id: expect.any(Number),
          primary: false,
          url,
          default_url: false,
          description: "ERP",
          events,
          status: "enabled",
          disabled_reason: null,
          disabled_at: null,
          failing_since: null,
          previous_secret_until: null,
          created_at: now,
          updated_at: now,
        },
        webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
      },
    ]);
    const shown = await company.call(`GET /webhooks/endpoints/${body.endpoint.id}`);
    expect([shown.status, shown.body]).toEqual([200, { success: true, endpoint: body.endpoint }]);
  });

  test("takes a url alone: all events, no description", async () => {
    expect(await create()).toMatchObject({ events: null, description: null });
    expect(await create({ events: null, description: null })).toMatchObject({ events: null });
  });

  test("takes every type of event, and all of them together", async () => {
    expect(await create({ events: eventTypes })).toMatchObject({ events: eventTypes });
  });

  test("keeps the secret encrypted", async () => {
    const { body } = await post({ url });
    const [row] = await service.context.db.query<{ secret: string; previous_secret: null }>(
      "select secret, previous_secret from webhook_endpoints where company_id = $1 and id = $2",
      [company.id, body.endpoint.id],
    );
    expect(row).toEqual({
      secret: expect.stringMatching(/^test\.[A-Za-z0-9+/=]{60,}$/),
      previous_secret: null,
    });
    expect(row!.secret).not.toContain(body.webhook_secret.slice(6));
  });

  test("changes nothing that the feed would tell of", async () => {
    const quiet = await service.company();
    await create({}, quiet);
    expect((await quiet.call("GET /events")).body.events).toEqual([]);
  });

  test.each<[string, object, string, string]>([
    ["without a url", {}, "url", "is required"],
    ["with a url of null", { url: null }, "url", "must be a string"],
    ["with an empty url", { url: "" }, "url", "must not be empty"],
    [
      "with a url of 2001 characters",
      { url: url.padEnd(2001, "x") },
      "url",
      "must have at most 2000 characters",
    ],
    [
      "with a type of event that there is none of",
      { url, events: ["invoice.eaten"] },
      "events[0]",
      "is not a known value",
    ],
    ["with a filter that nothing passes", { url, events: [] }, "events", "must have at least one entry"],
    ["with a filter that is no list", { url, events: "invoice.paid" }, "events", "must be an array"],
    [
      "with more types than there are",
      { url, events: Array(eventTypes.length + 1).fill("invoice.paid") },
      "events",
      "must have at most",
    ],
    ["with an empty description", { url, description: "" }, "description", "must not be empty"],
    [
      "with a long description",
      { url, description: "x".repeat(201) },
      "description",
      "must have at most 200",
    ],
  ])("is 422 %s", async (_name, body, field, message) => {
    expect(await faultsOf(post(body))).toEqual([422, [{ field, message: expect.stringContaining(message) }]]);
  });

  test("does not let a caller choose what is the service's to say, and tells so", async () => {
    const theirs = { secret: "whsec_mine", primary: true, status: "disabled", id: 5 };
    const { status, body } = await post({ url, ...theirs });
    expect([status, body.endpoint.primary, body.endpoint.status]).toEqual([201, false, "enabled"]);
    expect(body.warnings.sort()).toEqual(
      Object.keys(theirs)
        .sort()
        .map((name) => `unknown field: ${name}`),
    );
    expect(body.webhook_secret).not.toBe("whsec_mine");
  });
});

describe("PATCH /webhooks/endpoints/{id}", () => {
  test("changes what is sent, and only that", async () => {
    const before = await create({ description: "ERP", events: ["invoice.paid"] });
    service.clock.advance(1000);
    const { status, body } = await patch(before.id, { url: `${url}/2`, events: ["sale.created"] });
    const updated_at = service.clock.now().toISOString();
    const after = { ...before, url: `${url}/2`, events: ["sale.created"], updated_at };
    expect([status, body]).toEqual([200, { success: true, endpoint: after }]);
    expect(await get(before.id)).toEqual(after);
  });

  test("clears a filter and a description by null", async () => {
    const { id } = await create({ description: "ERP", events: ["invoice.paid"] });
    const { body } = await patch(id, { description: null, events: null });
    expect(body.endpoint).toMatchObject({ url, description: null, events: null });
  });

  test.each<[object, string]>([
    [{ url: "ftp://acme.example/" }, "url"],
    [{ url: null }, "url"],
    [{ url: 5 }, "url"],
    [{ events: ["invoice.paid", "nonsense"] }, "events[1]"],
    [{ status: "gone" }, "status"],
    [{ status: null }, "status"],
  ])("is 422 for %j, and nothing is changed", async (body, field) => {
    const before = await create();
    const reply = await patch(before.id, { description: "changed", ...body });
    expect([reply.status, reply.body.errors]).toEqual([422, [expect.objectContaining({ field })]]);
    expect(await get(before.id)).toEqual(before);
  });
});

describe("DELETE /webhooks/endpoints/{id}", () => {
  test("is 200 once and 404 from then on; its deliveries go with it, its events stay", async () => {
    const owner = await service.company();
    const [{ id }, other] = [await create({}, owner), await create({}, owner)];
    const sent = await owner.call("POST /webhooks/test", { body: { endpoint_id: id } });
    await owner.call("POST /webhooks/test", { body: { endpoint_id: other.id } });
    const gone = await remove(id, owner);
    expect([gone.status, gone.body]).toEqual([200, { success: true }]);
    expect((await remove(id, owner)).status).toBe(404);
    expect((await owner.call(`GET /webhooks/endpoints/${id}`)).status).toBe(404);
    expect((await owner.call(`GET /webhooks/deliveries/${sent.body.delivery.id}`)).status).toBe(404);
    const { deliveries } = (await owner.call("GET /webhooks/deliveries")).body;
    expect(deliveries.map((delivery: { endpoint_id: number }) => delivery.endpoint_id)).toEqual([other.id]);
    expect((await owner.call(`GET /events/${sent.body.event.id}`)).status).toBe(200);
  });
});
