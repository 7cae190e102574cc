import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { createClient } from "./client.ts";
import { TimeoutError } from "./errors.ts";
import { clientOf, ok, refuse, secret, serve, silence } from "./faulty-server.fixture.ts";

const draft = { customer_id: 1, lines: [] };

describe("a deadline", () => {
  test("an attempt that is not answered in time is a TimeoutError, and tried again where that is safe", async () => {
    const { baseUrl, seen } = await serve(silence, ok);
    // The second attempt must succeed even on a busy machine.
    expect(await clientOf(baseUrl, { timeoutMs: 5_000 }).client.ping()).toEqual({ success: true });
    expect(seen).toHaveLength(2);
    const { baseUrl: silent } = await serve(silence);
    const lost = clientOf(silent, { timeoutMs: 50, retries: 0 }).client.invoices.create(draft);
    await expect(lost).rejects.toBeInstanceOf(TimeoutError);
    await expect(lost).rejects.toThrow(/no response within 0.05 s.*same Idempotency-Key is safe/);
  });

  test("a deadline that is longer than a timer can be is none", async () => {
    const { baseUrl } = await serve((response) => void setTimeout(() => ok(response), 30));
    for (const timeoutMs of [Infinity, 2 ** 31])
      expect(await clientOf(baseUrl, { timeoutMs, retries: 0 }).client.ping()).toEqual({ success: true });
  });

  test("who has given up before sends nothing, whatever fetch makes of its signal", async () => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      return Response.json({});
    };
    const { client } = clientOf("http://localhost/api/v1", { fetch });
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(client.invoices.create(draft, { signal })).rejects.toThrow("enough");
    expect(sent).toBe(0);
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

  test("covers the answer's body, not only its beginning", async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"success":');
    });
    const { client } = clientOf(baseUrl, { timeoutMs: 50, retries: 0 });
    await expect(client.ping()).rejects.toBeInstanceOf(TimeoutError);
  });

  test("a signal that outlives many calls keeps no trace of them", async () => {
    const { baseUrl } = await serve(refuse(503, "busy"), ok);
    const { signal } = new AbortController();
    const client = createClient({ baseUrl, appId: "a", secret, random: () => 0 });
    for (let call = 0; call < 3; call += 1) await client.ping({ signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
