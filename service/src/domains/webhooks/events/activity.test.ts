import { afterAll, beforeAll, expect, test } from "vitest";
import { startSite, type TestSite } from "../../../../test/site-session.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ role: "viewer" });
  for (let count = 0; count < 5; count++) await site.company.customer({ name: `Customer ${count}` });
  await site.company.draft({ customer_id: await site.company.customer() });
});
afterAll(() => site.close());

const sequences = (body: { events: { sequence: number }[] }) => body.events.map(({ sequence }) => sequence);

test("tells what happened newest first, page by page, without a gap", async () => {
  const first = await site.call("GET", "/activity?limit=4");
  expect(first.status).toBe(200);
  expect(sequences(first.body)).toEqual([7, 6, 5, 4]);
  const { next_cursor, has_more } = first.body.pagination;
  expect(has_more).toBe(true);
  // What comes in between belongs before the first page, not into the second.
  await site.company.customer();
  const second = await site.call("GET", `/activity?limit=4&cursor=${next_cursor}`);
  expect(sequences(second.body)).toEqual([3, 2, 1]);
  expect(second.body.pagination).toEqual({ limit: 4, has_more: false, next_cursor: null });
});

test("can be asked for one type, as the same events that GET /events tells", async () => {
  const { body } = await site.call("GET", "/activity?type=invoice.created");
  const { body: feed } = await site.company.call("GET /events?type=invoice.created");
  expect(body.events).toEqual(feed.events);
  expect(body.events).toHaveLength(1);
});

test("refuses a cursor of another list", async () => {
  const { status, body } = await site.call("GET", "/activity?cursor=YWZ0ZXIgMw");
  expect(status).toBe(422);
  expect(body.errors[0].field).toBe("cursor");
});
