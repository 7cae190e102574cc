import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { apiRoutes } from "../../../app.ts";
import { roleNames, type Scope, scopeNames } from "../../../contract/access.ts";
import { eventTypes } from "../../../contract/event-types.ts";
import { eventRecords } from "../../../event-records.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { createKey } from "../../tenancy/keys/service.ts";
import { emit } from "./service.ts";
import { recordScopeOf } from "./visibility.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  await happen(company, eventTypes);
});
afterAll(() => service.close());

const marker = "pt_1042_only_for_readers";

/** An event of each type, with a record that nobody may see who can't read it; also in the inbox. */
async function happen(of: TestCompany, types: readonly (typeof eventTypes)[number][]): Promise<void> {
  const record = JSON.stringify({
    id: 1042,
    reference: "pl_1042",
    portal_token: marker,
    note: ',"data":{"object":{"id":"evt_1_1"',
  });
  await inTransaction(service.context.db, async (tx) => {
    const change = await systemChange(tx, of.id, service.clock);
    for (const type of types) await emit(change, type, record, record);
  });
  await service.context.db.query(
    `insert into webhook_inbox (company_id, id, created_at)
     select company_id, sequence, created_at from events where company_id = $1 on conflict do nothing`,
    [of.id],
  );
}

async function keyWith(scopes: readonly Scope[], of = company): Promise<TestCompany["call"]> {
  const made = await inTransaction(service.context.db, (tx) =>
    createKey({ tx, now: service.clock.now() }, of.id, scopes, "sandbox"),
  );
  return callsTo(service.url, { appId: made.app_id, secret: made.secret });
}

type Shown = { id: string; type: string; sequence: number; data?: { object: unknown }; data_withheld?: true };

/** Every way to read events, each giving all of them. */
const ways: Record<string, (call: TestCompany["call"]) => Promise<{ events: Shown[]; text: string }>> = {
  "GET /events": async (call) => {
    const { body, text } = await call("GET /events?limit=100");
    return { events: body.events, text };
  },
  "GET /events, waiting": async (call) => {
    const { body, text } = await call("GET /events?limit=100&wait=1");
    return { events: body.events, text };
  },
  "GET /events?type=": async (call) => {
    const all = await Promise.all(eventTypes.map((type) => call(`GET /events?type=${type}`)));
    return { events: all.flatMap(({ body }) => body.events), text: all.map(({ text }) => text).join() };
  },
  "GET /events/{id}": async (call) => {
    const ids = await Promise.all(eventTypes.map((_type, index) => company.eventId(index + 1)));
    const all = await Promise.all(ids.map((id) => call(`GET /events/${id}`)));
    return { events: all.map(({ body }) => body.event), text: all.map(({ text }) => text).join() };
  },
  "GET /webhooks/inbox": async (call) => {
    const { body, text } = await call("GET /webhooks/inbox?limit=100");
    return { events: body.entries.map(({ event }: { event: Shown }) => event).reverse(), text };
  },
};

describe("an event's record", () => {
  test.each(scopeNames)(
    "with webhooks:read and %s is shown where that scope reads it, on every way",
    async (scope) => {
      const call = await keyWith([...new Set<Scope>(["webhooks:read", scope])]);
      for (const [way, read] of Object.entries(ways)) {
        const { events } = await read(call);
        const shown = events.filter(({ data }) => data !== undefined).map(({ type }) => type);
        const readable = eventTypes.filter((type) => ["webhooks:read", scope].includes(recordScopeOf(type)!));
        expect({ [way]: shown }).toEqual({ [way]: readable });
        expect(
          events.map(({ type, data, data_withheld }) => [type, data === undefined, data_withheld]),
        ).toEqual(
          eventTypes.map((type) => {
            const isHidden = !readable.includes(type);
            return [type, isHidden, isHidden ? true : undefined];
          }),
        );
        expect(events.map(({ sequence }) => sequence)).toEqual(eventTypes.map((_type, index) => index + 1));
      }
    },
  );

  test("is nowhere in the answers to a key with webhooks:read alone, but for endpoints' own events", async () => {
    const bare = await service.company({ scopes: ["webhooks:read"] });
    await happen(
      bare,
      eventTypes.filter((type) => !type.startsWith("webhook.")),
    );
    for (const path of [
      "/events?limit=100",
      "/webhooks/inbox?limit=100",
      `/events/${await bare.eventId(1)}`,
    ]) {
      const { status, text } = await bare.call(`GET ${path}`);
      expect(status).toBe(200);
      expect(text).not.toContain(marker);
      // Digits of a hash or of an event's id are not the record's.
      expect(text.replace(/"(?:[0-9a-f]{64}|evt_\w+)"/g, "")).not.toContain("1042");
    }
    expect((await bare.call(`GET /events/${await bare.eventId(1)}`)).body).toEqual({
      success: true,
      event: {
        id: await bare.eventId(1),
        type: "invoice.created",
        sequence: 1,
        created_at: service.clock.now().toISOString(),
        api_version: "v1",
        company_id: bare.id,
        actor: { type: "system", id: null },
        request_id: null,
        data_withheld: true,
        body_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  test("is shown whole, as it was stored, to a key with all scopes", async () => {
    const { text } = await company.call(`GET /events/${await company.eventId(1)}`);
    const [stored] = await service.context.db.query<{ body: string }>(
      "select body from events where company_id = $1 and sequence = 1",
      [company.id],
    );
    expect(text).toContain(`{"success":true,"event":${stored!.body.slice(0, -1)},"body_hash":"`);
  });

  test.each(roleNames)("is shown to a person by the role's scopes: %s", async (role) => {
    const { call } = await signIn(service, { companyId: company.id, role });
    for (const path of ["/activity?limit=100", "/events?limit=100"]) {
      const { body } = await call("GET", path);
      expect(body.events.every(({ data }: Shown) => data !== undefined)).toBe(true);
    }
  });

  test("changes with the key's scopes, also for who asks whether it has changed", async () => {
    const own = await service.company({ scopes: ["webhooks:read", "invoices:read"] });
    await happen(own, ["invoice.created"]);
    const before = await own.call(`GET /events/${await own.eventId(1)}`);
    expect(before.text).toContain(marker);
    const { call } = await signIn(service, { companyId: own.id });
    await call("PATCH", `/keys/${own.appId}`, { scopes: ["webhooks:read"] });
    const headers = { "If-None-Match": before.headers.get("etag")! };
    await expect
      .poll(async () => (await own.call(`GET /events/${await own.eventId(1)}`, { headers })).text)
      .toContain("data_withheld");
  });
});

test("the scope of each type is the one with which GET gives its record", () => {
  const described = () => Promise.reject(new Error("only described here"));
  const routes = apiRoutes({
    createDraft: described,
    createOrder: described,
    waitForEvents: described,
    registrar: { register: described, cancel: described, resume: described },
  });
  const readers = new Map<string, string>();
  for (const { method, record, scope, responses: answers } of routes.filter(
    (route) => route.method === "GET",
  )) {
    const { properties = {} } = (answers[200]?.schema ?? {}) as {
      properties?: Record<string, { title?: string }>;
    };
    if (method !== "GET" || !record) continue;
    for (const { title } of Object.values(properties)) if (title) readers.set(title, scope);
  }
  // A failed attempt leaves no record; its event shows the link.
  readers.set("FailedPayment", "payments:read");
  // What was erased is told to those who could read it before.
  readers.set("CustomerErasure", "customers:read");
  const wanted = eventTypes.map((type) => [
    type,
    readers.get((eventRecords[type].record as { title: string }).title),
  ]);
  expect(eventTypes.map((type) => [type, recordScopeOf(type)])).toEqual(wanted);
});

test("a type that this version does not know is shown to nobody by chance", async () => {
  const own = await service.company();
  await happen(own, ["invoice.created"]);
  await service.context.db.query(
    `update events set type = 'ledger.closed', body = replace(body, 'invoice.created', 'ledger.closed') where company_id = $1`,
    [own.id],
  );
  const { body } = await own.call("GET /events");
  expect(body.events).toMatchObject([{ type: "ledger.closed", data_withheld: true }]);
  expect(body.events[0].data).toBeUndefined();
});
