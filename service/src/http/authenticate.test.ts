import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "../../test/harness.ts";
import { hashSecret } from "../platform/security/secrets.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const ping = (headers: Record<string, string>) => company.call("GET /ping", { key: null, headers });
const pair = (key: string, secret: string) => ({ "X-API-Key": key, "X-API-Secret": secret });
const bearer = (key: string, secret: string) => ({ Authorization: `Bearer ${key}:${secret}` });

function expectRefused(reply: Reply): void {
  expect(reply.status).toBe(401);
  const { request_id: requestId, ...rest } = reply.body;
  expect(requestId).toBe(reply.headers.get("x-request-id"));
  expect(rest).toEqual({
    success: false,
    code: "unauthenticated",
    // The error explains in full how to send credentials; the example must not be masked as a credential.
    error: expect.stringMatching(/missing, wrong, expired or revoked.* KEY:SECRET .*X-API-Key/),
  });
  expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer/);
}

describe("a valid credential", () => {
  test("is read from Authorization: Bearer key:secret", async () => {
    const { status, body } = await ping(bearer(company.appId, company.secret));
    expect(status).toBe(200);
    expect(body.tenant.company_id).toBe(company.id);
  });

  test("is read from X-API-Key and X-API-Secret", async () => {
    const { status, body } = await ping(pair(company.appId, company.secret));
    expect(status).toBe(200);
    expect(body.app_id).toBe(company.appId);
  });

  test.each(["bearer", "BEARER", "bEaReR"])("is accepted with the scheme written %s", async (scheme) => {
    const { status } = await ping({ Authorization: `${scheme} ${company.appId}:${company.secret}` });
    expect(status).toBe(200);
  });

  test("is split at the first colon, so a secret may contain colons", async () => {
    const own = await service.company();
    const secret = "bfs_with:two:colons";
    await service.context.db.query("update api_keys set secret_hash = $2 where app_id = $1", [
      own.appId,
      hashSecret(secret),
    ]);
    expect((await ping(bearer(own.appId, secret))).status).toBe(200);
    expect((await ping(pair(own.appId, secret))).status).toBe(200);
    expectRefused(await ping(bearer(`${own.appId}:with`, "two:colons")));
  });

  test("is accepted when both forms are equal", async () => {
    const headers = { ...bearer(company.appId, company.secret), ...pair(company.appId, company.secret) };
    expect((await ping(headers)).status).toBe(200);
  });
});

describe("401 unauthenticated, with the same message for every cause", () => {
  test("nothing was sent", async () => {
    expectRefused(await ping({}));
  });

  test("an unknown key, a wrong secret and another company's secret", async () => {
    const other = await service.company();
    expectRefused(await ping(bearer("bf_test_unknown", company.secret)));
    expectRefused(await ping(bearer(company.appId, "bfs_wrong")));
    expectRefused(await ping(bearer(company.appId, `${company.secret}x`)));
    expectRefused(await ping(bearer(company.appId, other.secret)));
    expectRefused(await ping(pair(company.appId, other.secret)));
  });

  test("both forms are sent and differ, even when each is valid", async () => {
    const other = await service.company();
    const good = bearer(company.appId, company.secret);
    expectRefused(await ping({ ...good, ...pair(other.appId, other.secret) }));
    expectRefused(await ping({ ...good, ...pair(company.appId, "bfs_wrong") }));
    expectRefused(await ping({ ...good, ...pair(company.appId, "") }));
    expectRefused(await ping({ ...good, "X-API-Key": company.appId }));
    expectRefused(await ping({ ...good, "X-API-Secret": company.secret }));
    expectRefused(
      await ping({ ...bearer(company.appId, "bfs_wrong"), ...pair(company.appId, company.secret) }),
    );
    expectRefused(await ping({ Authorization: "Basic eDp5", ...pair(company.appId, company.secret) }));
  });

  test("a header is sent twice and differs, even when one of them is valid", async () => {
    const { appId, secret } = company;
    const good = `Bearer ${appId}:${secret}`;
    const wrong = `Bearer ${appId}:bfs_wrong`;
    const other = await service.company();
    for (const [name, values, status] of [
      ["Authorization", [good, wrong], 401],
      ["Authorization", [wrong, good], 401],
      ["authorization", [good, `Bearer ${other.appId}:${other.secret}`], 401],
      ["Authorization", [good, good, ""], 401],
      ["Authorization", [good, good], 200],
    ] as const) {
      expect(await statusOf(values.map((value) => `${name}: ${value}`))).toBe(status);
      // This includes a connection on which the valid credential was used before.
      expect(
        await statusOf(
          [`Authorization: ${good}`],
          values.map((value) => `${name}: ${value}`),
        ),
      ).toBe(status);
    }
    const [key, proof] = [`X-API-Key: ${appId}`, `X-API-Secret: ${secret}`];
    expect(await statusOf([key, proof])).toBe(200);
    expect(await statusOf([key, key, proof])).toBe(401);
    expect(await statusOf([key, proof, "X-API-Secret: bfs_wrong"])).toBe(401);
    expect(await statusOf([key, `X-API-Key: ${other.appId}`, proof])).toBe(401);
  });

  test("a part is empty or missing", async () => {
    const { appId, secret } = company;
    for (const value of [
      "",
      "Bearer",
      "Bearer ",
      "Bearer :",
      `Bearer ${appId}`,
      `Bearer ${appId}:`,
      `Bearer :${secret}`,
    ]) {
      expectRefused(await ping({ Authorization: value }));
    }
    expectRefused(await ping(pair(appId, "")));
    expectRefused(await ping(pair("", secret)));
    expectRefused(await ping({ "X-API-Key": appId }));
    expectRefused(await ping({ "X-API-Secret": secret }));
  });

  test("another scheme, or none", async () => {
    const { appId, secret } = company;
    expectRefused(
      await ping({ Authorization: `Basic ${Buffer.from(`${appId}:${secret}`).toString("base64")}` }),
    );
    expectRefused(await ping({ Authorization: `Basic ${appId}:${secret}` }));
    expectRefused(await ping({ Authorization: `Token ${appId}:${secret}` }));
    expectRefused(await ping({ Authorization: `${appId}:${secret}` }));
    expectRefused(await ping({ Authorization: `Bearer${appId}:${secret}` }));
  });

  test("the credential is in a cookie or in the query", async () => {
    const { appId, secret } = company;
    for (const name of ["session", "Authorization", "api_key", "billfold"]) {
      expectRefused(await ping({ Cookie: `${name}=${encodeURIComponent(`Bearer ${appId}:${secret}`)}` }));
      expectRefused(
        await ping({ Cookie: `${name}=${appId}:${secret}; X-API-Key=${appId}; X-API-Secret=${secret}` }),
      );
    }
    const inQuery = `GET /ping?api_key=${appId}&api_secret=${secret}&access_token=${appId}:${secret}`;
    expectRefused(await company.call(inQuery, { key: null }));
  });

  test("it comes before 404, 422 and every other check", async () => {
    expectRefused(await company.call("GET /invoices/999999999", { key: null }));
    expectRefused(await company.call("POST /invoices", { key: null, raw: "{not json" }));
    expectRefused(
      await company.call("POST /customers", {
        key: null,
        body: {},
        headers: { "Idempotency-Key": "x".repeat(256) },
      }),
    );
  });

  test("a valid credential sets no cookie, and no secret enters the log", async () => {
    const reply = await ping(bearer(company.appId, company.secret));
    expect(reply.headers.get("set-cookie")).toBeNull();
    await ping(bearer(company.appId, `${company.secret}wrong`));
    expect(service.logged.join("")).not.toContain(company.secret);
  });
});

describe("a thousand failed attempts", () => {
  test("are all 401, never 429, and take nothing from the valid key's rate limit", async () => {
    const own = await service.company({ postRate: 25 });
    const bad = { appId: own.appId, secret: "bfs_wrong" };
    const statuses = new Map<number, number>();
    for (let round = 0; round < 20; round += 1) {
      const tries = Array.from({ length: 50 }, () =>
        own.call("POST /customers", { key: bad, body: { name: "Acme" } }),
      );
      for (const { status } of await Promise.all(tries))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([[401, 1000]]);
    // The rate is 25 a second with a burst of 120, and time does not pass: the whole burst must still be available.
    const good = Array.from({ length: 120 }, (_, index) =>
      own.call("POST /customers", { body: { name: `Acme ${index}` } }),
    );
    expect((await Promise.all(good)).map(({ status }) => status)).toEqual(Array(120).fill(201));
  });
});

/** The status of the last of several requests on one connection, each with exactly these headers. */
async function statusOf(...requests: string[][]): Promise<number> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text) => {
    heard += text;
  });
  for (const [index, headers] of requests.entries()) {
    const isLast = index === requests.length - 1;
    const lines = [
      "GET /api/v1/ping HTTP/1.1",
      "host: x",
      ...(isLast ? ["connection: close"] : []),
      ...headers,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  }
  await once(socket, "close");
  return Number(/.*HTTP\/1\.1 (\d+)/s.exec(heard)?.[1]);
}
