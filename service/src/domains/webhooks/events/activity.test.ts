import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn, startSite, type TestSite } from "../../../../test/site-session.ts";

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

test("can be asked for one type, as the same events that GET /events returns, with names", async () => {
  const { body } = await site.call("GET", "/activity?type=invoice.created");
  const { body: feed } = await site.company.call("GET /events?type=invoice.created");
  const named = (feed.events as object[]).map((event) => ({ ...event, actor_name: null }));
  expect(body.events).toEqual(named);
  expect(body.events).toHaveLength(1);
});

test("names the person who caused an event", async () => {
  const owner = await signIn(site.service, { companyId: site.company.id, role: "owner" });
  await owner.call("POST", "/customers", { name: "By hand" });
  const { body } = await site.call("GET", "/activity?limit=1");
  expect(body.events[0]).toMatchObject({
    type: "customer.created",
    actor: { type: "user", id: String(owner.user.id) },
    actor_name: owner.user.name,
  });
});

test("stops at the moment that is asked for", async () => {
  const { clock } = site.service.context;
  const now = clock.now().toISOString();
  const { body: all } = await site.call("GET", `/activity?created_from=${now}&limit=100`);
  site.service.clock.advance(60_000);
  const later = clock.now().toISOString();
  expect((await site.call("GET", `/activity?created_from=${later}`)).body).toMatchObject({
    events: [],
    pagination: { has_more: false, next_cursor: null },
  });
  await site.company.customer();
  expect((await site.call("GET", `/activity?created_from=${later}`)).body.events).toHaveLength(1);
  expect((await site.call("GET", `/activity?created_from=${now}&limit=100`)).body.events).toHaveLength(
    all.events.length + 1,
  );
});

test("refuses a cursor of another list", async () => {
  const { status, body } = await site.call("GET", "/activity?cursor=YWZ0ZXIgMw");
  expect(status).toBe(422);
  expect(body.errors[0].field).toBe("cursor");
});
