import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BILLFOLD_BASE_URL: "https://pay.example/api/v1" } });
});
afterAll(() => service.close());

const get = async (headers: Record<string, string>) => {
  const {
    statusCode,
    headers: given,
    body,
  } = await request(`${service.url}/api/v1/openapi.json`, { headers });
  return { status: statusCode, headers: given, bytes: Buffer.from(await body.arrayBuffer()) };
};

test("the contract is compressed with an encoding that the client accepts", async () => {
  const plain = await get({});
  expect(plain.status).toBe(200);
  expect(plain.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(JSON.parse(plain.bytes.toString())).toMatchObject({
    openapi: expect.stringMatching(/^3\.1/),
    servers: [{ url: "https://pay.example/api/v1" }],
  });
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync };
  for (const [accepted, encoding] of [
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["br;q=0, gzip", "gzip"],
  ] as const) {
    const { headers, bytes } = await get({ "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(unpack[encoding](bytes).equals(plain.bytes)).toBe(true);
  }
});

test("the contract is not sent again to a client that has it", async () => {
  const { headers } = await get({});
  expect(headers).toMatchObject({
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    "cache-control": "public, max-age=300",
    vary: "accept-encoding",
    "access-control-allow-origin": "*",
  });
  const again = await get({ "if-none-match": String(headers.etag) });
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
  expect((await get({ "if-none-match": '"another"' })).status).toBe(200);
});
