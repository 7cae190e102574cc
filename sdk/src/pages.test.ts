import { describe, expect, test } from "vitest";
import { TimeoutError } from "./errors.ts";
import { clientOf, cut, json, serve } from "./faulty-server.fixture.ts";

const page = (ids: number[], next: string | null) =>
  json(200, {
    success: true,
    invoices: ids.map((id) => ({ id })),
    pagination: { limit: 2, has_more: next !== null, next_cursor: next },
  });

async function collect(entries: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of entries) ids.push(id);
  return ids;
}

describe("all", () => {
  test("gives every entry of every page, with the filters on each and the cursor unchanged", async () => {
    const { baseUrl, seen } = await serve(page([5, 4], "a=="), page([3, 2], "b"), page([1], null));
    const { client } = clientOf(baseUrl);
    expect(await collect(client.invoices.all({ status: "open", limit: 2 }))).toEqual([5, 4, 3, 2, 1]);
    expect(seen.map(({ url }) => url)).toEqual([
      "/api/v1/invoices?limit=2&status=open",
      "/api/v1/invoices?limit=2&status=open&cursor=a%3D%3D",
      "/api/v1/invoices?limit=2&status=open&cursor=b",
    ]);
  });

  test("a page that gets lost is asked for again", async () => {
    const { baseUrl } = await serve(page([2], "a"), cut, page([1], null));
    expect(await collect(clientOf(baseUrl).client.invoices.all())).toEqual([2, 1]);
  });

  test("ends with the entry at which its signal is given, not with the page", async () => {
    const { baseUrl } = await serve(page([3, 2, 1], null));
    const giving = new AbortController();
    const seen: number[] = [];
    const reading = async () => {
      for await (const { id } of clientOf(baseUrl).client.invoices.all({}, { signal: giving.signal })) {
        seen.push(id);
        giving.abort(new Error("enough"));
      }
    };
    await expect(reading()).rejects.toThrow("enough");
    expect(seen).toEqual([3]);
  });

  test("takes the largest pages where the caller does not say", async () => {
    const { baseUrl, seen } = await serve(page([], null));
    await collect(clientOf(baseUrl).client.invoices.all({ limit: undefined }));
    expect(seen.map(({ url }) => url)).toEqual(["/api/v1/invoices?limit=100"]);
  });

  test("asks for no page before it is needed", async () => {
    const { baseUrl, seen } = await serve(page([2, 1], "a"), page([], null));
    for await (const entry of clientOf(baseUrl).client.invoices.all()) {
      expect(entry).toEqual({ id: 2 });
      break;
    }
    expect(seen).toHaveLength(1);
  });

  test("more without a cursor, a cursor that stands still, and another list are told instead of running for ever", async () => {
    const still = await serve(page([2], "a"));
    await expect(collect(clientOf(still.baseUrl).client.invoices.all())).rejects.toThrow(
      /has_more without a next_cursor/,
    );
    await expect(collect(clientOf(still.baseUrl).client.sales.all())).rejects.toThrow(/no list called sales/);
  });
});

test("follow ends with the event at which its signal is given", async () => {
  const { baseUrl } = await serve(json(200, { success: true, events: [{ sequence: 1 }, { sequence: 2 }] }));
  const ending = new AbortController();
  const seen: number[] = [];
  for await (const { sequence } of clientOf(baseUrl).client.events.follow({ signal: ending.signal })) {
    seen.push(sequence);
    ending.abort();
  }
  expect(seen).toEqual([1]);
});

test("events that are waited for are given the time that the service may take", async () => {
  const answer = json(200, { success: true, events: [], pagination: { has_more: false } });
  const { baseUrl } = await serve((response) => void setTimeout(() => answer(response), 60));
  const { client } = clientOf(baseUrl, { timeoutMs: 20, retries: 0 });
  expect(await client.events.list({ wait: 30 })).toMatchObject({ events: [] });
  for await (const event of client.events.all({ wait: 30 })) expect(event).toBeUndefined();
  await expect(client.events.list()).rejects.toBeInstanceOf(TimeoutError);
  await expect(client.events.list({ wait: 30 }, { timeoutMs: 20 })).rejects.toBeInstanceOf(TimeoutError);
});

test("follow does not ask without end where nobody lets it wait", async () => {
  const { baseUrl, seen } = await serve(json(200, { success: true, events: [] }));
  const ending = new AbortController();
  // An endless loop would have sent another request by the time this test sees the first.
  const noticed = expect.poll(() => seen.length, { interval: 200 }).toBeGreaterThan(0);
  void noticed.then(() => ending.abort());
  for await (const event of clientOf(baseUrl).client.events.follow({ signal: ending.signal })) {
    expect(event).toBeUndefined();
  }
  await noticed;
  expect(seen).toHaveLength(1);
});

test("follow tells where an answer has no events, instead of going on without", async () => {
  const { baseUrl } = await serve(json(200, { success: true }));
  const first = clientOf(baseUrl).client.events.follow().next();
  await expect(first).rejects.toThrow("GET /events returned no list called events");
});

test("waiting for events is added to the client's own patience, and never shortens it", async () => {
  const deaf = () => new Promise<Response>(() => undefined);
  const { client } = clientOf("http://localhost/api/v1", { fetch: deaf, timeoutMs: 20, retries: 0 });
  await expect(client.events.list({ wait: 1 })).rejects.toThrow("no response within 1.02 s");
});
