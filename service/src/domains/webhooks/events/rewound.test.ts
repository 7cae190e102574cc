import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { eventIdPattern } from "./event-id.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Event = { id: string; type: string; sequence: number };

const list = (company: TestCompany, query: Record<string, string | number> = {}) =>
  company.call(`GET /events?${new URLSearchParams(query as Record<string, string>)}`);
const eventsOf = async (company: TestCompany) => (await list(company)).body.events as Event[];

/** What a restore from a backup, or a failover that lost writes, leaves of a company's events. */
async function goBackTo(company: TestCompany, sequence: number): Promise<void> {
  const { db } = service.context;
  await db.query("delete from events where company_id = $1 and sequence > $2", [company.id, sequence]);
  await db.query("update company_counters set event_sequence = $2 where company_id = $1", [
    company.id,
    sequence,
  ]);
}

/** Events from before ids had a random part. */
async function addOldEvent(company: TestCompany): Promise<string> {
  const [row] = await service.context.db.query<{ sequence: number }>(
    `with counter as (
       update company_counters set event_sequence = event_sequence + 1 where company_id = $1 returning event_sequence
     )
     insert into events (company_id, sequence, type, created_at, body)
     select $1, event_sequence, 'customer.created', now(), '{"id":"evt_' || $1::bigint || '_' || event_sequence
       || '","type":"customer.created","sequence":' || event_sequence || ',"data":{"object":{}}}' from counter
     returning sequence`,
    [company.id],
  );
  return `evt_${company.id}_${row!.sequence}`;
}

describe("after the database went back in time", () => {
  test("sequence numbers are given again, but no event id is", async () => {
    const company = await service.company();
    for (let count = 0; count < 4; count += 1) await company.customer();
    const before = await eventsOf(company);
    await goBackTo(company, 1);
    const customer_id = await company.customer();
    await company.draft({ customer_id });
    await company.draft({ customer_id });
    const after = await eventsOf(company);
    expect(after.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(after[0]).toEqual(before[0]);
    const known = new Set(before.map(({ id }) => id));
    expect(after.filter(({ id }) => known.has(id)).map(({ sequence }) => sequence)).toEqual([1]);
  });

  test("an id from before names nothing, although its sequence number is in use again", async () => {
    const company = await service.company();
    await company.customer();
    await company.customer();
    const lost = await company.eventId(2);
    await goBackTo(company, 1);
    await company.customer();
    expect((await company.call(`GET /events/${lost}`)).status).toBe(404);
    expect((await company.call(`GET /events/${await company.eventId(2)}`)).status).toBe(200);
    expect((await company.call(`GET /events/evt_${company.id}_2`)).status).toBe(404);
  });

  test("422 with the newest sequence for a position ahead of the feed, by after and by cursor, with and without wait", async () => {
    const company = await service.company();
    for (let count = 0; count < 4; count += 1) await company.customer();
    const cursor = (await list(company, { limit: 3 })).body.pagination.next_cursor as string;
    await goBackTo(company, 2);
    const positions: Record<string, string | number>[] = [{ after: 3 }, { after: Number.MAX_SAFE_INTEGER }];
    positions.push({ cursor }, { after: 0, cursor }, { after: 3, type: "product.created" });
    for (const position of positions) {
      for (const wait of [0, 30]) {
        const { status, body } = await list(company, { ...position, wait });
        expect([status, body]).toEqual([
          422,
          expect.objectContaining({ success: false, code: "feed_position_ahead", last_sequence: 2 }),
        ]);
        expect(body.error).toMatch(/Fetch the records that you keep again, then continue with after=2\.$/);
      }
    }
    expect((await list(company, { after: 2 })).body.events).toEqual([]);
  });

  test("a company without events answers 422 to any position but the beginning", async () => {
    const company = await service.company();
    expect((await list(company, { after: 0 })).status).toBe(200);
    expect((await list(company, { after: 1 })).body).toMatchObject({ last_sequence: 0 });
  });
});

describe("events whose id has no random part, from before it was added", () => {
  test("keep their ids in the feed, by themselves and in the filter of deliveries", async () => {
    const company = await service.company();
    const old = await addOldEvent(company);
    await company.customer();
    const [first, second] = await eventsOf(company);
    expect(first!.id).toBe(old);
    expect(second!.id).toMatch(new RegExp(`^evt_${company.id}_2_[0-9a-f]{12}$`));
    for (const { id } of [first!, second!]) {
      expect(id).toMatch(new RegExp(eventIdPattern));
      expect((await company.call(`GET /events/${id}`)).body.event.id).toBe(id);
    }
    expect((await company.call(`GET /events/${old}_000000000000`)).status).toBe(404);
  });
});
