import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "./harness.ts";
import { exampleBody, type Operation, operations, withId } from "./operations.ts";
import { idsFor, makeRecords, type Records } from "./records.ts";

// Ours is the company that asks; theirs is the one whose records must stay unseen and untouched.
let service: TestService;
let ours: TestCompany;
let theirs: TestCompany;
let ourRecords: Records;
let theirRecords: Records;
const theirMark = `theirs${randomUUID().slice(0, 8)}`;
const nobody = 9_007_199_254_740_991;

beforeAll(async () => {
  service = await startService();
  const company = () => service.company({ primaryEndpoint: true });
  [ours, theirs] = [await company(), await company()];
  [ourRecords, theirRecords] = [await makeRecords(ours, "ours"), await makeRecords(theirs, theirMark)];
});
afterAll(() => service.close());

const withRecord = operations.filter(({ recordPath }) => recordPath);
const lists = operations.filter(
  ({ name, parameters }) => name.startsWith("GET") && parameters.some((p) => p.name === "cursor"),
);

/** All of an answer that a caller could tell two answers apart by. */
function seen(reply: Reply): unknown {
  const varying = ["date", "x-request-id", "ratelimit-remaining", "ratelimit-reset"];
  const { request_id, ...body } = reply.body ?? {};
  return {
    status: reply.status,
    body,
    length: reply.text.length - String(request_id).length,
    headers: [...reply.headers].filter(([name]) => !varying.includes(name)),
  };
}

type Entry = Record<string, unknown>;
const entriesOf = (reply: Reply): Entry[] => Object.values(reply.body).find(Array.isArray) ?? [];
/** What names the entry in its path. */
const idsOf = (reply: Reply) =>
  entriesOf(reply).map(({ id, reference }) => (id ?? reference) as number | string);
const recordPathOf = ({ path }: Operation) =>
  withRecord.find(({ recordPath }) => recordPath?.replace(/\/\{\w+\}$/, "") === path)?.recordPath ??
  `${path}/{id}`;

/** Entries that nobody can ask for one by one are counted for each company anew, and tell nothing by their ids. */
const isCountedAnew = (list: Operation) =>
  !withRecord.some(({ recordPath }) => recordPath === recordPathOf(list));

function expectOnlyOurs(list: Operation, reply: Reply): void {
  expect(reply.text).not.toContain(theirMark);
  if (isCountedAnew(list)) return;
  const known = new Set(idsFor(theirRecords, recordPathOf(list)));
  expect(idsOf(reply).filter((id) => known.has(id))).toEqual([]);
}

/** Everything the other company has, as it sees it, and what it does not see. */
async function stateOf(company: TestCompany): Promise<unknown> {
  const pages = await Promise.all(lists.map(({ path }) => company.call(`GET ${path}?limit=100`)));
  const rows = (table: string, order: string) =>
    service.context.db.query(`select * from ${table} where company_id = $1 order by ${order}`, [company.id]);
  return {
    pages: pages.map(({ body }) => body),
    events: await rows("events", "sequence"),
    // Secrets, and where a replay stands, are in no answer.
    endpoints: await rows("webhook_endpoints", "id"),
    deliveries: await rows("webhook_deliveries", "id"),
  };
}

describe("another company's record", () => {
  test("is known to the test for every route that takes an id", () => {
    for (const { recordPath } of withRecord) {
      expect(idsFor(theirRecords, recordPath!).length).toBeGreaterThan(1);
      expect(idsFor(ourRecords, recordPath!).length).toBeGreaterThan(1);
    }
    const parameters = withRecord.flatMap((operation) => operation.path.match(/\{\w+\}/g) ?? []);
    expect(parameters.length).toBe(withRecord.length);
  });

  const variants: [name: string, options: (operation: Operation) => object][] = [
    ["a valid request", exampleBody],
    ["a faulty body", ({ body }) => (body ? { body: { name: 1, lines: [], metadata: "x" } } : {})],
    [
      "an Idempotency-Key",
      (operation) => ({ ...exampleBody(operation), headers: { "idempotency-key": randomUUID() } }),
    ],
    [
      "a conditional request",
      (operation) => ({ ...exampleBody(operation), headers: { "if-none-match": "*" } }),
    ],
    ["an empty body", ({ body }) => (body ? { body: {} } : {})],
  ];
  test.each(variants)("cannot be told from one that does not exist, with %s", async (_name, options) => {
    const before = await stateOf(theirs);
    for (const operation of withRecord) {
      const absent = seen(await ours.call(withId(operation, nobody), options(operation)));
      expect(absent).toMatchObject({ status: 404 });
      for (const id of idsFor(theirRecords, operation.recordPath!)) {
        const reply = await ours.call(withId(operation, id), options(operation));
        expect({ [operation.name]: seen(reply) }).toEqual({ [operation.name]: absent });
      }
    }
    expect(await stateOf(theirs)).toEqual(before);
  });
});

describe("lists", () => {
  test("show all of the company's own records and no others", async () => {
    expect(lists.map(recordPathOf).sort()).toEqual(Object.keys(ourRecords).sort());
    for (const list of lists) {
      const reply = await ours.call(`GET ${list.path}?limit=100&include=total_count`);
      expectOnlyOurs(list, reply);
      const own = idsFor(ourRecords, recordPathOf(list));
      expect(idsOf(reply).sort()).toEqual([...own].sort());
      expect(reply.body.pagination.total_count).toBe(own.length);
    }
  });

  const filters = ["q", "external_id", "sku", "customer_id", "invoice_id", "endpoint_id", "event_id"];
  test("answer a filter by another company's value as one by a value that does not exist", async () => {
    for (const list of lists) {
      const theirEntries = entriesOf(await theirs.call(`GET ${list.path}?limit=100`));
      const names = list.parameters.filter((p) => p.in === "query").map(({ name }) => name);
      for (const name of names.filter((name) => filters.includes(name))) {
        const values = theirEntries
          .map((entry) => entry[name] ?? entry.name ?? entry.number)
          .filter((value) => value != null);
        const isNumber = ["customer_id", "invoice_id", "endpoint_id"].includes(name);
        const absent = seen(await ours.call(`GET ${list.path}?${name}=${isNumber ? nobody : "nobody"}`));
        expect(absent).toMatchObject({ status: 200 });
        for (const value of new Set(name === "q" ? [...values, theirMark] : values)) {
          if (isNumber && typeof value !== "number") continue;
          // A number such as INV-000001 is each company's own; a search for it finds ours.
          if (/^(INV|SO|CN)-/.test(String(value))) continue;
          const reply = await ours.call(`GET ${list.path}?${name}=${encodeURIComponent(String(value))}`);
          expect({ [`${list.name} ${name}=${value}`]: seen(reply) }).toEqual({
            [`${list.name} ${name}=${value}`]: absent,
          });
        }
      }
    }
  });

  test("show only the company's own whatever the filter", async () => {
    for (const list of lists) {
      for (const { name, schema } of list.parameters.filter((p) => p.in === "query")) {
        for (const value of (schema.enum as string[] | undefined) ?? [
          "INV-000001",
          "SO-000001",
          "CN-000001",
          "NGN",
          "true",
          "2026-11-15",
          "lines",
        ]) {
          const reply = await ours.call(`GET ${list.path}?limit=100&${name}=${value}`);
          if (reply.status === 200) expectOnlyOurs(list, reply);
        }
      }
    }
  });

  test("show only the company's own after a cursor of another company's list", async () => {
    for (const list of lists) {
      for (let cursor = ""; ; ) {
        const { body } = await theirs.call(`GET ${list.path}?limit=1${cursor}`);
        if (body.pagination.next_cursor === null) break;
        cursor = `&cursor=${body.pagination.next_cursor}`;
        expectOnlyOurs(list, await ours.call(`GET ${list.path}?limit=100${cursor}`));
      }
    }
  });
});

describe("what two companies share by chance", () => {
  test("an Idempotency-Key is each company's own", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await theirs.call("POST /customers", { headers, body: { name: theirMark } });
    const second = await ours.call("POST /customers", { headers, body: { name: "Ours" } });
    expect([first.status, second.status, second.headers.get("idempotency-replayed")]).toEqual([
      201,
      201,
      null,
    ]);
    expect(second.body.customer.name).toBe("Ours");
  });

  test("an external_id and a sku are each company's own", async () => {
    for (const company of [ours, theirs]) {
      const body = { name: "Shared", external_id: "shared-by-chance", sku: "shared-by-chance" };
      expect((await company.call("POST /customers", { body })).status).toBe(201);
      expect((await company.call("POST /products", { body })).status).toBe(201);
    }
  });

  test("events tell nothing of another company", async () => {
    const rows = await service.context.db.query<{ body: string }>(
      "select body from events where company_id = $1",
      [ours.id],
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { body } of rows) {
      expect(body).not.toContain(theirMark);
      expect(JSON.parse(body).company_id).toBe(ours.id);
    }
  });
});
