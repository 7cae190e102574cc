import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CompanyOptions,
  startService,
  type TestCompany,
  type TestService,
} from "../../../../test/harness.ts";
import { scopeNames } from "../../../contract/access.ts";
import { eventTypes } from "../../../contract/event-types.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Event = { id: string; type: string; sequence: number };

const list = (company: TestCompany, query: Record<string, string | number> = {}) =>
  company.call(`GET /events?${new URLSearchParams(query as Record<string, string>)}`);
const sequencesOf = (events: Event[]) => events.map(({ sequence }) => sequence);
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

/** A company with so many events, which are not about anything. */
async function companyWith(count: number, type = "customer.created"): Promise<TestCompany> {
  const company = await service.company();
  await service.context.db.query(
    `with counter as (update company_counters set event_sequence = $2 where company_id = $1)
     insert into events (company_id, sequence, type, created_at, body)
     select $1, n, $3, now(), '{"id":"evt_' || $1::bigint || '_' || n || '","type":"' || $3 || '","sequence":' || n || '}'
     from generate_series(1, $2::bigint) n`,
    [company.id, count, type],
  );
  return company;
}

/** The events as they were stored, each with its hashes at the end. */
const stored = async (company: TestCompany) =>
  (
    await service.context.db.query<{ text: string }>(
      `select left(body, -1) || ',"body_hash":"' || encode(body_hash, 'hex') || '","hash":"' || encode(hash, 'hex') || '"}' as text
       from events where company_id = $1 order by sequence`,
      [company.id],
    )
  ).map(({ text }) => text);

describe("GET /events", () => {
  test("is an empty list for a new company", async () => {
    const { status, body } = await list(await service.company());
    expect([status, body]).toEqual([
      200,
      { success: true, events: [], pagination: { limit: 25, has_more: false, next_cursor: null } },
    ]);
  });

  test("gives the events oldest first, byte for byte as they were stored and with their hashes, and no other company's", async () => {
    const company = await service.company();
    await company.customer({ name: `"quotes" \\ \u2028 😀 Ọlá`, metadata: { ratio: 1.5 } });
    await (await service.company()).customer();
    const { id } = await company.draft();
    await company.call(`POST /invoices/${id}/issue`);
    const bodies = await stored(company);
    expect(bodies).toHaveLength(4);
    const { text } = await list(company);
    expect(text).toBe(
      `{"success":true,"events":[${bodies.join(",")}],"pagination":{"limit":25,"has_more":false,"next_cursor":null}}`,
    );
  });

  test("gives 25 by default, and up to 100 when asked", async () => {
    const company = await companyWith(101);
    for (const [query, count] of [
      [{}, 25],
      [{ limit: 1 }, 1],
      [{ limit: 100 }, 100],
    ] as const) {
      const { body } = await list(company, query);
      expect(sequencesOf(body.events)).toEqual(upTo(count));
      expect(body.pagination).toEqual({ limit: count, has_more: true, next_cursor: expect.any(String) });
    }
  });

  test("a walk along the cursor, or along after, meets every event once and in order", async () => {
    const company = await companyWith(53);
    const walk = async (next: (body: { events: Event[]; pagination: { next_cursor: string } }) => object) => {
      const met: number[] = [];
      for (let place: object = {}; ; ) {
        const { body } = await list(company, { limit: 10, ...place });
        met.push(...sequencesOf(body.events));
        if (!body.pagination.has_more) {
          expect(body.pagination.next_cursor).toBeNull();
          return met;
        }
        place = next(body);
      }
    };
    expect(await walk(({ pagination }) => ({ cursor: pagination.next_cursor }))).toEqual(upTo(53));
    expect(await walk(({ events }) => ({ after: events.at(-1)!.sequence }))).toEqual(upTo(53));
    // A caller who repeats the first parameters beside the cursor goes on all the same.
    expect(await walk(({ pagination }) => ({ after: 0, cursor: pagination.next_cursor }))).toEqual(upTo(53));
  });

  test("after= may be any sequence that the feed has reached", async () => {
    const company = await companyWith(3);
    for (const [after, expected] of [
      [0, [1, 2, 3]],
      [2, [3]],
      [3, []],
    ] as const) {
      expect(sequencesOf((await list(company, { after })).body.events)).toEqual(expected);
    }
  });

  test("type= gives only those, and pages through them", async () => {
    const company = await service.company();
    for (let count = 0; count < 3; count += 1) {
      await company.customer();
      await company.call("POST /products", { body: { name: "Pen" } });
    }
    const first = await list(company, { type: "product.created", limit: 2, include: "total_count" });
    expect(sequencesOf(first.body.events)).toEqual([2, 4]);
    expect(first.body.pagination).toMatchObject({
      has_more: true,
      total_count: 3,
      total_count_capped: false,
    });
    const cursor = first.body.pagination.next_cursor;
    const second = await list(company, { type: "product.created", limit: 2, cursor });
    expect(sequencesOf(second.body.events)).toEqual([6]);
    expect(second.body.pagination.has_more).toBe(false);
    expect((await list(company, { type: "payment.recorded" })).body.events).toEqual([]);
  });

  test("every type of the contract can be asked for", async () => {
    const company = await service.company();
    expect(eventTypes.length).toBeGreaterThanOrEqual(44);
    for (const type of eventTypes) expect((await list(company, { type })).status).toBe(200);
  });

  test("total_count counts all, wherever the page is, and says where it stopped counting", async () => {
    const few = await list(await companyWith(30), { after: 28, include: "total_count" });
    expect(few.body.pagination).toMatchObject({ total_count: 30, total_count_capped: false });
    const many = await list(await companyWith(10_001), { limit: 1, include: "total_count" });
    expect(many.body.pagination).toMatchObject({ total_count: 10_000, total_count_capped: true });
  });

  test.each([
    ["limit", ["0", "101", "-1", "1.5", "ten", ""]],
    ["after", ["-1", "1.5", "x", "", "9007199254740992"]],
    ["wait", ["-1", "31", "0.5", "x", ""]],
    ["type", ["invoice", "invoice.", "INVOICE.CREATED", "invoice.created,sale.created", ""]],
    ["include", ["lines", "total"]],
    ["cursor", ["", "x", "AAAA", "MjAyNi0xMS0xNVQxMTowMDowMC4wMDBaIDE", "YWZ0ZXIgMDE", "YWZ0ZXIgMQ=="]],
  ])("422 for a bad %s", async (name, values) => {
    const company = await service.company();
    for (const value of values) {
      const { status, body } = await list(company, { [name]: value });
      expect([name, value, status, body.errors?.[0].field]).toEqual([name, value, 422, name]);
    }
  });

  test("403 without the scope webhooks:read, or with webhooks disabled", async () => {
    const scopes = scopeNames.filter((scope) => scope !== "webhooks:read");
    const refusals: [CompanyOptions, object][] = [
      [{ scopes }, { code: "scope_missing", scope: "webhooks:read" }],
      [{ disable: ["webhooks"] }, { code: "feature_disabled", feature: "webhooks" }],
    ];
    for (const [options, reported] of refusals) {
      const company = await service.company(options);
      for (const path of ["/events", `/events/evt_${company.id}_1`]) {
        const { status, body } = await company.call(`GET ${path}`);
        expect([status, body]).toEqual([403, expect.objectContaining(reported)]);
      }
    }
  });
});

describe("GET /events/{id}", () => {
  test("gives the event byte for byte as it was stored and with its hashes, and 304 while it is known", async () => {
    const company = await service.company();
    await company.customer();
    const [event] = await stored(company);
    const path = `GET /events/${await company.eventId(1)}`;
    const { status, text, headers } = await company.call(path);
    expect([status, text]).toEqual([200, `{"success":true,"event":${event}}`]);
    const known = await company.call(path, { headers: { "if-none-match": headers.get("etag")! } });
    expect([known.status, known.text]).toEqual([304, ""]);
  });

  test("404 for another company's event, for one that is still to come, and for what is no event's id", async () => {
    const [ours, theirs] = [await companyWith(1), await companyWith(2)];
    const ids = [
      ...[`evt_${theirs.id}_1`, `evt_${theirs.id}_2`, `evt_${ours.id}_2`, `evt_${ours.id}_0`],
      ...[`evt_${ours.id}_01`, `evt_${ours.id}_1_`, `evt_${ours.id}_1%20`, `EVT_${ours.id}_1`],
      ...[`evt_0${ours.id}_1`, `evt_${ours.id}_9007199254740992`, `evt_${ours.id}`, "evt_", "1", "_", "%00"],
    ];
    for (const id of ids) {
      const { status, body } = await ours.call(`GET /events/${id}`);
      expect([id, status, body.code, body.error]).toEqual([
        id,
        404,
        "not_found",
        "The event was not found in this company's records.",
      ]);
    }
  });
});
