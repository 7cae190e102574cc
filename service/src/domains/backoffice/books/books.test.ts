import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, migratedDatabase } from "../../../../test/fresh-database.ts";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { rotateKey, signCheckpoints } from "./service.ts";

let service: TestService;
let database: FreshDatabase;
beforeAll(async () => {
  // A pass goes over all companies, so it would disturb the tests of others.
  database = await migratedDatabase();
  service = await startService({ env: { DATABASE_URL: database.connectionString } });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const dayMs = 86_400_000;
const checkpointsOf = async (company: TestCompany) => (await company.call("GET /books/checkpoints")).body;

type Key = { key_id: number; public_key: string };
type Shown = { sequence: number; hash: string; signed_at: string; key_id: number; signature: string };

/** Written here a second time, as an outsider would. */
function isGenuine(companyId: number, checkpoint: Shown, keys: readonly Key[]): boolean {
  const { sequence, hash, signed_at, key_id } = checkpoint;
  const text = ["billfold-checkpoint-v1", companyId, sequence, hash, signed_at, key_id].join("\n");
  const der = Buffer.from(keys.find((key) => key.key_id === key_id)!.public_key, "base64");
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(null, Buffer.from(text), key, Buffer.from(checkpoint.signature, "base64"));
}

describe("checkpoints", () => {
  test("sign the last event, once, and again on the next day with new events", async () => {
    const company = await service.company();
    await company.customer();
    await signCheckpoints(service.context);
    await signCheckpoints(service.context);
    const first = await checkpointsOf(company);
    const { events } = (await company.call("GET /events")).body;
    expect(first.checkpoints).toEqual([
      {
        sequence: 1,
        hash: events[0].hash,
        documents: null,
        documents_hash: null,
        signed_at: service.clock.now().toISOString(),
        key_id: expect.any(Number),
        signature: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/),
      },
    ]);
    expect(isGenuine(company.id, first.checkpoints[0], first.keys)).toBe(true);
    expect(isGenuine(company.id, { ...first.checkpoints[0], sequence: 2 }, first.keys)).toBe(false);
    await company.customer();
    await signCheckpoints(service.context);
    expect((await checkpointsOf(company)).checkpoints).toHaveLength(1);
    service.clock.advance(dayMs);
    await Promise.all([signCheckpoints(service.context), signCheckpoints(service.context)]);
    const second = await checkpointsOf(company);
    expect(second.checkpoints.map(({ sequence }: Shown) => sequence)).toEqual([2, 1]);
    service.clock.advance(dayMs);
    await signCheckpoints(service.context);
    expect((await checkpointsOf(company)).checkpoints).toHaveLength(2);
  });

  test("come on the same day after 10,000 events", async () => {
    const company = await service.company();
    await company.customer();
    await signCheckpoints(service.context);
    await service.context.db.query(
      "update company_counters set event_sequence = 10001, chained_sequence = 10001 where company_id = $1",
      [company.id],
    );
    await signCheckpoints(service.context);
    expect((await checkpointsOf(company)).checkpoints.map(({ sequence }: Shown) => sequence)).toEqual([
      10_001, 1,
    ]);
  });

  test("a new key is published before it signs, and what the old one signed stays verifiable", async () => {
    const company = await service.company();
    await company.customer();
    await signCheckpoints(service.context);
    const now = service.clock.now();
    const { key_id } = await rotateKey(service.context, now, new Date(now.getTime() + dayMs));
    const published = await checkpointsOf(company);
    expect(published.keys.map((key: Key) => key.key_id)).toContain(key_id);
    expect(published.checkpoints[0].key_id).not.toBe(key_id);
    await company.customer();
    service.clock.advance(dayMs);
    await signCheckpoints(service.context);
    const { checkpoints, keys } = await checkpointsOf(company);
    expect(checkpoints[0].key_id).toBe(key_id);
    expect(checkpoints.map((each: Shown) => isGenuine(company.id, each, keys))).toEqual([true, true]);
  });

  test("of another company are not shown", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    await theirs.customer();
    await signCheckpoints(service.context);
    expect((await checkpointsOf(ours)).checkpoints).toEqual([]);
  });
});

const exported = async (company: TestCompany, after = 0) => {
  const { status, text } = await company.call(`GET /books/export?after=${after}`);
  expect(status).toBe(200);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
};

describe("the export", () => {
  test("has a header, keys, checkpoints, events with salts and hashes, documents and an end", async () => {
    const company = await service.company();
    const { id } = await company.draft();
    await company.call(`POST /invoices/${id}/issue`);
    expect((await company.call(`GET /invoices/${id}.pdf`)).status).toBe(200);
    await signCheckpoints(service.context);
    const lines = await exported(company);
    expect(lines[0]).toEqual({
      type: "books",
      format: 1,
      company_id: company.id,
      after: 0,
      last: 3,
      previous_hash: "0".repeat(64),
      exported_at: service.clock.now().toISOString(),
    });
    const kinds = lines.map(({ type }) => type).filter((type) => type !== "key");
    expect(kinds).toEqual(["books", "checkpoint", "event", "event", "event", "document", "end"]);
    const stored = await service.context.db.query(
      `select 'event' as type, sequence, body, encode(salt, 'hex') as salt, encode(body_hash, 'hex') as body_hash,
         encode(hash, 'hex') as hash from events where company_id = $1 order by sequence`,
      [company.id],
    );
    expect(lines.filter(({ type }) => type === "event")).toEqual(stored);
    expect(lines.find(({ type }) => type === "document")).toMatchObject({ kind: "invoice", record_id: id });
    const document = lines.find(({ type }) => type === "document");
    expect(lines.at(-1)).toEqual({
      type: "end",
      events: 3,
      documents: 1,
      documents_hash: document.hash,
      signed_at: service.clock.now().toISOString(),
      key_id: expect.any(Number),
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/),
    });
  });

  test("has a key and a signature, also if nothing was signed before", async () => {
    const fresh = await migratedDatabase();
    const other = await startService({ env: { DATABASE_URL: fresh.connectionString } });
    try {
      const lines = await exported(await other.company());
      expect(lines.map(({ type }) => type)).toEqual(["books", "key", "end"]);
      expect(lines[2]).toMatchObject({ events: 0, documents: 0, key_id: lines[1].key_id });
    } finally {
      await other.close();
      await fresh.drop();
    }
  });

  test("continues after an event, with the hash that the chain goes on from", async () => {
    const company = await service.company();
    await company.draft();
    const whole = await exported(company);
    const rest = await exported(company, 1);
    const [first, second] = whole.filter(({ type }) => type === "event");
    expect(rest[0]).toMatchObject({ after: 1, last: 2, previous_hash: first.hash });
    expect(rest.filter(({ type }) => type === "event")).toEqual([second]);
    expect((await company.call("GET /books/export?after=3")).body).toMatchObject({
      code: "feed_position_ahead",
      last_sequence: 2,
    });
  });

  test("of more than a page is whole, and compressed for who accepts it", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const lines = [{ description: "Work", quantity: 1, unit_price: 10 }];
    await Promise.all(
      Array.from({ length: 150 }, () => company.call("POST /invoices", { body: { customer_id, lines } })),
    );
    const response = await fetch(`${service.url}/api/v1/books/export`, {
      headers: { authorization: `Bearer ${company.appId}:${company.secret}`, "accept-encoding": "gzip" },
    });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    const sequences = (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === "event")
      .map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 151 }, (_, index) => index + 1));
  });

  test("needs the scopes that read every record", async () => {
    const company = await service.company({ scopes: ["webhooks:read", "invoices:read"] });
    const { status, body } = await company.call("GET /books/export");
    expect([status, body.code]).toEqual([403, "scope_missing"]);
  });
});
