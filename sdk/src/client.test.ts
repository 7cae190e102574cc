import { describe, expect, test } from "vitest";
import { ConnectionError, UnavailableError } from "./errors.ts";
import {
  clientOf,
  cut,
  cutInTheMiddle,
  cutUnseen,
  json,
  ok,
  refuse,
  secret,
  serve,
} from "./faulty-server.fixture.ts";
import type { Retry } from "./options.ts";

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
    for (const idempotencyKey of ["", " ", "é"])
      await expect(client.invoices.issue(1, { idempotencyKey })).rejects.toThrow("1 to 255 ASCII characters");
  });

  test("a body that is no JSON is the caller's fault, and goes nowhere", async () => {
    const { baseUrl, seen } = await serve(ok);
    const { client, waits } = clientOf(baseUrl);
    await expect(client.request("POST", "/invoices", { body: { total: 10n } })).rejects.toThrow(TypeError);
    expect([seen, waits]).toEqual([[], []]);
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
    await expect(clientOf(baseUrl).client.ping()).rejects.toThrow(/not JSON. Check that baseUrl/);
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

  test("what is sent again is what was sent first, whatever became of the object meanwhile", async () => {
    const { baseUrl, seen } = await serve(refuse(503, "busy"), ok);
    const customer = { name: "Ada" };
    const { client } = clientOf(baseUrl, { onRetry: () => Object.assign(customer, { name: "Bola" }) });
    await client.customers.create(customer);
    expect(seen.map(({ body }) => body)).toEqual(Array(2).fill('{"name":"Ada"}'));
  });

  test("without Retry-After the waits double up to a limit, each with chance in it", async () => {
    const { baseUrl, seen } = await serve(refuse(502, "integration_error"));
    const { client, waits } = clientOf(baseUrl, { retries: 6, random: () => 0 });
    await expect(client.invoices.list()).rejects.toBeInstanceOf(UnavailableError);
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000]);
    expect(seen).toHaveLength(7);
    const { client: other, waits: longer } = clientOf(baseUrl, { retries: 2, random: () => 0.999 });
    await expect(other.invoices.list()).rejects.toBeInstanceOf(UnavailableError);
    expect(longer[1]).toBeGreaterThan(990);
  });

  test("a cut connection, also in the middle of the answer, is tried again", async () => {
    const { baseUrl, seen } = await serve(cut, cutInTheMiddle, cutUnseen, ok);
    expect(await clientOf(baseUrl).client.invoices.create(draft)).toEqual({ success: true });
    expect(seen).toHaveLength(4);
    const { baseUrl: broken } = await serve(cutUnseen);
    const lost = clientOf(broken, { retries: 0 }).client.invoices.create(draft);
    await expect(lost).rejects.toBeInstanceOf(ConnectionError);
    await expect(lost).rejects.toThrow(/cut off.*same Idempotency-Key is safe/);
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
    [503, "secret_unreadable"],
  ])("%i %s does not pass by waiting, so it is told at once", async (status, code) => {
    const { baseUrl, seen } = await serve(refuse(status, code));
    await expect(clientOf(baseUrl).client.invoices.list()).rejects.toMatchObject({ status, code });
    expect(seen).toHaveLength(1);
  });

  test.each([86_400, 99_999_999_999])("who is told to wait for %i s hears of it instead", async (seconds) => {
    const { baseUrl, seen } = await serve(refuse(429, "quota_exceeded", { "retry-after": `${seconds}` }));
    await expect(clientOf(baseUrl).client.invoices.create(draft)).rejects.toMatchObject({
      retryAfterSeconds: seconds,
    });
    expect(seen).toHaveLength(1);
  });

  test("a call may ask for fewer", async () => {
    const { baseUrl, seen } = await serve(refuse(503, "busy"));
    await expect(clientOf(baseUrl).client.invoices.create(draft, { retries: 0 })).rejects.toBeInstanceOf(
      UnavailableError,
    );
    expect(seen).toHaveLength(1);
  });

  test("who hears of a retry may take its time, and may say no", async () => {
    const { baseUrl, seen } = await serve(refuse(503, "busy"));
    const onRetry = async ({ retry }: Retry) => {
      if (retry === 2) throw new Error("no more");
    };
    await expect(clientOf(baseUrl, { onRetry }).client.ping()).rejects.toThrow("no more");
    expect(seen).toHaveLength(2);
  });
});
