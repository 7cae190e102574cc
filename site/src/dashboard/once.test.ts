import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callOnce } from "./once.ts";

// A service that answers what it is told to, and remembers the keys it was given. Pages name addresses without their
// origin, as browsers allow; here the origin is put before them.
let server: Server;
let keys: string[] = [];
let statuses: number[] = [];
const browsersFetch = globalThis.fetch;

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(String(request.headers["idempotency-key"]));
    const status = statuses.shift() ?? 200;
    if (status === 0) {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  globalThis.fetch = (path, init) => browsersFetch(`${origin}${String(path)}`, init);
});
afterAll(() => {
  globalThis.fetch = browsersFetch;
  server.close();
});
beforeEach(() => {
  keys = [];
  statuses = [];
});

const ask = (body: object = { amount: "5" }) => callOnce("POST", "/payments", body).catch(() => undefined);
const different = () => new Set(keys).size;

test("the key stays the same while no answer came, or the service failed", async () => {
  statuses = [0, 503, 200];
  for (let turn = 0; turn < 3; turn++) await ask();
  expect([keys.length, different()]).toEqual([3, 1]);
});

test("pressed twice at once, both are one", async () => {
  await Promise.all([ask(), ask()]);
  expect([keys.length, different()]).toEqual([2, 1]);
});

test("the same thing asked for after it was done is another", async () => {
  await ask();
  await ask();
  expect(different()).toBe(2);
});

test("what was refused may be asked for anew, and other content is another thing", async () => {
  statuses = [422, 0, 0];
  await ask();
  await ask();
  await ask({ amount: "6" });
  expect(different()).toBe(3);
});
