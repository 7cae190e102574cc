import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { httpServer, post, rawServer, testOutbound } from "./outbound.fixture.ts";

const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

describe("connections are", () => {
  test("reused, and limited in number; further calls wait", async () => {
    const server = await httpServer((_, response) => setImmediate(() => response.end()));
    const outbound = testOutbound({ connectionsPerOrigin: 3 });
    const results = await Promise.all(Array.from({ length: 30 }, () => outbound.send(post(server.url))));
    expect(results.every((result) => result.kind === "answered")).toBe(true);
    expect(server).toMatchObject({ connections: 3, requests: 30 });
  });

  test("not reused when the server closes each one after its response", async () => {
    const server = await httpServer((_, response) => response.setHeader("connection", "close").end());
    const outbound = testOutbound({ connectionsPerOrigin: 2 });
    const results = await Promise.all(Array.from({ length: 6 }, () => outbound.send(post(server.url))));
    expect(results.every((result) => result.kind === "answered")).toBe(true);
    expect(server).toMatchObject({ connections: 6, requests: 6 });
  });

  test("not shared between origins: an unreachable origin blocks no other", async () => {
    const dead = await rawServer(() => undefined);
    const alive = await httpServer((_, response) => response.end());
    const outbound = testOutbound({ connectionsPerOrigin: 1 });
    const stuck = outbound.send(post(dead.url));
    expect(await outbound.send(post(alive.url))).toMatchObject({ status: 200 });
    await outbound.close();
    expect(await stuck).toMatchObject({ failure: "closed" });
  });

  test("closed before the server's own idle time-out", async () => {
    const server = await httpServer((_, response) => response.setHeader("keep-alive", "timeout=2").end());
    await testOutbound().send(post(server.url));
    await expect.poll(() => server.open).toBe(0);
  });

  test("closed on shutdown, and calls in progress fail", async () => {
    const server = await rawServer((socket, { connection }) => connection > 1 && socket.write(ok));
    const outbound = testOutbound({ connectionsPerOrigin: 1 });
    const calls = [outbound.send(post(server.url)), outbound.send(post(server.url))];
    await expect.poll(() => server.requests).toBe(1);
    await outbound.close();
    const message = "the service was stopping";
    expect(await Promise.all(calls)).toMatchObject([{ message }, { message }]);
    expect(await outbound.send(post(server.url))).toMatchObject({ failure: "closed", message });
    await expect.poll(() => server.open).toBe(0);
    expect(server.requests).toBe(1);
  });
});

describe("a connection that the server closed while it was idle", () => {
  test("is replaced before the next call", async () => {
    const server = await rawServer((socket) => socket.end(ok));
    const outbound = testOutbound();
    expect(await outbound.send(post(server.url))).toMatchObject({ status: 200 });
    await expect.poll(() => server.open).toBe(0);
    expect(await outbound.send(post(server.url))).toMatchObject({ status: 200 });
    expect(server).toMatchObject({ connections: 2, requests: 2 });
  });

  test.each(["end", "resetAndDestroy"] as const)(
    "at the moment of the next call (%s) fails no call",
    async (close) => {
      const sockets: Socket[] = [];
      const server = await rawServer((socket) => {
        sockets.push(socket);
        socket.write(ok);
      });
      const outbound = testOutbound();
      for (const turn of [1, 2, 3, 4, 5, 6]) {
        expect(await outbound.send(post(server.url))).toMatchObject({ status: 200 });
        // From a timer the close is read before the next call is written, otherwise after it: both orders occur.
        if (turn % 2) await setTimeout(1);
        sockets.pop()?.[close]();
      }
      expect(server.connections).toBe(6);
    },
  );

  test.each(["end", "resetAndDestroy"] as const)(
    "just when it was reused (%s) causes one retry, on a new connection",
    async (close) => {
      const server = await rawServer((socket, { request }) =>
        request === 1 ? socket.write(ok) : socket[close](),
      );
      const outbound = testOutbound();
      for (const requests of [1, 3, 5]) {
        expect(await outbound.send(post(server.url))).toMatchObject({ status: 200 });
        expect(server.requests).toBe(requests);
      }
    },
  );

  test("causes exactly one retry, within the same deadline", async () => {
    const server = await rawServer((socket, { connection, request }) => {
      if (connection === 1 && request === 1) socket.write(ok);
      else socket.end();
    });
    const outbound = testOutbound();
    await outbound.send(post(server.url));
    expect(await outbound.send(post(server.url))).toMatchObject({ failure: "closed" });
    expect(server.requests).toBe(3);
  });

  test("is reported to a caller that sends only once, whose new connection is never an idle one", async () => {
    const server = await rawServer((socket, { request }) =>
      request === 1 ? socket.write(ok) : socket.destroy(),
    );
    const outbound = testOutbound();
    const once = post(server.url, { onlyOnce: true });
    await Promise.all([outbound.send(once), outbound.send(once)]);
    expect(await outbound.send(once)).toMatchObject({ failure: "closed", reusedConnection: true });
    expect(await outbound.send({ ...once, newConnection: true })).toMatchObject({ status: 200 });
    expect(server).toMatchObject({ connections: 3, requests: 4 });
  });

  test("causes no retry once a byte of the response has arrived", async () => {
    const server = await rawServer((socket, { request }) =>
      request === 1 ? socket.write(ok) : socket.end("H"),
    );
    const outbound = testOutbound();
    await outbound.send(post(server.url));
    expect(await outbound.send(post(server.url))).toMatchObject({ failure: "closed" });
    expect(server.requests).toBe(2);
  });
});
