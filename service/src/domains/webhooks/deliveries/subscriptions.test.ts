import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, type Reply, type TestCompany } from "../../../../test/harness.ts";
import { type Scope, scopeNames } from "../../../contract/access.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { createKey } from "../../tenancy/keys/service.ts";
import { eventTypes } from "../events/service.ts";
import { recordScopeOf } from "../events/visibility.ts";
import {
  type DeliverySetup,
  deliveriesOf,
  emitMany,
  newestOf,
  type Subscriber,
  startDeliverySetup,
} from "./deliveries.fixture.ts";

let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup();
});
afterAll(() => setup.close());

/** Another key of the same company, with fewer scopes. */
async function keyOf(company: TestCompany, scopes: readonly Scope[]): Promise<TestCompany["call"]> {
  const made = await inTransaction(setup.context.db, (tx) =>
    createKey({ tx, now: setup.service.clock.now() }, company.id, scopes, "sandbox"),
  );
  return callsTo(setup.service.url, { appId: made.app_id, secret: made.secret });
}

const refusal = ({ status, body }: Reply) => [status, body.code, body.scope];
const lacks = (scope: Scope) => [403, "scope_missing", scope];
const url = "https://elsewhere.example/hook";
const store: Scope[] = ["webhooks:write", "webhooks:read", "invoices:read"];

describe("subscribing an endpoint", () => {
  test.each(scopeNames.filter((scope) => scope !== "webhooks:write"))(
    "with webhooks:write and %s is for the types whose records that reads",
    async (scope) => {
      const company = await setup.service.company({ scopes: ["webhooks:write", scope] });
      const own = await company.call("POST /webhooks/endpoints", { body: { url, events: ["webhook.test"] } });
      for (const type of eventTypes) {
        const wanted = recordScopeOf(type)!;
        const isAllowed = [scope, "webhooks:read"].includes(wanted);
        const create = await company.call("POST /webhooks/endpoints", { body: { url, events: [type] } });
        const path = `/webhooks/endpoints/${own.body.endpoint.id}`;
        const change = await company.call(`PATCH ${path}`, { body: { events: ["webhook.test", type] } });
        if (isAllowed) expect([create.status, change.status]).toEqual([201, 200]);
        else expect([refusal(create), refusal(change)]).toEqual([lacks(wanted), lacks(wanted)]);
        if (isAllowed) await company.call(`DELETE /webhooks/endpoints/${create.body.endpoint.id}`);
      }
    },
  );

  test("to all events is for a key that reads all records; all that is missing is named", async () => {
    const company = await setup.service.company({ scopes: store });
    for (const body of [{ url }, { url, events: null }]) {
      const refused = await company.call("POST /webhooks/endpoints", { body });
      expect(refusal(refused)).toEqual(lacks("payments:read"));
      expect(refused.body.scopes).toEqual(["payments:read", "sales:read", "customers:read", "products:read"]);
      expect(refused.body.error).toMatch(/does not have payments:read, .*payment\.recorded.*can't subscribe/);
    }
    expect((await company.call("GET /webhooks/endpoints")).body.endpoints).toEqual([]);
    const reads = scopeNames.filter((scope) => scope.endsWith(":read"));
    const reader = await setup.service.company({ scopes: ["webhooks:write", ...reads] });
    expect((await reader.call("POST /webhooks/endpoints", { body: { url } })).status).toBe(201);
  });
});

describe("an endpoint that gets what the key may not read", () => {
  const made = async (fields?: object) => {
    const company = await setup.subscriber(fields);
    return {
      company,
      limited: await keyOf(company, store),
      path: `/webhooks/endpoints/${company.endpointId}`,
    };
  };
  const settings = async ({ call, endpointId }: Subscriber) =>
    (await call(`GET /webhooks/endpoints/${endpointId}`)).body.endpoint;

  test.each([{ url }, { url, events: null }, { events: null }, { events: ["payment.recorded"] }])(
    "is not changed by %j",
    async (body) => {
      for (const events of [null, ["payment.recorded"]]) {
        const { company, limited, path } = await made({ events });
        const before = await settings(company);
        expect(refusal(await limited(`PATCH ${path}`, { body }))).toEqual(lacks("payments:read"));
        expect(await settings(company)).toEqual(before);
      }
    },
  );

  test("is neither enabled nor given a new secret by it; but disabled, described, narrowed, tested and deleted", async () => {
    const { company, limited, path } = await made();
    expect(refusal(await limited(`POST ${path}/rotate_secret`))).toEqual(lacks("payments:read"));
    expect((await limited(`PATCH ${path}`, { body: { description: "ERP" } })).status).toBe(200);
    const test = await limited("POST /webhooks/test", { body: { endpoint_id: company.endpointId } });
    expect([test.status, test.body.event.type]).toEqual([200, "webhook.test"]);
    expect((await limited(`PATCH ${path}`, { body: { status: "disabled" } })).status).toBe(200);
    expect(refusal(await limited(`PATCH ${path}`, { body: { status: "enabled" } }))).toEqual(
      lacks("payments:read"),
    );
    const narrow = { status: "enabled", events: ["invoice.paid"] };
    expect((await limited(`PATCH ${path}`, { body: narrow })).status).toBe(200);
    expect((await limited(`POST ${path}/rotate_secret`)).status).toBe(200);
    expect((await limited(`DELETE ${path}`)).status).toBe(200);
  });

  test.each(["pending", "failed"])(
    "does not take what is %s from a wider filter to a new address",
    async (status) => {
      const { company, limited, path } = await made();
      company.answers({ status: 500 });
      await emitMany(setup.context, company, 1, { type: "payment.recorded" });
      await setup.worker.pass();
      if (status === "failed") await company.call(`PATCH ${path}`, { body: { status: "disabled" } });
      if (status === "failed") await company.call(`PATCH ${path}`, { body: { status: "enabled" } });
      expect((await deliveriesOf(company))[0]).toMatchObject({ status, event_type: "payment.recorded" });
      expect((await limited(`PATCH ${path}`, { body: { events: ["invoice.paid"] } })).status).toBe(200);
      expect(refusal(await limited(`PATCH ${path}`, { body: { url } }))).toEqual(lacks("payments:read"));
      expect((await company.call(`PATCH ${path}`, { body: { url } })).status).toBe(200);
    },
  );

  test("gets its events whole all the same", async () => {
    const { company } = await made({ events: ["payment.recorded"] });
    await emitMany(setup.context, company, 1, { type: "payment.recorded" });
    await setup.worker.pass();
    expect(JSON.parse(company.received()[0]!.body)).toMatchObject({ data: { object: { number: 0 } } });
  });
});

describe("replaying", () => {
  test("one delivery is for a key that reads its record", async () => {
    const company = await setup.subscriber();
    await emitMany(setup.context, company, 1, { type: "payment.recorded" });
    await emitMany(setup.context, company, 1, { type: "invoice.paid" });
    await setup.worker.pass();
    const limited = await keyOf(company, store);
    const [payment, invoice] = await deliveriesOf(company);
    const again = (id: number) => limited(`POST /webhooks/deliveries/${id}/replay`);
    expect(refusal(await again(payment!.id))).toEqual(lacks("payments:read"));
    expect((await again(invoice!.id)).status).toBe(200);
    await setup.worker.pass();
    expect(company.sequences()).toEqual([1, 2, 2]);
  });

  test("what failed is for a key that reads all of that", async () => {
    const company = await setup.subscriber();
    const limited = await keyOf(company, store);
    const fail = async (type: "payment.recorded" | "invoice.paid") => {
      await emitMany(setup.context, company, 1, { type });
      company.answers({ status: 410 });
      await setup.worker.pass();
      company.answers({ status: 200 });
      await company.call(`PATCH /webhooks/endpoints/${company.endpointId}`, { body: { status: "enabled" } });
    };
    await fail("invoice.paid");
    const failed = { body: { failed: true } };
    expect((await limited("POST /webhooks/replay", failed)).body.replay.count).toBeGreaterThan(0);
    await fail("payment.recorded");
    for (const body of [{ failed: true }, { failed: true, endpoint_id: company.endpointId }]) {
      expect(refusal(await limited("POST /webhooks/replay", { body }))).toEqual(lacks("payments:read"));
    }
    const still = (await deliveriesOf(company, "status=failed")).map(({ event_type }) => event_type);
    expect(still).toContain("payment.recorded");
  });

  test("all since a moment is for a key that reads what the endpoints are subscribed to", async () => {
    const company = await setup.subscriber({ events: ["invoice.paid"] });
    const limited = await keyOf(company, store);
    await emitMany(setup.context, company, 1, { type: "invoice.paid" });
    await setup.worker.pass();
    const since = "2026-11-14";
    const replay = (body: object) => limited("POST /webhooks/replay", { body: { since, ...body } });
    expect((await replay({})).status).toBe(200);
    const wide = await setup.addEndpoint(company);
    expect(refusal(await replay({}))).toEqual(lacks("payments:read"));
    expect(refusal(await replay({ endpoint_id: wide.endpointId }))).toEqual(lacks("payments:read"));
    expect((await replay({ endpoint_id: company.endpointId })).status).toBe(200);
    await company.call(`PATCH /webhooks/endpoints/${wide.endpointId}`, { body: { status: "disabled" } });
    expect((await replay({})).status).toBe(200);
  });
});

describe("what an endpoint answered, which may be what it was sent", () => {
  test("is shown to a key that reads the event's record, and to others that there is something", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 500, body: "you sent 1500.50 of Ada Obi" });
    await emitMany(setup.context, company, 1, { type: "payment.recorded" });
    await setup.worker.pass();
    const { id, attempts } = await newestOf(company, company);
    expect(attempts[0]!.answer).toBe("you sent 1500.50 of Ada Obi");
    const limited = await keyOf(company, ["webhooks:read"]);
    const { body, text } = await limited(`GET /webhooks/deliveries/${id}`);
    expect(text).not.toContain("Ada Obi");
    expect(body.delivery.attempts).toMatchObject([{ status_code: 500, answer: null, answer_withheld: true }]);
  });
});

describe("a diagnosis", () => {
  test("quotes what was sent only to a key that reads the event's record", async () => {
    const company = await setup.subscriber();
    await company.customer({ name: "Ada Obi of Lagos" });
    const { body: feed } = await company.call("GET /events?limit=1");
    const event = JSON.stringify(feed.events[0]);
    const guess = event.replace("Ada Obi of Lagos", "Xyz");
    const signature = {
      "X-Pay-Signature": `t=${Math.floor(setup.service.clock.now().getTime() / 1000)},v1=${"0".repeat(64)}`,
    };
    const ask = (call: TestCompany["call"]) =>
      call("POST /webhooks/diagnose", { body: { body: guess, headers: signature } });
    expect((await ask(company.call)).text).toContain("Ada Obi");
    const limited = await keyOf(company, ["webhooks:read"]);
    const { status, text } = await ask(limited);
    expect(status).toBe(200);
    expect(text).not.toContain("Ada Obi");
    expect(text).not.toMatch(/first difference|bytes and we sent/);
  });
});
