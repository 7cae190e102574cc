import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { ConnectionError, InvalidError, TimeoutError } from "./errors.ts";
import { clientOf, refuse, secret, serve } from "./faulty-server.fixture.ts";

const event = (sequence: number, text = "") => `{"type":"event","sequence":${sequence},"body":"${text}"}\n`;
const end = '{"type":"end","events":2}\n';
const whole = [event(1, "Zoë €"), event(2), end];

const streamed =
  (...parts: (string | Uint8Array)[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    for (const part of parts) response.write(part);
    response.end();
  };

async function taken(lines: AsyncIterable<string>) {
  const all: string[] = [];
  try {
    for await (const line of lines) all.push(line);
  } catch (error) {
    return { all, error };
  }
  return { all, error: undefined };
}

describe("books.export", () => {
  test("gives the lines with their line feeds, however the parts of the body are cut", async () => {
    const bytes = new TextEncoder().encode(whole.join(""));
    const { baseUrl, seen } = await serve((response) => {
      response.writeHead(200);
      for (const byte of bytes) response.write(Uint8Array.of(byte));
      response.end();
    });
    const { all, error } = await taken(clientOf(baseUrl).client.books.export({ after: 7 }));
    expect([all, error]).toEqual([whole, undefined]);
    expect(seen.map(({ url }) => url)).toEqual(["/api/v1/books/export?after=7"]);
  });

  test("sends nothing before the first line is asked for", async () => {
    const { baseUrl, seen } = await serve(streamed(...whole));
    const lines = clientOf(baseUrl).client.books.export();
    await new Promise(setImmediate);
    expect(seen).toEqual([]);
    expect((await lines.next()).value).toBe(whole[0]);
    await lines.return();
  });

  test("holds one part and one line of 100 MB in memory, not more", async () => {
    const line = event(1, "x".repeat(1000));
    const part = new TextEncoder().encode(line.repeat(100));
    let [left, read, used, most] = [1000, 0, 0, 0];
    const fetch = async () => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            left -= 1;
            if (left < 0) return controller.close();
            controller.enqueue(left === 0 ? new TextEncoder().encode(end) : part);
            read += part.length;
            most = Math.max(most, read - used);
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body);
    };
    for await (const { length } of clientOf("http://127.0.0.1:1/api/v1", { fetch }).client.books.export())
      used += length;
    expect(used).toBeGreaterThan(100_000_000);
    expect(most).toBeLessThanOrEqual(part.length + line.length);
  });

  test("slows the server down to the pace of its reader", async () => {
    const line = event(1, "x".repeat(64_000));
    let [sent, used, most] = [0, 0, 0];
    const { baseUrl } = await serve(async (response) => {
      for (let count = 0; count < 1000; count += 1) {
        sent += line.length;
        most = Math.max(most, sent - used);
        if (!response.write(line)) await once(response, "drain");
      }
      response.end(end);
    });
    for await (const { length } of clientOf(baseUrl).client.books.export()) {
      used += length;
      await new Promise(setImmediate);
    }
    expect(used).toBeGreaterThan(64_000_000);
    // What the buffers of two sockets hold.
    expect(most).toBeLessThan(20_000_000);
  });

  test("a connection that is lost halfway is a ConnectionError behind the lines that are whole, and is not retried", async () => {
    const { baseUrl, seen } = await serve((response) => {
      response.writeHead(200).write(whole[0] + whole[1]!.slice(0, 9));
      setTimeout(() => response.destroy(), 20);
    });
    const { all, error } = await taken(clientOf(baseUrl).client.books.export());
    expect(all).toEqual([whole[0]]);
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toMatch(/^GET \/books\/export got no complete response from 127/);
    expect(seen.length).toBe(1);
  });

  test.each([
    ["a line is cut", whole.join("").slice(0, -3)],
    ["the last line is missing", whole.slice(0, -1).join("")],
    ["nothing came", ""],
  ])("a body that ends as if it were whole is not taken for whole: %s", async (_, body) => {
    const { baseUrl } = await serve(streamed(body));
    const { error } = await taken(clientOf(baseUrl).client.books.export());
    expect(error).toBeInstanceOf(ConnectionError);
  });

  test("a server that falls silent is a TimeoutError, counted from the last part", async () => {
    const { baseUrl } = await serve(async (response) => {
      response.writeHead(200);
      for (const line of whole.slice(0, 2)) {
        response.write(line);
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    });
    const { all, error } = await taken(clientOf(baseUrl).client.books.export({}, { timeoutMs: 250 }));
    expect(all).toEqual(whole.slice(0, 2));
    expect(error).toBeInstanceOf(TimeoutError);
  });

  test.each(["its reader stops", "its signal aborts"])("%s, and the connection is closed", async (how) => {
    let closed: Promise<unknown> | undefined;
    const { baseUrl } = await serve((response) => {
      closed = once(response, "close");
      response.writeHead(200).write(whole[0] + whole[1]!);
    });
    const aborting = new AbortController();
    const lines = clientOf(baseUrl).client.books.export({}, { signal: aborting.signal });
    await lines.next();
    if (how === "its reader stops") await lines.return();
    else {
      aborting.abort(new Error("enough"));
      await expect(lines.next()).rejects.toThrow("enough");
    }
    await closed;
  });

  test("a refusal before the first line is retried or thrown as everywhere", async () => {
    const { baseUrl } = await serve(refuse(503, "busy"), streamed(...whole));
    const { client, waits } = clientOf(baseUrl);
    expect((await taken(client.books.export())).all).toEqual(whole);
    expect(waits.length).toBe(1);
    const refused = await serve(refuse(422, "feed_position_ahead"));
    const { all, error } = await taken(clientOf(refused.baseUrl).client.books.export({ after: 9 }));
    expect([all, error instanceof InvalidError]).toEqual([[], true]);
    expect(String(error)).not.toContain(secret);
  });
});
