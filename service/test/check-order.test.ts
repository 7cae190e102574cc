import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scopeNames } from "../src/contract/access.ts";
import { setPlan } from "../src/domains/tenancy/plans/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import {
  type CallOptions,
  type CompanyOptions,
  startService,
  type TestCompany,
  type TestService,
} from "./harness.ts";
import { envelopeFaults, exampleBody, type Operation, operations, withId } from "./operations.ts";
import { idsFor, makeRecords, type Records } from "./records.ts";
import { bodyMax } from "./replay-recipes.ts";

let service: TestService;
let company: TestCompany;
let records: Records;
beforeAll(async () => {
  service = await startService();
  company = await service.company({ primaryEndpoint: true });
  records = await makeRecords(company, "order");
  // Without an integration, the missing one would be reported before a faulty body, as for a missing gateway.
  await company.call("POST /einvoicing/integration", { body: { adapter: "document_only" } });
});
afterAll(() => service.close());

const withBody = operations.filter(({ body }) => body);
const withRecord = operations.filter(({ recordPath }) => recordPath);
const posts = operations.filter(({ method }) => method === "POST");
const nobody = 9_007_199_254_740_991;
const malformed = { raw: '{"lines": [' };
const tooLarge = (operation: Operation) => ({
  raw: JSON.stringify({ notes: "x".repeat(bodyMax(operation)) }),
});
const ownId = ({ recordPath }: Operation) => (recordPath ? idsFor(records, recordPath)[0]! : "");

async function expectAll(
  list: Operation[],
  status: number,
  code: string | undefined,
  calls: (operation: Operation) => CallOptions & { by?: TestCompany; id?: number | string },
): Promise<void> {
  const faults: string[] = [];
  for (const operation of list) {
    const { by = company, id = ownId(operation), ...options } = calls(operation);
    const reply = await by.call(withId(operation, id), options);
    for (const fault of envelopeFaults(reply, status, code)) faults.push(`${operation.name}: ${fault}`);
  }
  expect(list.length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
}

/** A company whose key may POST once and has done so; no time passes, so nothing is refilled. */
async function throttled(options: CompanyOptions = {}): Promise<TestCompany> {
  const made = await service.company(options);
  await inTransaction(service.context.db, (tx) =>
    setPlan({ tx, now: service.clock.now() }, made.id, { postRate: 1, postBurst: 1 }),
  );
  await made.call("POST /customers", { body: { name: "The only one" } });
  return made;
}

describe("401 comes first", () => {
  test("before a malformed body", () =>
    expectAll(withBody, 401, "unauthenticated", () => ({ key: null, ...malformed })));
  test("before an id that does not exist", () =>
    expectAll(withRecord, 401, "unauthenticated", () => ({ key: null, id: nobody })));
  test("before a body that is too large", () =>
    expectAll(withBody, 401, "unauthenticated", (operation) => ({ key: null, ...tooLarge(operation) })));
});

describe("403 comes before the rest", () => {
  test("a missing scope before a malformed body and an id that does not exist", async () => {
    const by = await service.company({ scopes: [] });
    const scoped = operations.filter(({ scope }) => scope !== "any");
    await expectAll(scoped, 403, "scope_missing", ({ body }) => ({ by, id: nobody, ...(body && malformed) }));
  });

  test("a missing scope before a disabled feature", async () => {
    const by = await service.company({ scopes: [], disable: ["catalog", "invoicing"] });
    await expectAll(
      [operations.find(({ name }) => name === "POST /invoices")!],
      403,
      "scope_missing",
      () => ({ by }),
    );
  });

  test("a disabled feature before a malformed body and an id that does not exist", async () => {
    for (const feature of new Set(operations.flatMap(({ features }) => features))) {
      const by = await service.company({ disable: [feature] });
      const needing = operations.filter(({ features }) => features.includes(feature));
      await expectAll(needing, 403, "feature_disabled", ({ body }) => ({
        by,
        id: nobody,
        ...(body && malformed),
      }));
    }
  });

  test("a missing scope before the throttle", async () => {
    const by = await throttled({ scopes: scopeNames.filter((scope) => scope !== "invoices:write") });
    const refused = posts.filter(({ scope }) => scope === "invoices:write");
    await expectAll(refused, 403, "scope_missing", () => ({ by }));
  });
});

describe("429 comes before 404 and 422", () => {
  test("a throttled POST is 429, whatever its id or body", async () => {
    const by = await throttled();
    await expectAll(posts, 429, "rate_limited", ({ body }) => ({ by, id: nobody, ...(body && malformed) }));
    const reply = await by.call("POST /invoices", malformed);
    expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  });

  test("a bad credential is 401 however often it is sent", async () => {
    const by = await throttled();
    await expectAll(posts, 401, "unauthenticated", () => ({ by, key: { appId: by.appId, secret: "wrong" } }));
  });

  test("a throttled key may still read", async () => {
    const by = await throttled();
    expect((await by.call("GET /customers")).status).toBe(200);
  });
});

describe("404 comes before 422", () => {
  const faulty = withRecord.filter(({ body }) => body);

  test("a body of wrong types", () =>
    expectAll(faulty, 404, "not_found", () => ({
      id: nobody,
      body: { name: 1, lines: "none", metadata: [] },
    })));
  test("a malformed body", () => expectAll(faulty, 404, "not_found", () => ({ id: nobody, ...malformed })));
  test("another media type", () =>
    expectAll(faulty, 404, "not_found", () => ({
      id: nobody,
      raw: "a=b",
      headers: { "content-type": "text/plain" },
    })));
  test("an invalid media type", () =>
    expectAll(
      withRecord.filter(({ method }) => method !== "GET"),
      404,
      "not_found",
      () => ({
        id: nobody,
        raw: "a=b",
        headers: { "content-type": "nonsense" },
      }),
    ));
  test("a valid body", () =>
    expectAll(faulty, 404, "not_found", (operation) => ({ id: nobody, ...exampleBody(operation) })));

  test("another company's record with a faulty body", async () => {
    const by = await service.company();
    await expectAll(faulty, 404, "not_found", () => ({ by, body: { name: 1, lines: "none", metadata: [] } }));
  });

  test("an Idempotency-Key that is too long", () =>
    expectAll(
      posts.filter(({ recordPath }) => recordPath),
      404,
      "not_found",
      () => ({
        id: nobody,
        headers: { "idempotency-key": "k".repeat(256) },
      }),
    ));

  test("and on a record that exists the faulty body is 422", () =>
    expectAll(withBody, 422, undefined, () => malformed));
});

describe("unknown operations", () => {
  const unknown = ["GET /", "GET /nothing", "GET /invoices/1/nothing", "GET /Invoices", "POST /ping"];
  unknown.push(
    "POST /credit_notes",
    "GET /invoices/1/credit_notes",
    "POST /payments/links",
    "POST /payments/1",
  );
  unknown.push("GET /webhooks", "GET /webhooks/inbox/1", "GET /webhooks/test", "POST /events");
  const methods = [
    "PUT /invoices",
    "DELETE /customers/1",
    "DELETE /webhooks/deliveries/1",
    "PATCH /payments/1/refund",
    "DELETE /payments/1",
    "DELETE /credit_notes/1",
    "DELETE /payments/link",
    "PATCH /invoices",
    "OPTIONS /invoices",
    "PURGE /invoices",
    "QUERY /invoices",
  ];
  test.each([...unknown, ...methods])("%s is 404 as an error body", async (name) => {
    expect(envelopeFaults(await company.call(name), 404, "unknown_path")).toEqual([]);
  });

  test("an empty id is 404 as an error body", async () => {
    expect(envelopeFaults(await company.call("GET /invoices/"), 404)).toEqual([]);
  });

  test("an unknown path is 404 before its media type is checked", async () => {
    const reply = await company.call("POST /nothing", { raw: "x", headers: { "content-type": "nonsense" } });
    expect(envelopeFaults(reply, 404, "unknown_path")).toEqual([]);
  });

  test("a path that cannot be decoded is 404 as an error body", async () => {
    expect(envelopeFaults(await company.call("GET /nothing/%zz"), 404)).toEqual([]);
    expect(envelopeFaults(await company.call("GET /%"), 404)).toEqual([]);
  });

  test("a valid incoming request id is kept, any other is replaced", async () => {
    for (const id of ["partner-1:2.3_4", "Root=1-67891233/a+b", "x".repeat(128)]) {
      const kept = await company.call("GET /nothing", { headers: { "x-request-id": id } });
      expect([kept.body.request_id, kept.headers.get("x-request-id")]).toEqual([id, id]);
    }
    for (const id of ["a b", "<b>", "x".repeat(129)]) {
      const replaced = await company.call("GET /nothing", { headers: { "x-request-id": id } });
      expect(envelopeFaults(replaced, 404)).toEqual([]);
      expect(replaced.body.request_id).not.toBe(id);
    }
  });
});

describe("the size of a body", () => {
  test("over 1 MiB, or 4 MiB for a batch, is 413 on every operation that takes one", () =>
    expectAll(withBody, 413, "body_too_large", tooLarge));

  test("exactly 1 MiB is read", async () => {
    const raw = JSON.stringify({ name: "Acme" }).padEnd(1024 * 1024);
    expect((await company.call("POST /customers", { raw })).status).toBe(201);
  });
});
