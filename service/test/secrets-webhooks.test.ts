import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeEncryptionKey } from "../src/platform/security/secrets.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";
import {
  type Reply,
  startService,
  type TestCompany,
  type TestService,
  testEncryptionKey,
} from "./harness.ts";
import { operations, requiredQuery, withId } from "./operations.ts";
import { idsFor, makeRecords } from "./records.ts";
import { partsOf, showsPartOf } from "./secret-parts.ts";

// A webhook secret is stored, because it signs; it is encrypted everywhere except in the one response that shows it.
// This uses a separate database, because all of it is searched.
let database: FreshDatabase;
let service: TestService;
let company: TestCompany;
let endpointId: number;
const mark = `mark${randomUUID()}`;
const keys = { made: randomUUID(), rotated: randomUUID() };
const shown: Record<string, Reply> = {};
/** The secrets of an endpoint that was created and rotated, and of one that was rotated without an Idempotency-Key. */
const secrets: string[] = [];

const make = (key?: string) =>
  company.call("POST /webhooks/endpoints", {
    body: { url: "https://hooks.example/", description: mark },
    ...(key && { headers: { "idempotency-key": key } }),
  });
const rotate = (id: number, key?: string) =>
  company.call(`POST /webhooks/endpoints/${id}/rotate_secret`, {
    body: { overlap_seconds: 60 },
    ...(key && { headers: { "idempotency-key": key } }),
  });

beforeAll(async () => {
  database = await migratedDatabase();
  service = await startService({ env: { DATABASE_URL: database.connectionString } });
  company = await service.company({ primaryEndpoint: true });
  shown.made = await make(keys.made);
  endpointId = shown.made.body.endpoint.id;
  shown.rotated = await rotate(endpointId, keys.rotated);
  const unkeyed = await make();
  const replies = [shown.made, shown.rotated, unkeyed, await rotate(unkeyed.body.endpoint.id)];
  secrets.push(...replies.map(({ body }) => body.webhook_secret as string));
});
afterAll(async () => {
  await service?.close();
  await database?.drop();
});

/** The tables with a row that contains one of the texts in any column. */
async function tablesHolding(texts: string[]): Promise<string[]> {
  const { db } = service.context;
  const tables = await db.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `select 1 from ${name} r where exists (select from unnest($1::text[]) t where strpos(r::text, t) > 0) limit 1`;
    if ((await db.query(sql, [texts])).length > 0) found.push(name);
  }
  return found;
}

/** The secret as text and as its decoded bytes, in every form in which a column might contain either. */
const formsOf = (secret: string) => {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const hex = (buffer: Buffer) => buffer.toString("hex");
  return [secret, hex(Buffer.from(secret)), hex(bytes), Buffer.from(secret).toString("base64")];
};

test("a new secret is shown each time one is created, with a recognisable prefix", () => {
  expect(new Set(secrets).size).toBe(4);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect([shown.made!.status, shown.rotated!.status]).toEqual([201, 200]);
});

describe("the secret is never in plain text", () => {
  test("in the database, in any table and column", async () => {
    // This shows that the search finds existing text.
    expect(await tablesHolding([mark])).toContain("webhook_endpoints");
    expect(await tablesHolding([keys.made])).toEqual(["idempotency_keys"]);
    expect(await tablesHolding(secrets.flatMap(formsOf).flatMap(partsOf))).toEqual([]);
  });

  test("in the log, for any request about the endpoint", async () => {
    await company.call("POST /webhooks/test", { body: { endpoint_id: endpointId } });
    await company.call(`PATCH /webhooks/endpoints/${endpointId}`, { body: { url: "nonsense" } });
    await company.call("GET /ping");
    expect(service.logged.filter((line) => secrets.some((secret) => showsPartOf(secret, line)))).toEqual([]);
  });

  test("in any other response", async () => {
    const records = await makeRecords(company, "answers");
    const [customer] = idsFor(records, "/customers/{id}") as [number];
    const faults: string[] = [];
    for (const operation of operations.filter(({ method }) => method === "GET")) {
      const ids = operation.recordPath ? idsFor(records, operation.recordPath) : [""];
      for (const id of ids) {
        const { status, text } = await company.call(
          `${withId(operation, id)}${requiredQuery(operation, customer)}`,
        );
        // Not every invoice has a document or a registration, and not every company has an integration.
        const mayLack = /(\.xml|\/registration|\/integration)$/.test(operation.path);
        if (status !== 200 && !mayLack) faults.push(`${operation.name}: ${status}`);
        if (/whsec_/.test(text) || secrets.some((secret) => showsPartOf(secret, text)))
          faults.push(`${operation.name} tells a secret`);
      }
    }
    expect(faults).toEqual([]);
  });

  test("in a diagnosis with the right secret", async () => {
    const [secret = ""] = secrets;
    const headers = { "X-Pay-Signature": "t=1794735000,v1=00" };
    const computed_signature = secret;
    const body = { body: "{}", headers, computed_signature };
    const from = service.logged.length;
    const { status, text } = await company.call("POST /webhooks/diagnose", { body });
    expect(status).toBe(200);
    expect(showsPartOf(secret, text)).toBe(false);
    expect(service.logged.slice(from).some((line) => showsPartOf(secret, line))).toBe(false);
  });
});

describe("the response that shows it, stored under an Idempotency-Key,", () => {
  test("is returned again for the same request, including the secret", async () => {
    for (const [first, again] of [
      [shown.made!, await make(keys.made)],
      [shown.rotated!, await rotate(endpointId, keys.rotated)],
    ]) {
      expect([again!.status, again!.headers.get("idempotency-replayed")]).toEqual([first!.status, "true"]);
      expect(again!.text).toBe(first!.text);
    }
  });

  test("is encrypted for this company and this key, and can't be decrypted elsewhere", async () => {
    const other = await service.company();
    const request = {
      body: { url: "https://hooks.example/", description: mark },
      headers: { "idempotency-key": keys.made },
    };
    expect((await other.call("POST /webhooks/endpoints", request)).status).toBe(201);
    await service.context.db.query(
      `update idempotency_keys mine set body = theirs.body from idempotency_keys theirs
       where mine.company_id = $1 and theirs.company_id = $2 and mine.key = $3 and theirs.key = $3`,
      [other.id, company.id, keys.made],
    );
    const stolen = await other.call("POST /webhooks/endpoints", request);
    expect([stolen.status, stolen.body.code]).toEqual([503, "secret_unreadable"]);
    expect(stolen.text).not.toContain("whsec_");
  });

  test("is the only kind that is encrypted: a refusal, which shows no secret, is stored in plain text", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { url: "ftp://hooks.example/" };
    expect((await company.call("POST /webhooks/endpoints", { body, headers })).status).toBe(422);
    const [kept] = await service.context.db.query(
      "select status, encrypted from idempotency_keys where company_id = $1 and key = $2",
      [company.id, headers["idempotency-key"]],
    );
    expect(kept).toEqual({ status: 422, encrypted: false });
  });
});

describe("a row moved to another company", () => {
  test("can't be decrypted there", async () => {
    const thief = await service.company();
    const { db } = service.context;
    const [row] = await db.query<{ id: number }>(
      `insert into webhook_endpoints (company_id, is_primary, url, secret, created_at, updated_at, delivered_sequence)
       select $1, false, url, secret, created_at, updated_at, 0 from webhook_endpoints where company_id = $2 and id = $3
       returning id`,
      [thief.id, company.id, endpointId],
    );
    const body = { body: "{}", headers: { "X-Pay-Signature": "t=1,v1=00" } };
    const reply = await thief.call("POST /webhooks/diagnose", { body });
    expect([reply.status, reply.body.code]).toEqual([503, "secret_unreadable"]);
    await db.query("delete from webhook_endpoints where company_id = $1 and id = $2", [thief.id, row!.id]);
  });
});

describe("a change of the encryption key", () => {
  const old = testEncryptionKey;

  test("leaves every secret readable while the old key is listed", async () => {
    const BILLFOLD_ENCRYPTION_KEYS = `${makeEncryptionKey("new")},${old}`;
    const env = { BILLFOLD_ENCRYPTION_KEYS, DATABASE_URL: database.connectionString };
    const renewed = await startService({ env });
    try {
      const sent = await fetch(`${renewed.url}/api/v1/webhooks/endpoints`, {
        method: "POST",
        body: JSON.stringify({ url: "https://hooks.example/", description: mark }),
        headers: {
          authorization: `Bearer ${company.appId}:${company.secret}`,
          "content-type": "application/json",
          "idempotency-key": keys.made,
        },
      });
      expect([sent.status, await sent.text()]).toEqual([201, shown.made!.text]);
    } finally {
      await renewed.close();
    }
  });
});
