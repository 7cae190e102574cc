import { describe, expect, test } from "vitest";
import { createClient } from "./client.ts";
import { ConnectionError, TimeoutError, Unavailable } from "./errors.ts";
import {
  clientOf,
  cut,
  cutInTheMiddle,
  json,
  ok,
  refuse,
  secret,
  serve,
  silence,
} from "./faulty-server.fixture.ts";

const draft = { customer_id: 1, lines: [] };

describe("a request", () => {
  test("carries the key, the query and the body, and gives the answer's body", async () => {
    const { baseUrl, seen } = await serve(json(201, { success: true, invoice: { id: 7 } }));
    const { client } = clientOf(`${baseUrl}/`);
    expect(await client.invoices.create(draft)).toEqual({ success: true, invoice: { id: 7 } });
    await client.invoices.list({ status: "open", limit: 5, cursor: undefined });
    await client.invoices.update(7, { notes: null });
    await client.invoices.delete(7);
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", "/api/v1/invoices", '{"customer_id":1,"lines":[]}'],
      ["GET", "/api/v1/invoices?status=open&limit=5", ""],
      ["PATCH", "/api/v1/invoices/7", '{"notes":null}'],
      ["DELETE", "/api/v1/invoices/7", ""],
    ]);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(
      Array(4).fill(`Bearer bf_test_1:${secret}`),
    );
  });

  test("every POST has an Idempotency-Key of its own, or the caller's, and nothing else has one", async () => {
    const { baseUrl, seen } = await serve(ok);
    const { client } = clientOf(baseUrl);
    await client.invoices.create(draft);
    await client.invoices.create(draft);
    await client.invoices.issue(1, { idempotencyKey: "mine" });
    await client.invoices.list();
    await client.invoices.update(1, {});
    const keys = seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([
      expect.stringMatching(/^.{20,}$/),
      expect.any(String),
      "mine",
      undefined,
      undefined,
    ]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test("a redirect is not followed, so that the secret goes nowhere else", async () => {
    const elsewhere = await serve(ok);
    const { baseUrl } = await serve((response) =>
      response.writeHead(302, { location: elsewhere.baseUrl }).end(),
    );
    const { client } = clientOf(baseUrl);
    await expect(client.ping()).rejects.toMatchObject({ status: 302, code: "redirected" });
    expect(elsewhere.seen).toEqual([]);
  });

  test("nor where the runtime hides what the redirect says", async () => {
    const hidden = Object.defineProperty(new Response(), "type", { value: "opaqueredirect" });
    const { client } = clientOf("http://localhost/api/v1", { fetch: async () => hidden });
    await expect(client.ping()).rejects.toMatchObject({ code: "redirected" });
  });

  test("a document comes as its bytes or its text, and its refusal as any other", async () => {
    const bytes = [0x25, 0x50, 0x44, 0x46, 0xff, 0x00];
    const { baseUrl } = await serve(
      (response) => response.writeHead(200).end(Buffer.from(bytes)),
      (response) => response.writeHead(200).end("<Invoice>€</Invoice>"),
      refuse(404, "not_found"),
    );
    const { client } = clientOf(baseUrl);
    expect([...(await client.invoices.pdf(1))]).toEqual(bytes);
    expect(await client.creditNotes.xml(1)).toBe("<Invoice>€</Invoice>");
    await expect(client.invoices.pdf(1)).rejects.toMatchObject({ code: "not_found", requestId: "req_1" });
  });

  test("an answer that is not JSON is told, with what to look at", async () => {
    const { baseUrl } = await serve((response) => response.writeHead(200).end("<html>"));
    await expect(clientOf(baseUrl).client.ping()).rejects.toThrow(/not in JSON. Is the base address/);
  });
});

describe("retries", () => {
  test("GET and POST wait as Retry-After asks on 429 and 503, and POST keeps its key", async () => {
    const { baseUrl, seen } = await serve(
      refuse(429, "rate_limited", { "retry-after": "3" }),
      refuse(503, "busy", { "retry-after": "1" }),
      ok,
    );
    const { client, waits, retries } = clientOf(baseUrl);
    await client.invoices.create(draft);
    expect(waits).toEqual([3250, 1250]);
    expect(retries.map(({ method, path, retry, error }) => [method, path, retry, error.code])).toEqual([
      ["POST", "/invoices", 1, "rate_limited"],
      ["POST", "/invoices", 2, "busy"],
    ]);
    expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  test("without Retry-After the waits double up to a limit, each with chance in it", async () => {
    const { baseUrl, seen } = await serve(refuse(502, "integration_error"));
    const { client, waits } = clientOf(baseUrl, { retries: 6, random: () => 0 });
    await expect(client.invoices.list()).rejects.toBeInstanceOf(Unavailable);
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
    expect(seen).toHaveLength(7);
    const { client: other, waits: longer } = clientOf(baseUrl, { retries: 2, random: () => 0.999 });
    await expect(other.invoices.list()).rejects.toBeInstanceOf(Unavailable);
    expect(longer[1]).toBeGreaterThan(990);
  });

  test("a cut connection, also in the middle of the answer, is tried again", async () => {
    const { baseUrl, seen } = await serve(cut, cutInTheMiddle, ok);
    expect(await clientOf(baseUrl).client.invoices.create(draft)).toEqual({ success: true });
    expect(seen).toHaveLength(3);
  });

  test.each(["PATCH", "DELETE"] as const)("%s is never repeated", async (method) => {
    const { baseUrl, seen } = await serve(cut);
    await expect(clientOf(baseUrl).client.request(method, "/invoices/1")).rejects.toBeInstanceOf(
      ConnectionError,
    );
    expect(seen).toHaveLength(1);
  });

  test.each([
    [422, "invalid_request"],
    [500, "internal"],
    [503, "integration_not_configured"],
    [502, "integration_auth_failed"],
  ])("%i %s does not pass by waiting, so it is told at once", async (status, code) => {
    const { baseUrl, seen } = await serve(refuse(status, code));
    await expect(clientOf(baseUrl).client.invoices.list()).rejects.toMatchObject({ status, code });
    expect(seen).toHaveLength(1);
  });

  test("who is told to wait for more than a minute hears of it instead", async () => {
    const { baseUrl, seen } = await serve(refuse(429, "quota_exceeded", { "retry-after": "86400" }));
    await expect(clientOf(baseUrl).client.invoices.create(draft)).rejects.toMatchObject({
      retryAfterSeconds: 86_400,
    });
    expect(seen).toHaveLength(1);
  });

  test("a call may ask for fewer", async () => {
    const { baseUrl, seen } = await serve(refuse(503, "busy"));
    await expect(clientOf(baseUrl).client.invoices.create(draft, { retries: 0 })).rejects.toBeInstanceOf(
      Unavailable,
    );
    expect(seen).toHaveLength(1);
  });
});

describe("deadlines", () => {
  test("an attempt that is not answered in time is a TimeoutError, and tried again where that is safe", async () => {
    const { baseUrl, seen } = await serve(silence, ok);
    expect(await clientOf(baseUrl, { timeoutMs: 50 }).client.ping()).toEqual({ success: true });
    expect(seen).toHaveLength(2);
    const { baseUrl: silent } = await serve(silence);
    const lost = clientOf(silent, { timeoutMs: 50, retries: 0 }).client.invoices.create(draft);
    await expect(lost).rejects.toBeInstanceOf(TimeoutError);
    await expect(lost).rejects.toThrow(/not answered within 0.05 s.*same Idempotency-Key it counts once/);
  });

  test("holds for a fetch that takes no notice of it", async () => {
    const deaf = () => new Promise<Response>(() => undefined);
    const { client } = clientOf("http://localhost/api/v1", { fetch: deaf, timeoutMs: 20, retries: 0 });
    await expect(client.ping()).rejects.toBeInstanceOf(TimeoutError);
  });

  test("the caller's own signal ends the call, during an attempt and during a wait", async () => {
    const { baseUrl, seen } = await serve(silence);
    const giveUp = new AbortController();
    const waiting = clientOf(baseUrl).client.ping({ signal: giveUp.signal });
    await expect.poll(() => seen.length).toBe(1);
    giveUp.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    const { baseUrl: busy, seen: asked } = await serve(refuse(503, "busy", { "retry-after": "50" }));
    const later = new AbortController();
    const client = createClient({
      baseUrl: busy,
      appId: "a",
      secret,
      onRetry: () => later.abort(new Error("no")),
    });
    await expect(client.ping({ signal: later.signal })).rejects.toThrow("no");
    expect(asked).toHaveLength(1);
  });
});
