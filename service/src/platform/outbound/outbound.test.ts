import { describe, expect, test } from "vitest";
import { httpServer, lookupOf, post, rawServer, testOutbound } from "./outbound.fixture.ts";
import type { OutboundRequest } from "./outbound.ts";

const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

describe("a response", () => {
  test("has status, headers and body, also when it is not a success", async () => {
    const server = await rawServer((socket) => {
      socket.write("HTTP/1.1 500 Oh\r\nretry-after: 7\r\nset-cookie: a\r\nset-cookie: b\r\n");
      socket.write("content-length: 4\r\n\r\nboom");
    });
    expect(await testOutbound().send(post(server.url))).toEqual({
      kind: "answered",
      status: 500,
      headers: { "retry-after": "7", "set-cookie": ["a", "b"], "content-length": "4" },
      body: Buffer.from("boom"),
      truncated: false,
      durationMs: expect.any(Number),
    });
  });

  test("belongs to the request that was sent", async () => {
    const server = await httpServer((request, response) => {
      response.end(`${request.method} ${request.url} ${request.headers.host} ${request.headers["x-one"]}`);
    });
    const request = post(`${server.url}/a/b?c=d`, { method: "PUT", headers: { "x-one": "1" } });
    const result = await testOutbound().send(request);
    expect(String(result.kind === "answered" && result.body)).toBe(`PUT /a/b?c=d 127.0.0.1:${server.port} 1`);
  });

  test("that redirects is returned, and not followed", async () => {
    const target = await httpServer((_, response) => response.end());
    const server = await httpServer((_, response) => response.writeHead(301, { location: target.url }).end());
    const result = await testOutbound().send(post(server.url));
    expect(result).toMatchObject({ kind: "answered", status: 301, headers: { location: target.url } });
    expect(target.connections).toBe(0);
  });

  test("may follow an informational one", async () => {
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok}`);
    });
    expect(await testOutbound().send(post(server.url))).toMatchObject({ status: 200, headers: {} });
  });

  test("of 10 MB is not read beyond the limit, whether or not its length is declared", async () => {
    for (const announced of [{ "content-length": String(10 * 2 ** 20) }, {}]) {
      let finished: boolean | undefined;
      const server = await httpServer((_, response) => {
        response.on("close", () => {
          finished = response.writableFinished;
        });
        response.writeHead(200, announced).end(Buffer.alloc(10 * 2 ** 20, "x"));
      });
      const result = await testOutbound().send(post(server.url));
      expect(result).toMatchObject({ status: 200, body: Buffer.alloc(2048, "x"), truncated: true });
      await expect.poll(() => finished).toBe(false);
      await expect.poll(() => server.open).toBe(0);
    }
  });

  test("that is slightly longer than the limit is cut, and its connection reused", async () => {
    const server = await httpServer((_, response) => response.end(Buffer.alloc(50_000, "x")));
    const outbound = testOutbound({ connectionsPerOrigin: 1 });
    for (const _ of [1, 2, 3]) {
      const result = await outbound.send(post(server.url));
      expect(result).toMatchObject({ status: 200, body: Buffer.alloc(2048, "x"), truncated: true });
    }
    expect(server.connections).toBe(1);
  });

  test("of exactly the limit is complete", async () => {
    const server = await httpServer((_, response) => response.end(Buffer.alloc(2048, "x")));
    const result = await testOutbound().send(post(server.url));
    expect(result).toMatchObject({ body: Buffer.alloc(2048, "x"), truncated: false });
  });
});

describe("a call fails by its deadline when the server", () => {
  test.each([
    ["says nothing", "no response within 0.5 s", undefined],
    ["stops in its headers", "the response was not complete within 0.5 s", "HTTP/1.1 200 OK\r\ncontent-le"],
    [
      "stops in its answer",
      "the response was not complete within 0.5 s",
      "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc",
    ],
  ])("%s", async (_, message, text) => {
    const server = await rawServer((socket) => text && socket.write(text));
    const result = await testOutbound().send(post(server.url, { timeoutMs: 500 }));
    expect(result).toMatchObject({ kind: "failed", failure: "timeout", message });
    expect(result.durationMs).toBeGreaterThan(400);
    await expect.poll(() => server.open).toBe(0);
  });

  test("sends its response too slowly", async () => {
    const server = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const drip = setInterval(() => socket.write("1\r\nx\r\n"), 20);
      socket.on("close", () => clearInterval(drip));
    });
    const result = await testOutbound().send(post(server.url, { timeoutMs: 500 }));
    expect(result).toMatchObject({
      failure: "timeout",
      message: "the response was not complete within 0.5 s",
    });
    await expect.poll(() => server.open).toBe(0);
  });

  test("has a name that the resolver never answers", async () => {
    const outbound = testOutbound({ lookup: () => undefined });
    const result = await outbound.send(post("http://hooks.test/", { timeoutMs: 500 }));
    expect(result).toMatchObject({ failure: "timeout", message: "no connection to the server within 0.5 s" });
  });

  test("has no free connection, and then it never receives the call", async () => {
    const server = await rawServer((socket, { request }) => {
      if (request === 1) setTimeout(() => socket.write(ok), 1_500);
    });
    const outbound = testOutbound({ connectionsPerOrigin: 1 });
    const first = outbound.send(post(server.url));
    const second = outbound.send(post(server.url, { timeoutMs: 500 }));
    expect(await second).toMatchObject({
      failure: "timeout",
      message: "no connection became available within 0.5 s",
    });
    expect(await first).toMatchObject({ status: 200 });
    expect(server.requests).toBe(1);
  });
});

describe("a call fails when the server", () => {
  const cut = "the server closed the connection while responding";
  test.each([
    ["closes without an answer", "closed", "the server closed the connection without responding", ""],
    ["closes in its answer", "closed", cut, "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc"],
    [
      "closes in its last answer",
      "closed",
      cut,
      "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 9\r\n\r\nabc",
    ],
    [
      "closes between chunks",
      "closed",
      cut,
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n",
    ],
    ["closes in its headers", "closed", cut, "HTTP/1.1 200 OK\r\ncontent-le"],
    ["does not speak HTTP", "protocol", "the response is not valid HTTP/1.1", "220 mail ready\r\n"],
    [
      "changes the subject",
      "protocol",
      "the response is not valid HTTP/1.1",
      "HTTP/1.1 101 Go\r\nupgrade: x\r\n\r\n",
    ],
    [
      "has too much in its headers",
      "protocol",
      "the response headers are too large",
      `HTTP/1.1 200 OK\r\nx: ${"x".repeat(20_000)}\r\n\r\n`,
    ],
  ])("%s", async (_, failure, message, text) => {
    const server = await rawServer((socket) => socket.end(text));
    const result = await testOutbound().send(post(server.url));
    expect(result).toEqual({ kind: "failed", failure, message, durationMs: expect.any(Number) });
    expect(server.requests).toBe(1);
  });

  test("resets the connection", async () => {
    const server = await rawServer((socket) => socket.resetAndDestroy());
    expect(await testOutbound().send(post(server.url))).toMatchObject({ failure: "closed" });
    expect(server.requests).toBe(1);
  });

  test("does not listen", async () => {
    const result = await testOutbound().send(post("http://127.0.0.1:2/"));
    expect(result).toMatchObject({ failure: "connect", message: "the connection was refused" });
  });

  test("has a name that does not exist", async () => {
    const result = await testOutbound().send(post("http://hooks.invalid/"));
    expect(result).toMatchObject({ kind: "failed", failure: "dns" });
    expect(result).toHaveProperty(
      "message",
      expect.stringMatching(/^the host name hooks.invalid could not be resolved/),
    );
    const empty = await testOutbound({ lookup: lookupOf([]) }).send(post("http://hooks.test/"));
    expect(empty).toMatchObject({
      failure: "dns",
      message: "the host name hooks.test could not be resolved",
    });
  });

  test("has an invalid address", async () => {
    const outbound = testOutbound({ httpsOnly: true });
    const refused = async (url: string) => outbound.send(post(url));
    expect(await refused("http://example.com/")).toMatchObject({
      failure: "invalid_url",
      message: "the URL must be an https:// address",
    });
    expect(await refused("hooks")).toMatchObject({ failure: "invalid_url" });
    expect(await refused("https://a:b@example.com/")).toMatchObject({ failure: "invalid_url" });
  });

  test("would get an invalid header; its value is not in the error", async () => {
    const server = await httpServer((_, response) => response.end());
    const result = await testOutbound().send(post(server.url, { headers: { "x-secret": "hush\r\nx: y" } }));
    expect(result).toMatchObject({
      failure: "protocol",
      message: "the request could not be sent: invalid x-secret header",
    });
    expect(server.requests).toBe(0);
  });
});

test("a refusal counts even if its body was cut off, because the status is enough", async () => {
  const server = await rawServer((socket) => socket.end("HTTP/1.1 410 Gone\r\ncontent-length: 9\r\n\r\nabc"));
  const result = await testOutbound().send(post(server.url));
  expect(result).toMatchObject({ status: 410, body: Buffer.from("abc"), truncated: true });
});

test("a body may be text, bytes or absent", async () => {
  const bodies: string[] = [];
  const server = await httpServer((request, response) => {
    bodies.push(`${request.method} ${request.headers["content-length"]}`);
    response.end();
  });
  const outbound = testOutbound();
  const { body: _, ...bare } = post(server.url);
  const calls: OutboundRequest[] = [{ ...bare, body: "ä" }, { ...bare, body: Buffer.from("abc") }, bare];
  for (const call of [...calls, { ...bare, method: "GET" as const }]) await outbound.send(call);
  expect(bodies).toEqual(["POST 2", "POST 3", "POST 0", "GET undefined"]);
});
