import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../test/harness.ts";
import { inTransaction } from "../platform/db/database.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const send = (of: TestCompany, path: string, body: object, headers: Record<string, string> = {}) =>
  of.call(`POST ${path}/batch`, { body, headers });
const upsert = (of: TestCompany, path: string, ...records: object[]) =>
  send(of, path, { mode: "upsert", records });
const statuses = (reply: { body: { results: { status: string }[] } }) =>
  reply.body.results.map(({ status }) => status);
const eventsOf = async (of: TestCompany) =>
  (await of.call("GET /events?limit=100")).body.events as {
    type: string;
    sequence: number;
    data: { object: Record<string, unknown>; previous?: Record<string, unknown> };
  }[];
/** How many statements the service sends on connections for changes. */
async function statementsDuring<T>(work: () => Promise<T>): Promise<{ count: number; result: T }> {
  let count = 0;
  const { pool } = service.context.db;
  const restore: (() => void)[] = [];
  const watch = (client: { query: unknown }) => {
    const original = client.query as (...given: unknown[]) => unknown;
    client.query = (...given: unknown[]) => {
      count += 1;
      return original.apply(client, given);
    };
    restore.push(() => {
      client.query = original;
    });
  };
  pool.on("acquire", watch as never);
  const result = await work();
  pool.off("acquire", watch as never);
  for (const undo of restore) undo();
  return { count, result };
}

const nameless = { field: "name", message: "is required" };

describe.each(["/customers", "/products"])("POST %s/batch", (path) => {
  const noun = path.slice(1, -1);
  const one = async (of: TestCompany, id: number) => (await of.call(`GET ${path}/${id}`)).body[noun];

  test("creates valid records in order, reports the others by field, and emits the same events as single requests", async () => {
    const own = await service.company();
    const records = [
      { name: "First", external_id: "a", metadata: { big: 1e30 } },
      { external_id: "b" },
      { name: "Third" },
      { name: "Fourth", external_id: "a" },
      "no record",
      { name: "Sixth", external_id: "c", metadata: { deep: 1 } },
    ];
    const reply = await send(own, path, { mode: "create", records });
    expect(reply.status).toBe(200);
    const [first, , third, , , sixth] = reply.body.results;
    expect(reply.body).toEqual({
      success: true,
      results: [
        { index: 0, status: "created", id: expect.any(Number) },
        { index: 1, status: "failed", code: "invalid_request", errors: [nameless] },
        { index: 2, status: "created", id: expect.any(Number) },
        {
          index: 3,
          status: "failed",
          code: "invalid_request",
          errors: [{ field: "external_id", message: "is already used by records[0] of this batch" }],
        },
        {
          index: 4,
          status: "failed",
          code: "invalid_request",
          errors: [{ field: "body", message: "must be an object" }],
        },
        { index: 5, status: "created", id: expect.any(Number) },
      ],
    });
    expect(first.id).toBeLessThan(third.id);
    expect(third.id).toBeLessThan(sixth.id);
    const alone = (await own.call(`POST ${path}`, { body: { name: "Alone" } })).body[noun];
    const stored = await one(own, sixth.id);
    expect(Object.keys(stored)).toEqual(Object.keys(alone));
    expect(stored).toEqual({
      ...alone,
      id: sixth.id,
      name: "Sixth",
      external_id: "c",
      metadata: { deep: 1 },
    });
    const events = await eventsOf(own);
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual(
      [1, 2, 3, 4].map((sequence) => [`${noun}.created`, sequence]),
    );
    expect(events.map(({ data }) => data.object.name)).toEqual(["First", "Third", "Sixth", "Alone"]);
    expect(events[2]!.data.object).toEqual(stored);
  });

  test("refuses what another record of the company has, with the message of the single request", async () => {
    await company.call(`POST ${path}`, { body: { name: "Before", external_id: `taken-${noun}` } });
    const again = { name: "Again", external_id: `taken-${noun}` };
    const single = await company.call(`POST ${path}`, { body: again });
    const reply = await send(company, path, { mode: "create", records: [again, { name: "Other" }] });
    expect(statuses(reply)).toEqual(["failed", "created"]);
    expect(reply.body.results[0].errors).toEqual(single.body.errors);
  });

  test("upsert creates, changes only the given fields, and leaves alone what is the same", async () => {
    const own = await service.company();
    const full = { external_id: "1", name: "One", metadata: { b: 1, aa: [2] } };
    expect(statuses(await upsert(own, path, full, { external_id: "2", name: "Two" }))).toEqual([
      "created",
      "created",
    ]);
    service.clock.advance(1000);
    const reply = await upsert(
      own,
      path,
      { external_id: "3", name: "Three" },
      { external_id: "2", name: "Two!" },
      { external_id: "1", metadata: { aa: [2], b: 1 } },
      { name: "Without" },
      { external_id: "2", name: "Twice" },
      { external_id: "1", name: null },
    );
    expect(statuses(reply)).toEqual(["created", "updated", "unchanged", "failed", "failed", "failed"]);
    expect(reply.body.results[3].errors).toEqual([
      { field: "external_id", message: "is required in upsert mode" },
    ]);
    const [, changed, same] = reply.body.results;
    const before = (await eventsOf(own))[1]!.data.object;
    const updated_at = service.clock.now().toISOString();
    expect(await one(own, changed.id)).toEqual({ ...before, name: "Two!", updated_at });
    expect((await one(own, same.id)).metadata).toEqual({ b: 1, aa: [2] });
    const events = await eventsOf(own);
    expect(events.map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
      `1 ${noun}.created`,
      `2 ${noun}.created`,
      `3 ${noun}.created`,
      `4 ${noun}.updated`,
    ]);
    expect(events[3]!.data).toEqual({ object: await one(own, changed.id), previous: before });
  });

  test("all_or_nothing stores nothing when one record fails, and names every fault", async () => {
    const own = await service.company();
    const records = [{ name: "Good", external_id: "g" }, {}, { name: "", external_id: "x" }];
    const refused = await send(own, path, { mode: "create", all_or_nothing: true, records });
    expect([refused.status, refused.body.code]).toEqual([422, "batch_failed"]);
    expect(refused.body.errors).toEqual([
      { field: "records[1].name", message: "is required" },
      { field: "records[2].name", message: "must not be empty" },
    ]);
    expect((await own.call(`GET ${path}`)).body[`${noun}s`]).toEqual([]);
    expect(await eventsOf(own)).toEqual([]);
    const keyed = { "idempotency-key": "all" };
    const first = await send(own, path, { mode: "create", all_or_nothing: true, records }, keyed);
    expect(first.status).toBe(422);
    expect((await own.call(`GET ${path}`)).body[`${noun}s`]).toEqual([]);
    const good = { mode: "create", all_or_nothing: true, records: records.slice(0, 1) };
    expect(statuses(await send(own, path, good))).toEqual(["created"]);
  });

  test("one Idempotency-Key covers the whole batch, byte for byte", async () => {
    const own = await service.company();
    const body = { mode: "create", records: [{ name: "Once" }, {}] };
    const key = { "idempotency-key": "batch-1" };
    const [first, second] = await Promise.all([send(own, path, body, key), send(own, path, body, key)]);
    expect(second.text).toBe(first.text);
    const replayed = [first, second].filter(({ headers }) => headers.get("idempotency-replayed") === "true");
    expect(replayed).toHaveLength(1);
    expect((await own.call(`GET ${path}`)).body[`${noun}s`]).toHaveLength(1);
    const other = await send(own, path, { ...body, mode: "upsert" }, key);
    expect(other.body.code).toBe("idempotency_mismatch");
  });

  test("records of another company with the same external_id are neither seen nor changed", async () => {
    const [one1, other] = [await service.company(), await service.company()];
    await upsert(one1, path, { external_id: "same", name: "Mine" });
    expect(statuses(await upsert(other, path, { external_id: "same", name: "Yours" }))).toEqual(["created"]);
    const listed = (await one1.call(`GET ${path}`)).body[`${noun}s`];
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(["Mine"]);
  });

  test("an upsert does not wait for a change of another record", async () => {
    const own = await service.company();
    const record = (external_id: string, name: string) => ({ external_id, name });
    await upsert(own, path, record("changing", "First"), record("other", "First"));
    const reply = await inTransaction(service.context.db, async (tx) => {
      const lock = `select from ${noun}s where company_id = $1 and external_id = 'changing' for update`;
      await tx.query(lock, [own.id]);
      return upsert(own, path, record("other", "Second"));
    });
    expect([reply.status, ...statuses(reply)]).toEqual([200, "updated"]);
  });

  test("concurrent upserts of the same records make one of each", async () => {
    const own = await service.company();
    const records = Array.from({ length: 40 }, (_, index) => ({ external_id: `r${index}`, name: "Same" }));
    const backwards = [...records].reverse();
    const replies = await Promise.all([
      ...[records, backwards, records, backwards].map((given) => upsert(own, path, ...given)),
      ...[1, 2, 3].map(() => own.call(`PUT ${path}/by_external_id/r7`, { body: { name: "Same" } })),
    ]);
    for (const { status } of replies) expect([200, 201]).toContain(status);
    expect(
      replies
        .slice(0, 4)
        .flatMap(statuses)
        .filter((status) => status === "failed"),
    ).toEqual([]);
    expect((await own.call(`GET ${path}?limit=100`)).body[`${noun}s`]).toHaveLength(40);
    const events = await eventsOf(own);
    expect(events.map(({ sequence }) => sequence)).toEqual(records.map((_, index) => index + 1));
  });

  test("takes 500 records, by no more statements than two take", async () => {
    const own = await service.company();
    const many = Array.from({ length: 500 }, (_, index) => ({
      external_id: `m${index}`,
      name: `N ${index}`,
    }));
    const few = await statementsDuring(() => upsert(own, path, ...many.slice(0, 2)));
    const all = await statementsDuring(() => upsert(own, path, ...many));
    expect(few.count).toBeGreaterThan(2);
    // The two exist by now, and are looked at.
    expect(all.count).toBeLessThanOrEqual(few.count + 1);
    expect(statuses(all.result)).toEqual(many.map((_, index) => (index < 2 ? "unchanged" : "created")));
    const changed = many.map((record, index) => (index % 2 === 0 ? record : { ...record, name: "Changed" }));
    const reply = await upsert(own, path, ...changed);
    expect(statuses(reply).filter((status) => status === "unchanged")).toHaveLength(250);
    expect(statuses(reply).filter((status) => status === "updated")).toHaveLength(250);
    const tooMany = await upsert(own, path, ...many, { external_id: "one more", name: "Too many" });
    expect([tooMany.status, tooMany.body.errors]).toEqual([
      422,
      [{ field: "records", message: "must have at most 500 entries" }],
    ]);
    expect((await upsert(own, path)).body.errors).toEqual([
      { field: "records", message: "must have at least one entry" },
    ]);
  });

  test("costs a unit for every hundred records, and not less than its body does", async () => {
    const own = await service.company({ postRate: 25 });
    const left = (reply: { headers: Headers }) => Number(reply.headers.get("ratelimit-remaining"));
    const records = Array.from({ length: 201 }, (_, index) => ({ name: `N ${index}` }));
    expect(left(await send(own, path, { mode: "create", records }))).toBe(117);
    expect(left(await send(own, path, { mode: "create", records: records.slice(0, 100) }))).toBe(116);
    const large = [{ name: "Large", metadata: { note: "x".repeat(200 * 1024) } }];
    expect(left(await send(own, path, { mode: "create", records: large }))).toBe(112);
  });

  test("tolerates unknown fields with warnings that name the record", async () => {
    const reply = await send(company, path, {
      mode: "create",
      records: [{ name: "A" }, { name: "B", nmae: 1 }],
    });
    expect(reply.body.warnings).toEqual(["unknown field: records[1].nmae"]);
  });
});

describe("products", () => {
  test("a SKU that another product has, or another record of the batch, is refused for that record alone", async () => {
    const own = await service.company();
    await own.call("POST /products", { body: { name: "Old", sku: "S1" } });
    const reply = await upsert(
      own,
      "/products",
      { external_id: "1", name: "One", sku: "S1" },
      { external_id: "2", name: "Two", sku: "S2" },
      { external_id: "3", name: "Three", sku: "S2" },
    );
    expect(statuses(reply)).toEqual(["failed", "created", "failed"]);
    expect(reply.body.results[0].errors).toEqual([
      { field: "sku", message: "is already used by another product of this company" },
    ]);
    const moved = await upsert(
      own,
      "/products",
      { external_id: "2", sku: "S1" },
      { external_id: "4", name: "F" },
    );
    expect(statuses(moved)).toEqual(["failed", "created"]);
    expect(statuses(await upsert(own, "/products", { external_id: "2", sku: "S2" }))).toEqual(["unchanged"]);
  });
});

describe.each(["/customers", "/products"])("PUT %s/by_external_id/{external_id}", (path) => {
  const noun = path.slice(1, -1);
  const put = (of: TestCompany, id: string, body: object) =>
    of.call(`PUT ${path}/by_external_id/${encodeURIComponent(id)}`, { body });

  test("creates with 201, changes with 200, and changes nothing the second time", async () => {
    const own = await service.company();
    const id = "ä/b ?💸";
    const created = await put(own, id, { name: "New", metadata: { a: 1 } });
    expect([created.status, created.body[noun].external_id]).toEqual([201, id]);
    const changed = await put(own, id, { name: "Newer", external_id: id });
    expect([changed.status, changed.body[noun].name]).toEqual([200, "Newer"]);
    expect(changed.body[noun].metadata).toEqual({ a: 1 });
    const same = await put(own, id, { name: "Newer" });
    expect([same.status, same.body]).toEqual([200, changed.body]);
    expect((await eventsOf(own)).map(({ type }) => type)).toEqual([`${noun}.created`, `${noun}.updated`]);
  });

  test("refuses a new record without a name, and another external_id in the body", async () => {
    const refused = await put(company, `put-${noun}`, {});
    expect([refused.status, refused.body.errors]).toEqual([422, [nameless]]);
    const other = await put(company, `put-${noun}`, { name: "A", external_id: "else" });
    expect([other.status, other.body.errors[0].field]).toEqual([422, "external_id"]);
    const tooLong = await put(company, "x".repeat(201), { name: "A" });
    expect([tooLong.status, tooLong.body.errors[0].field]).toEqual([422, "external_id"]);
  });
});
