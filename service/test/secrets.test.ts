import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../src/platform/ops/log.ts";
import { type CallOptions, startService, type TestCompany, type TestService } from "./harness.ts";
import { showsPartOf } from "./secret-parts.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const makeSecret = () => `bfs_${randomBytes(32).toString("base64url")}`;

/** Runs the calls and returns which secrets appear afterwards, and where: whole or in large part. */
async function leaks(
  secrets: string[],
  calls: [operation: string, options?: CallOptions][],
): Promise<string[]> {
  const from = service.logged.length;
  const reported: string[] = [];
  for (const [operation, options] of calls) {
    const reply = await company.call(operation, options);
    reported.push(`answer ${reply.text} ${JSON.stringify([...reply.headers])}`);
  }
  // A log line is written after the response was sent, which may be after we have read it.
  await company.call("GET /ping");
  const lines = service.logged.slice(from).map((line) => `log ${line}`);
  expect(lines.length).toBeGreaterThan(0);
  return [...reported, ...lines].filter((text) => secrets.some((secret) => showsPartOf(secret, text)));
}

describe("a secret in a request is neither logged nor returned", () => {
  const forms: [name: string, headers: (secret: string, appId: string) => Record<string, string>][] = [
    ["as a bearer", (secret, appId) => ({ authorization: `Bearer ${appId}:${secret}` })],
    ["as a bearer in lower case", (secret, appId) => ({ authorization: `bearer ${appId}:${secret}` })],
    ["as a header pair", (secret, appId) => ({ "x-api-key": appId, "x-api-secret": secret })],
    [
      "in both forms",
      (secret, appId) => ({
        authorization: `Bearer ${appId}:${secret}`,
        "x-api-key": appId,
        "x-api-secret": secret,
      }),
    ],
    [
      "as Basic",
      (secret, appId) => ({ authorization: `Basic ${Buffer.from(`${appId}:${secret}`).toString("base64")}` }),
    ],
    ["without a scheme", (secret, appId) => ({ authorization: `${appId}:${secret}` })],
    ["with an unknown scheme", (secret) => ({ authorization: `Token token="${secret}"` })],
    ["without a key", (secret) => ({ authorization: `Bearer ${secret}` })],
    ["with a space", (secret, appId) => ({ authorization: `Bearer ${appId}: ${secret}` })],
    ["in the key's place", (secret) => ({ "x-api-key": secret, "x-api-secret": secret })],
    ["in a cookie", (secret) => ({ cookie: `secret=${secret}` })],
    [
      "in the user agent and the referrer",
      (secret) => ({ "user-agent": secret, referer: `http://x.example/?s=${secret}` }),
    ],
    [
      "in the media type",
      (secret, appId) => ({ authorization: `Bearer ${appId}:${secret}`, "content-type": `text/${secret}` }),
    ],
  ];
  test.each(forms)("%s", async (_name, headers) => {
    const wrong = makeSecret();
    const calls = [company.secret, wrong].flatMap((secret): [string, CallOptions][] => [
      ["GET /ping", { key: null, headers: headers(secret, company.appId) }],
      ["GET /invoices?limit=0", { key: null, headers: headers(secret, company.appId) }],
      ["POST /invoices", { key: null, raw: "{", headers: headers(secret, company.appId) }],
      ["GET /nothing", { key: null, headers: headers(secret, company.appId) }],
    ]);
    const encoded = Buffer.from(`${company.appId}:${wrong}`).toString("base64");
    expect(await leaks([company.secret, wrong, encoded], calls)).toEqual([]);
  });

  test("in the query string", async () => {
    const { secret, appId } = company;
    expect(
      await leaks(
        [secret],
        [
          [`GET /ping?api_secret=${secret}`],
          [`GET /invoices?key=${appId}&secret=${secret}`],
          [`GET /invoices?limit=${secret}`],
          [`GET /invoices?cursor=${secret}`],
          [`GET /invoices?status=${secret}`],
          [`GET /nothing?secret=${secret}`],
          [`POST /invoices?secret=${secret}`, { raw: "{" }],
        ],
      ),
    ).toEqual([]);
  });

  test("as the name of a query parameter", async () => {
    expect(
      await leaks([company.secret], [[`GET /invoices?${company.secret}`], [`GET /ping?${company.secret}=1`]]),
    ).toEqual([]);
  });

  test("in the path of an operation", async () => {
    const { secret } = company;
    const paths = [
      `GET /invoices/${secret}`,
      `POST /invoices/${secret}/issue`,
      `GET /payments/links/${secret}`,
    ];
    paths.push(
      `POST /payments/links/pl_1_${secret}/cancel`,
      `GET /payments/links/pl_1_${secret.slice(0, 22)}`,
    );
    expect(
      await leaks(
        [secret],
        paths.map((path) => [path]),
      ),
    ).toEqual([]);
  });

  test("in a path that does not exist", async () => {
    const { secret, appId } = company;
    expect(
      await leaks(
        [secret],
        [[`GET /${secret}`], [`GET /ping/${appId}:${secret}`], [`PUT /invoices/${secret}`]],
      ),
    ).toEqual([]);
  });

  test("in a path that cannot be decoded, or is too long", async () => {
    const { secret } = company;
    expect(
      await leaks([secret], [[`GET /invoices/${secret}%zz`], [`GET /invoices/${secret}${"9".repeat(300)}`]]),
    ).toEqual([]);
  });

  test("in a path with escapes", async () => {
    const escaped = company.secret.replace("_", "%5F");
    expect(
      await leaks([company.secret], [[`GET /invoices/${escaped}`], [`GET /nothing/${escaped}`]]),
    ).toEqual([]);
  });

  test("in a path that is truncated in the log", async () => {
    const calls = Array.from({ length: 48 }, (_, at): [string] => [
      `GET /${"x".repeat(150 + at)}/${company.secret}`,
    ]);
    expect(await leaks([company.secret], calls)).toEqual([]);
  });

  test("in a body that is refused", async () => {
    const { secret } = company;
    expect(
      await leaks(
        [secret],
        [
          ["POST /customers", { body: { name: 1, secret, api_secret: secret, password: secret } }],
          ["POST /customers", { body: { name: 1, email: secret, kind: secret } }],
          ["POST /customers", { raw: `{"secret": ${secret}}` }],
          ["POST /customers", { raw: secret }],
          ["POST /customers", { raw: `{"name":"x","secret":"${secret}"` }],
          ["POST /customers", { body: { name: 1, [secret]: 1 } }],
          [
            "POST /payments/link",
            { body: { amount: secret, phone: secret, email: secret, currency: secret } },
          ],
          ["POST /payments", { body: { invoice_id: secret, amount: 0, paid_at: secret } }],
        ],
      ),
    ).toEqual([]);
  });

  test("as an Idempotency-Key that is refused", async () => {
    const headers = { "idempotency-key": company.secret.repeat(8) };
    expect(await leaks([company.secret], [["POST /customers", { body: {}, headers }]])).toEqual([]);
  });
});

describe("a log line contains no secret, whatever was logged", () => {
  const password = "hunter2-correct-horse";
  const address = `postgres://billfold:${password}@db.example:5432/billfold`;
  const nested = new Error("outer", {
    cause: new AggregateError([new Error(`connect ${address}`)], "several"),
  });
  const decorated = Object.assign(new Error("refused"), {
    config: {
      connectionString: address,
      password,
      headers: { "X-Api-Secret": password, authorization: `Bearer a:${password}` },
    },
  });
  const things: [name: string, thing: unknown][] = [
    ["an error with a connection string", { err: new Error(`cannot connect to ${address}`) }],
    ["an error's cause and its parts", { err: nested }],
    ["an error with members", { err: decorated }],
    [
      "a password with an at sign",
      { err: new Error(`cannot connect to postgres://billfold:p@ss-${password}@db/billfold`) },
    ],
    [
      "a connection string of keywords",
      { err: new Error(`host=db user=billfold password=${password} dbname=billfold`) },
    ],
    [
      "an environment",
      { env: { PGPASSWORD: password, DATABASE_URL: address, BILLFOLD_ENCRYPTION_KEYS: `k1:${password}` } },
    ],
    ["a configuration", { config: { databaseUrl: address, encryptionKeys: `k1:${password}` } }],
    [
      "headers",
      {
        headers: {
          authorization: `Basic ${password}`,
          "x-api-secret": password,
          cookie: `session=${password}`,
        },
      },
    ],
    ["JSON as text", { body: JSON.stringify({ secret: password, webhook_secret: password, password }) }],
    ["deep members", { a: { b: [{ secret: password }, { credential: { api_secret: password } }] } }],
    [
      "members in camel case",
      { apiSecret: password, webhookSecret: password, clientSecret: password, accessToken: password },
    ],
    [
      "our own secrets anywhere",
      { text: `x=${`bfs_${password.padEnd(43, "x")}`};y=whsec_${password.padEnd(32, "x")}` },
    ],
    ["a message", `signed in with Bearer key:${password}`],
  ];
  test.each(things)("%s", (_name, thing) => {
    const lines: string[] = [];
    const log = createLog({ level: "debug", write: (line) => lines.push(line) });
    if (typeof thing === "string") log.debug(thing);
    else log.error(thing as object, "failed");
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain(password);
    expect(() => JSON.parse(lines[0]!)).not.toThrow();
  });
});
