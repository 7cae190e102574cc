import { createHash } from "node:crypto";
import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../test/harness.ts";

let service: TestService;
let versioned: string;
let integrity: string;
beforeAll(async () => {
  service = await startService();
  const { body } = await (await service.company()).call("GET /portal/config");
  versioned = new URL(body.embed_script_versioned).pathname;
  integrity = body.embed_integrity;
});
afterAll(() => service.close());

type Fetched = { status: number; headers: Record<string, string | undefined>; body: Buffer };

/** The response as sent, without decompression. */
function raw(path: string, headers: Record<string, string> = {}): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    get(`${service.url}${path}`, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Fetched["headers"],
          body: Buffer.concat(parts),
        }),
      );
    }).on("error", reject);
  });
}

describe("{site_base}/portal/embed.js", () => {
  test("is a small loader that names the versioned file, and is asked for anew by its tag", async () => {
    const { status, headers, body } = await raw("/portal/embed.js");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=300, must-revalidate",
      "x-content-type-options": "nosniff",
    });
    expect(body.length).toBeLessThan(2048);
    expect(body.toString()).toContain(versioned.split("/").at(-1));
    expect(body.toString()).not.toContain("__EMBED_FILE__");
    const again = await raw("/portal/embed.js", { "if-none-match": headers.etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});

describe("the versioned file", () => {
  test("is cached for good, and is what the integrity hash says", async () => {
    const { status, headers, body } = await raw(versioned);
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(`sha384-${createHash("sha384").update(body).digest("base64")}`).toBe(integrity);
    expect(versioned).toContain(createHash("sha256").update(body).digest("hex").slice(0, 16));
  });

  test("comes packed, and unpacks to the same bytes", async () => {
    const plain = await raw(versioned);
    const gzip = await raw(versioned, { "accept-encoding": "gzip" });
    const br = await raw(versioned, { "accept-encoding": "gzip, deflate, br" });
    expect([gzip.headers["content-encoding"], br.headers["content-encoding"]]).toEqual(["gzip", "br"]);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gzip.headers.vary).toBe("accept-encoding");
    expect(gzip.body.length).toBeLessThan(8 * 1024);
  });

  test("of another version is ours, uncached: a page may have got its loader before an update", async () => {
    const { status, headers, body } = await raw("/portal/embed.0123456789abcdef.js");
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(body.equals((await raw(versioned)).body)).toBe(true);
  });
});

test("both may be loaded by any page, and checked there against a hash", async () => {
  for (const path of ["/portal/embed.js", versioned]) {
    const { headers } = await raw(path, { origin: "https://anywhere.example" });
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  }
});

test.each([
  "/portal/embed.css",
  "/portal/embed.js.map",
  "/portal/embed.XYZ.js",
  "/portal/..%2Fembed.js",
  "/portal/",
])("%s is 404", async (path) => {
  expect((await raw(path)).status).toBe(404);
});
