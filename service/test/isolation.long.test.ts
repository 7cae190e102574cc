import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "./harness.ts";
import { exampleBody, type Operation, operations, withId } from "./operations.ts";
import { idsFor, makeRecords, type Records } from "./records.ts";

// Ours is the company that sends requests; theirs is the one whose records must stay invisible and unchanged.
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
// A report shows a part of what other lists show, the audit log what was changed, and checkpoints are made by a pass over
// all companies: their own tests say whose.
const lists = operations.filter(
  ({ name, parameters }) =>
    name.startsWith("GET") &&
    !name.startsWith("GET /reports/") &&
    name !== "GET /books/checkpoints" &&
    name !== "GET /audit" &&
    parameters.some((p) => p.name === "cursor"),
);

/** Everything in a response by which a caller could distinguish two responses. */
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
/** The ids of the entries, as their paths name them. */
const idsOf = (reply: Reply) =>
  entriesOf(reply).map(({ id, reference }) => (id ?? reference) as number | string);
const recordPathOf = ({ path }: Operation) =>
  withRecord.find(({ recordPath }) => recordPath?.replace(/\/\{\w+\}$/, "") === path)?.recordPath ??
  `${path}/{id}`;

/** Entries that can't be requested one by one are numbered separately for each company, so their ids reveal nothing. */
const isCountedAnew = (list: Operation) =>
  !withRecord.some(({ recordPath }) => recordPath === recordPathOf(list));

function expectOnlyOurs(list: Operation, reply: Reply): void {
  expect(reply.text).not.toContain(theirMark);
  if (isCountedAnew(list)) return;
  const known = new Set(idsFor(theirRecords, recordPathOf(list)));
  expect(idsOf(reply).filter((id) => known.has(id))).toEqual([]);
}

/** Everything that the other company can see, and the state that it can't. */
async function stateOf(company: TestCompany): Promise<unknown> {
  const pages = await Promise.all(lists.map(({ path }) => company.call(`GET ${path}?limit=100`)));
  const rows = (table: string, order: string) =>
    service.context.db.query(`select * from ${table} where company_id = $1 order by ${order}`, [company.id]);
  return {
    pages: pages.map(({ body }) => body),
    events: await rows("events", "sequence"),
    // Secrets and the progress of a replay are in no response.
    endpoints: await rows("webhook_endpoints", "id"),
    deliveries: await rows("webhook_deliveries", "id"),
  };
}

describe("another company's record", () => {
  test("is covered by this test for every route that takes an id", () => {
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
  test.each(variants)(
    "is indistinguishable from one that does not exist, with %s",
    async (_name, options) => {
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
    },
  );
});

describe("lists", () => {
  test("show all of the company's own records and no others", async () => {
    expect(lists.map(recordPathOf).sort()).toEqual(
      // Requests can be asked about, and are not listed; faults are listed without pages, and have a test of their own.
      Object.keys(ourRecords)
        .filter((path) => !["/requests/{request_id}", "/sandbox/faults/{id}"].includes(path))
        .sort(),
    );
    for (const list of lists) {
      const reply = await ours.call(`GET ${list.path}?limit=100&include=total_count`);
      expectOnlyOurs(list, reply);
      const own = idsFor(ourRecords, recordPathOf(list));
      expect(idsOf(reply).sort()).toEqual([...own].sort());
      expect(reply.body.pagination.total_count).toBe(own.length);
    }
  });

  const filters = ["q", "external_id", "sku", "customer_id", "invoice_id", "endpoint_id", "event_id"];
  test("treat a filter by another company's value like one by a value that does not exist", async () => {
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
          // A number such as INV-000001 exists in each company; a search for it finds ours.
          if (/^(INV|SO|CN|QUO)-/.test(String(value))) continue;
          const reply = await ours.call(`GET ${list.path}?${name}=${encodeURIComponent(String(value))}`);
          expect({ [`${list.name} ${name}=${value}`]: seen(reply) }).toEqual({
            [`${list.name} ${name}=${value}`]: absent,
          });
        }
      }
    }
  });

  test("show only the company's own records whatever the filter", async () => {
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

  test("show only the company's own records after a cursor of another company's list", async () => {
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

describe("values that two companies share by chance", () => {
  test("an Idempotency-Key is separate for each company", async () => {
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

  test("an external_id and a sku are separate for each company", async () => {
    for (const company of [ours, theirs]) {
      const body = { name: "Shared", external_id: "shared-by-chance", sku: "shared-by-chance" };
      expect((await company.call("POST /customers", { body })).status).toBe(201);
      expect((await company.call("POST /products", { body })).status).toBe(201);
    }
  });

  test("events contain nothing of another company", async () => {
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
