import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { responseRetentionMs } from "../../../http/idempotency/idempotency.ts";
import { requestIdOf, timeOfRequest } from "../../../http/request.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { createKey } from "../../tenancy/keys/service.ts";
import { searchedMax } from "./service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
const withId = (id: string) => ({ "x-request-id": id });
const askById = (company: TestCompany, id: string, query = "") =>
  company.call(`GET /requests/${encodeURIComponent(id)}${query}`);

const noEffect = { success: false, code: "not_found", error: expect.stringContaining("No effect found") };

describe("GET /requests/{request_id}", () => {
  test("tells of a draft that was made under the caller's own id, and of one under ours", async () => {
    const company = await service.company();
    const body = { customer_id: await company.customer(), lines };
    const made = await company.call("POST /invoices", { body, headers: withId("import/4711+a=") });
    const expected = {
      idempotency_key: null,
      outcome: "changed",
      status: null,
      created_at: made.body.invoice.created_at,
      records: [{ type: "invoice", id: made.body.invoice.id, reference: null, change: "invoice.created" }],
      records_withheld: false,
    };
    const known = await askById(company, "import/4711+a=");
    expect(known.status).toBe(200);
    expect(known.body).toEqual({ success: true, request: { request_id: "import/4711+a=", ...expected } });

    const again = await company.call("POST /invoices", { body });
    const id = again.headers.get("x-request-id")!;
    expect(timeOfRequest(id)).toEqual(expect.any(Date));
    const { request } = (await askById(company, id)).body;
    expect(request.request_id).toBe(id);
    expect(request.records).toEqual([
      { type: "invoice", id: again.body.invoice.id, reference: null, change: "invoice.created" },
    ]);
  });

  test("tells of every record of a batch, of changes by PATCH, and of links by their reference", async () => {
    const company = await service.company();
    const records = [{ name: "Ada" }, { name: "Bola" }];
    const batch = { body: { mode: "create", records }, headers: withId("batch") };
    const { results } = (await company.call("POST /customers/batch", batch)).body;
    const ids = results.map(({ id }: { id: number }) => id);
    const shown = (await askById(company, "batch")).body.request.records;
    expect(shown).toEqual(
      ids.map((id: number) => ({ type: "customer", id, reference: null, change: "customer.created" })),
    );
    await company.call(`PATCH /customers/${ids[0]}`, { body: { phone: "1" }, headers: withId("patch") });
    expect((await askById(company, "patch")).body.request.records).toMatchObject([
      { id: ids[0], change: "customer.updated" },
    ]);
    const link = await company.call("POST /payments/link", { body: { amount: 5 }, headers: withId("link") });
    expect((await askById(company, "link")).body.request.records).toEqual([
      { type: "payment_link", id: null, reference: link.body.reference, change: "payment_link.created" },
    ]);
  });

  test("tells the status of a request with an Idempotency-Key, also of one that was refused or emits no event", async () => {
    const company = await service.company();
    const body = { customer_id: await company.customer(), lines };
    const keyed = (id: string) => ({ "idempotency-key": `key of ${id}`, ...withId(id) });
    const { invoice } = (await company.call("POST /invoices", { body, headers: keyed("draft") })).body;
    expect((await askById(company, "draft")).body.request).toEqual({
      request_id: "draft",
      idempotency_key: null,
      outcome: "changed",
      status: 201,
      created_at: invoice.created_at,
      records: [{ type: "invoice", id: invoice.id, reference: null, change: "invoice.created" }],
      records_withheld: false,
    });
    await company.call("POST /portal/orders", { body, headers: keyed("order") });
    await company.call("POST /customers", { body: { name: "Ada" }, headers: keyed("customer") });
    await company.call("POST /webhooks/endpoints", {
      body: { url: "https://hooks.example/a" },
      headers: keyed("endpoint"),
    });
    for (const id of ["order", "customer", "endpoint"])
      expect([id, (await askById(company, id)).body.request]).toMatchObject([
        id,
        { outcome: "changed", status: 201 },
      ]);
    for (const operation of ["POST /customers", "POST /invoices"]) {
      await company.call(operation, { body: {}, headers: keyed(`bad ${operation}`.replaceAll(" ", "-")) });
      expect((await askById(company, `bad-${operation.replace(" ", "-")}`)).body.request).toMatchObject({
        outcome: "refused",
        status: 422,
        records: [],
      });
    }
  });

  test("a retry has no effect of its own: the response belongs to the first request", async () => {
    const company = await service.company();
    const send = (id: string) =>
      company.call("POST /customers", {
        body: { name: "Ada" },
        headers: { "idempotency-key": "k", ...withId(id) },
      });
    await send("one");
    await send("two");
    expect((await askById(company, "one")).body.request.status).toBe(201);
    expect((await askById(company, "two")).status).toBe(404);
  });

  test("a stored response is no longer told of after 24 hours, and never to another company", async () => {
    const [company, other] = [await service.company(), await service.company()];
    await company.call("POST /customers", {
      body: {},
      headers: { "idempotency-key": "k", ...withId("aging") },
    });
    expect((await askById(company, "aging")).status).toBe(200);
    expect((await askById(other, "aging")).status).toBe(404);
    await service.context.db.query(
      "update idempotency_keys set created_at = created_at - $2 * interval '1 ms' where company_id = $1",
      [company.id, responseRetentionMs],
    );
    expect((await askById(company, "aging")).status).toBe(404);
  });

  test("finds no effect of what was refused, only read, or never sent", async () => {
    const company = await service.company();
    await company.call("POST /invoices", { body: {}, headers: withId("refused") });
    await company.call("GET /customers", { headers: withId("read") });
    for (const id of ["refused", "read", "never", "not an id", "x".repeat(129)]) {
      const { status, body } = await askById(company, id);
      expect([id, status]).toEqual([id, 404]);
      expect(body).toMatchObject(noEffect);
    }
  });

  test("another company's request is 404", async () => {
    const [own, other] = [await service.company(), await service.company()];
    const made = await other.call("POST /payments/link", { body: { amount: 5 }, headers: withId("theirs") });
    expect(made.status).toBe(201);
    expect((await askById(other, "theirs")).status).toBe(200);
    expect((await askById(own, "theirs")).body).toMatchObject(noEffect);
  });

  test("shows only records that the key may read", async () => {
    const company = await service.company();
    await company.call("POST /customers", { body: { name: "Ada" }, headers: withId("mine") });
    const { context } = service;
    const made = await inTransaction(context.db, (tx) =>
      createKey({ tx, now: context.clock.now() }, company.id, ["invoices:read"], "sandbox"),
    );
    const key = { appId: made.app_id, secret: made.secret };
    const { status, body } = await company.call("GET /requests/mine", { key });
    expect(status).toBe(200);
    expect(body.request).toMatchObject({ outcome: "changed", records: [], records_withheld: true });
  });

  test("an id that contains the time is found behind any number of later events, and others with sent_at", async () => {
    const company = await service.company();
    const { db, clock } = service.context;
    const headers = withId(requestIdOf({ headers: {} }, clock.now()));
    const id = headers["x-request-id"];
    await company.call("POST /customers", { body: { name: "Ada" }, headers });
    await company.call("POST /customers", { body: { name: "Bola" }, headers: withId("by-us") });
    // As many later events as one look-up examines.
    await db.query(
      `insert into events (company_id, sequence, type, created_at, body)
       select $1, n.event_sequence + i, 'customer.updated', $2::timestamptz + i * interval '1 second',
         '{"id":"evt_1","request_id":"other","data":{"object":{"id":1}}}'
       from company_counters n, generate_series(1, $3::int) i where n.company_id = $1`,
      [company.id, new Date(clock.now().getTime() + 3_600_000), searchedMax],
    );
    await db.query("update company_counters set event_sequence = event_sequence + $2 where company_id = $1", [
      company.id,
      searchedMax,
    ]);
    expect((await askById(company, id)).body.request.records).toMatchObject([{ change: "customer.created" }]);
    expect((await askById(company, "by-us")).status).toBe(404);
    const sentAt = `?sent_at=${clock.now().toISOString()}`;
    expect((await askById(company, "by-us", sentAt)).body.request.records).toHaveLength(1);
    expect((await askById(company, "by-us", "?sent_at=yesterday")).status).toBe(422);
  });
});

describe("GET /requests?idempotency_key=", () => {
  const askByKey = (company: TestCompany, key: string) =>
    company.call(`GET /requests?idempotency_key=${encodeURIComponent(key)}`);

  test("tells the status, the time, the record and the request of what was created", async () => {
    const company = await service.company();
    const body = { customer_id: await company.customer(), lines };
    const headers = { "idempotency-key": "order 4711", ...withId("first") };
    const { invoice } = (await company.call("POST /invoices", { body, headers })).body;
    const found = await askByKey(company, "order 4711");
    expect([found.status, found.body]).toEqual([
      200,
      {
        success: true,
        request: {
          request_id: "first",
          idempotency_key: "order 4711",
          outcome: "changed",
          status: 201,
          created_at: invoice.created_at,
          records: [{ type: "invoice", id: invoice.id, reference: null, change: null }],
          records_withheld: false,
        },
      },
    ]);
  });

  test.each([
    ["POST /customers", { name: "Ada" }, "customer"],
    ["POST /payments/link", { amount: 5 }, "payment_link"],
  ])("names the record that %s made", async (operation, body, type) => {
    const company = await service.company();
    const { body: made } = await company.call(operation, { body, headers: { "idempotency-key": "k" } });
    const { request } = (await askByKey(company, "k")).body;
    expect(request).toMatchObject({ status: 201, records: [{ type, id: made[type]?.id ?? null }] });
    expect(request.records[0].reference).toBe(made.reference ?? null);
  });

  test.each(["/customers", "/products"])(
    "lists the records of a batch of %s that were made or changed",
    async (path) => {
      const company = await service.company();
      const send = (key: string, records: object[]) =>
        company.call(`POST ${path}/batch`, {
          body: { mode: "upsert", records },
          headers: { "idempotency-key": key },
        });
      const { results } = (
        await send("first", [
          { external_id: "a", name: "Ada" },
          { external_id: "b", name: "Bola" },
        ])
      ).body;
      const type = path.slice(1, -1);
      const record = (place: number, change: string) => ({
        type,
        id: results[place].id,
        reference: null,
        change: `${type}.${change}`,
      });
      expect((await askByKey(company, "first")).body.request).toMatchObject({
        status: 200,
        records: [record(0, "created"), record(1, "created")],
        records_withheld: false,
      });
      await send("second", [
        { external_id: "a", name: "Ada" },
        { external_id: "b", name: "Bola!" },
        { external_id: "c" },
      ]);
      expect((await askByKey(company, "second")).body.request.records).toEqual([record(1, "updated")]);
    },
  );

  test("tells that a request was refused, and by which one", async () => {
    const company = await service.company();
    const headers = { "idempotency-key": "k", ...withId("bad") };
    await company.call("POST /customers", { body: {}, headers });
    expect((await askByKey(company, "k")).body.request).toMatchObject({
      request_id: "bad",
      outcome: "refused",
      status: 422,
      records: [],
    });
  });

  test("shows nothing of a response that contains a secret but its status", async () => {
    const company = await service.company();
    const body = { url: "https://hooks.example/a" };
    const made = await company.call("POST /webhooks/endpoints", {
      body,
      headers: { "idempotency-key": "k" },
    });
    const found = await askByKey(company, "k");
    expect(found.body.request).toMatchObject({ status: 201, records: [], records_withheld: false });
    expect(found.text).not.toContain(made.body.secret);
  });

  test("a key that was never used, another company's, or an old one is 404; a missing one 422", async () => {
    const [own, other] = [await service.company(), await service.company()];
    const headers = { "idempotency-key": "k" };
    await other.call("POST /customers", { body: { name: "Ada" }, headers });
    expect((await askByKey(own, "k")).body).toMatchObject(noEffect);
    await service.context.db.query(
      "update idempotency_keys set created_at = created_at - $2 * interval '1 ms' where company_id = $1",
      [other.id, responseRetentionMs],
    );
    expect((await askByKey(other, "k")).status).toBe(404);
    expect((await own.call("GET /requests")).body.errors).toEqual([
      { field: "idempotency_key", message: "is required" },
    ]);
  });
});
