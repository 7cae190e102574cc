import { describe, expect, test } from "vitest";
import { createClient } from "./client.ts";
import { clientOf, json, ok, secret, serve } from "./faulty-server.fixture.ts";
import type { ClientOptions, Query } from "./options.ts";

const options = { baseUrl: "https://host/api/v1", appId: "a", secret };

describe("the base address", () => {
  test.each(["", "/", "//", " ", "\n", "?", "#"])("means the same with %j at its end", async (end) => {
    const { baseUrl, seen } = await serve(ok);
    await clientOf(`${baseUrl}${end}`).client.ping();
    expect(seen.map(({ url }) => url)).toEqual(["/api/v1/ping"]);
  });

  test.each([
    ["", "is missing"],
    ["host/api/v1", "is not an address"],
    ["ftp://host", "begins with ftp:"],
    ["https://user:hunter2@host", "contains a user name or password"],
    ["https://:hunter2@host", "contains a user name or password"],
    ["https://host?a=b", "contains ? or #"],
  ])("%j is refused at the start: it %s", (baseUrl, fault) => {
    expect(() => createClient({ ...options, baseUrl })).toThrow(`baseUrl ${fault}`);
    expect(() => createClient({ ...options, baseUrl })).not.toThrow(/hunter2/);
  });
});

describe("what the caller got wrong is told at once, and nothing is sent", () => {
  test.each<[Partial<Record<keyof ClientOptions, unknown>>, RegExp]>([
    [{ fetch: null }, /no global fetch.*pass one/],
    [{ timeoutMs: 0 }, /timeoutMs must be a number of milliseconds above 0.*Infinity/],
    [{ timeoutMs: Number.NaN }, /timeoutMs must be/],
    [{ timeoutMs: "30s" }, /timeoutMs must be/],
    [{ retries: -1 }, /retries must be a number of 0 or more/],
    [{ retries: "4" }, /retries must be/],
  ])("a client with %j", (option, message) => {
    expect(() => createClient({ ...options, ...option } as ClientOptions)).toThrow(message);
  });

  test.each<[string, object, RegExp]>([
    ["a body with GET", { body: {} }, /GET takes no body/],
    [
      "a date as a date",
      { query: { created_from: new Date() } },
      /created_from must be a string.*2026-11-15/,
    ],
    ["several values", { query: { include: ["lines"] } }, /include must be a string/],
    ["no time at all", { timeoutMs: 0 }, /timeoutMs must be/],
    ["retries that are none", { retries: Number.NaN }, /retries must be/],
  ])("a call with %s", async (_, given, message) => {
    const { baseUrl, seen } = await serve(ok);
    const { client, waits } = clientOf(baseUrl);
    await expect(client.request("GET", "/invoices", given as { query: Query })).rejects.toThrow(message);
    expect([seen, waits]).toEqual([[], []]);
  });

  test.each(["invoices", "/invoices?status=open", "/invoices#1"])("the path %s", async (path) => {
    const { client } = clientOf(options.baseUrl);
    await expect(client.request("GET", path)).rejects.toThrow(/A path must start with a slash.*query/);
  });
});

describe("the way out", () => {
  test("gives status and headers too, and no body where there is none", async () => {
    const { baseUrl } = await serve(json(200, { success: true }, { etag: '"1"' }), (response) =>
      response.writeHead(204).end(),
    );
    const { client } = clientOf(baseUrl);
    const found = await client.request("GET", "/invoices/1");
    expect([found.status, found.headers.get("etag"), found.body]).toEqual([200, '"1"', { success: true }]);
    expect(await client.request("DELETE", "/invoices/1")).toMatchObject({ status: 204, body: undefined });
  });
});
