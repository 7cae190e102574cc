import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { inTransaction } from "../../platform/db/database.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Result = { index: number; status: string; id: number; code?: string; errors?: object[] };

const line = { description: "Work", quantity: 2, unit_price: "10.50", tax_rate: 7.5 };
const eventsOf = async (of: TestCompany) =>
  (await of.call("GET /events?limit=100")).body.events as {
    type: string;
    sequence: number;
    data: { object: Record<string, unknown>; previous?: object };
  }[];

describe.each([
  ["/sales", "sale"],
  ["/invoices", "invoice"],
])("POST %s/batch", (path, noun) => {
  const send = async (of: TestCompany, body: object, headers: Record<string, string> = {}) => {
    const reply = await of.call(`POST ${path}/batch`, { body, headers });
    return { ...reply, results: (reply.body.results ?? []) as Result[] };
  };
  const upsert = (of: TestCompany, ...records: object[]) => send(of, { mode: "upsert", records });
  const statuses = ({ results }: { results: Result[] }) => results.map(({ status }) => status);
  const one = async (of: TestCompany, id: number) => (await of.call(`GET ${path}/${id}`)).body[noun];
  const listed = async (of: TestCompany) => (await of.call(`GET ${path}?limit=100`)).body[`${noun}s`];
  const relevant = async (of: TestCompany) =>
    (await eventsOf(of)).filter(({ type }) => type.startsWith(`${noun}.`));

  test("creates what single requests would, and reports what they would refuse", async () => {
    const own = await service.company();
    const customer_id = await own.customer({ default_discount_percent: 10, withholding_rate: 5 });
    const product = (
      await own.call("POST /products", { body: { name: "Rice", unit_price: 5, tax_rate: 20 } })
    ).body.product.id;
    const good = {
      customer_id,
      lines: [line, { product_id: product, quantity: 3 }],
      notes: "N",
      metadata: { a: 1 },
      po_number: "PO",
    };
    const bad = [
      { customer_id: 999_999_999, lines: [{ ...line, product_id: 999_999_999 }] },
      { customer_id, lines: [{ ...line, quantity: 0 }] },
      { customer_id, lines: [line], currency: "XXX" },
    ];
    const alone = (await own.call(`POST ${path}`, { body: good })).body[noun];
    const records = [{ ...good, external_id: "1" }, ...bad, { ...good, external_id: "2" }];
    const reply = await send(own, { mode: "create", records });
    expect(statuses(reply)).toEqual(["created", "failed", "failed", "failed", "created"]);
    const stored = await one(own, reply.results[0]!.id);
    const without = ({ lines, ...record }: Record<string, unknown>) => ({
      ...record,
      id: 0,
      number: null,
      external_id: null,
      portal_token: null,
      lines: (lines as object[]).map((each) => ({ ...each, id: 0 })),
    });
    expect(without(stored)).toEqual(without(alone));
    for (const [index, body] of bad.entries()) {
      const single = await own.call(`POST ${path}`, { body });
      expect(reply.results[index + 1]).toMatchObject({ code: single.body.code, errors: single.body.errors });
    }
    const events = await relevant(own);
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill(`${noun}.created`));
    expect(events[1]!.data.object).toEqual(stored);
    const sequences = (await eventsOf(own)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    const again = await send(own, { mode: "create", records: [{ ...good, external_id: "1" }] });
    expect(again.results[0]!.errors).toEqual([
      { field: "external_id", message: `is already used by another ${noun} of this company` },
    ]);
  });

  test("upsert changes the given fields, leaves alone what is the same, and refuses what no longer changes", async () => {
    const own = await service.company();
    const customer_id = await own.customer();
    const product = (await own.call("POST /products", { body: { name: "Rice", unit_price: 5 } })).body.product
      .id;
    const record = (external_id: string, fields: object = {}) => ({
      external_id,
      customer_id,
      lines: [line, { product_id: product, quantity: 1, discounts: [{ percent: 10, reason: "Friend" }] }],
      ...fields,
    });
    const first = await upsert(own, record("a"), record("b", { metadata: { z: 1, y: 2 } }), record("c"));
    expect(statuses(first)).toEqual(["created", "created", "created"]);
    const closed = first.results[2]!.id;
    await own.call(noun === "sale" ? `POST /sales/${closed}/invoice` : `POST /invoices/${closed}/issue`);
    const before = await one(own, first.results[1]!.id);
    const second = await upsert(
      own,
      record("a", { notes: "Now", lines: [line] }),
      record("b", { metadata: { y: 2, z: 1 } }),
      { external_id: "b", notes: "twice" },
      record("c"),
      record("d"),
      { external_id: "a2", notes: "new, without lines" },
    );
    // What no longer changes may be sent again as it is, so that a synchronisation can be repeated.
    expect(statuses(second)).toEqual(["updated", "unchanged", "failed", "unchanged", "created", "failed"]);
    const third = await upsert(own, record("c", { notes: "no" }), record("d", { lines: [line] }));
    expect(statuses(third)).toEqual(["failed", "updated"]);
    const faulty = await upsert(own, record("c", { lines: [{ product_id: 999_999_999, quantity: 1 }] }));
    const single = await own.call(`PATCH ${path}/${closed}`, { body: { notes: "no" } });
    const refused = {
      index: 0,
      status: "failed",
      code: single.body.code,
      errors: [{ field: "record", message: single.body.error }],
    };
    expect([third.results[0], faulty.results[0]]).toEqual([refused, refused]);
    expect(await one(own, before.id)).toEqual(before);
    const changed = await one(own, first.results[0]!.id);
    expect([changed.notes, changed.lines.length]).toEqual(["Now", 1]);
    const events = await relevant(own);
    const updates = events.filter(({ type }) => type === `${noun}.updated`);
    const other = await one(own, second.results[4]!.id);
    expect(updates.map(({ data }) => data.object)).toEqual([changed, other]);
    expect(updates[0]!.data.previous).toMatchObject({ id: changed.id, notes: null });
  });

  test("all_or_nothing stores nothing and uses no number when one fails; a key is replayed", async () => {
    const own = await service.company();
    const customer_id = await own.customer();
    const records = [{ customer_id, lines: [line] }, { customer_id }];
    const refused = await send(own, { mode: "create", all_or_nothing: true, records });
    expect([refused.status, refused.body.code]).toEqual([422, "batch_failed"]);
    expect(refused.body.errors).toEqual([{ field: "records[1].lines", message: "is required" }]);
    expect(await listed(own)).toEqual([]);
    const key = { "idempotency-key": `all-${noun}` };
    const keyed = await send(own, { mode: "create", all_or_nothing: true, records }, key);
    expect(keyed.status).toBe(422);
    expect(await listed(own)).toEqual([]);
    const body = { mode: "create", records };
    const first = await send(own, body, { "idempotency-key": "b" });
    const again = await send(own, body, { "idempotency-key": "b" });
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
    const [only, ...others] = await listed(own);
    expect(others).toEqual([]);
    if (noun === "sale") expect(only.number).toBe("SO-000001");
  });

  test("an upsert does not wait for a change of another record", async () => {
    const own = await service.company();
    const customer_id = await own.customer();
    const record = (external_id: string, notes: string) => ({
      external_id,
      customer_id,
      lines: [line],
      notes,
    });
    await upsert(own, record("changing", "First"), record("other", "First"));
    const reply = await inTransaction(service.context.db, async (tx) => {
      const lock = `select from ${noun}s where company_id = $1 and external_id = 'changing' for update`;
      await tx.query(lock, [own.id]);
      return upsert(own, record("other", "Second"));
    });
    expect([reply.status, ...statuses(reply)]).toEqual([200, "updated"]);
  });

  test("concurrent upserts of the same records make one of each", async () => {
    const own = await service.company();
    const customer_id = await own.customer();
    const records = Array.from({ length: 20 }, (_, index) => ({
      external_id: `r${index}`,
      customer_id,
      lines: [line],
    }));
    const replies = await Promise.all(
      [records, [...records].reverse(), records].map((given) => upsert(own, ...given)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies.flatMap(statuses).filter((status) => status === "created")).toHaveLength(20);
    expect(replies.flatMap(statuses).filter((status) => status === "unchanged")).toHaveLength(40);
    expect(await listed(own)).toHaveLength(20);
  });

  test("takes 500 records", async () => {
    const own = await service.company();
    const customer_id = await own.customer();
    const records = Array.from({ length: 500 }, () => ({ customer_id, lines: [line] }));
    const reply = await send(own, { mode: "create", records });
    expect(new Set(statuses(reply))).toEqual(new Set(["created"]));
    const ids = reply.results.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test("a customer or product of another company is refused", async () => {
    const [own, other] = [await service.company(), await service.company()];
    const customer_id = await other.customer();
    const reply = await send(own, { mode: "create", records: [{ customer_id, lines: [line] }] });
    expect(reply.results[0]!.errors).toEqual([
      { field: "customer_id", message: "is not a customer of this company" },
    ]);
  });
});

describe("POST /invoices/batch", () => {
  test("a quota admits as many as fit; one that admits none is 429, and all_or_nothing stores none", async () => {
    const own = await service.company({ quotaInvoices: 3 });
    const customer_id = await own.customer();
    const batch = (count: number, all_or_nothing = false) =>
      own.call("POST /invoices/batch", {
        body: { mode: "create", all_or_nothing, records: Array(count).fill({ customer_id, lines: [line] }) },
      });
    const whole = await batch(4, true);
    expect([whole.status, whole.body.code]).toEqual([429, "quota_exceeded"]);
    expect((await own.call("GET /invoices")).body.invoices).toEqual([]);
    const part = await batch(4);
    expect(part.body.results.map(({ status }: Result) => status)).toEqual([
      "created",
      "created",
      "created",
      "failed",
    ]);
    expect(part.body.results[3].code).toBe("quota_exceeded");
    const none = await batch(2);
    expect([none.status, none.body.code]).toEqual([429, "quota_exceeded"]);
  });
});

test("PUT /sales/by_external_id/{external_id} creates, changes, and changes nothing the second time", async () => {
  const own = await service.company();
  const put = (body: object) => own.call("PUT /sales/by_external_id/till-1", { body });
  const created = await put({ lines: [line] });
  expect([created.status, created.body.sale.external_id]).toEqual([201, "till-1"]);
  const changed = await put({ notes: "Later" });
  expect([changed.status, changed.body.sale.notes]).toEqual([200, "Later"]);
  expect((await put({ notes: "Later", lines: [line] })).body).toEqual(changed.body);
  await own.call(`POST /sales/${created.body.sale.id}/cancel`);
  expect((await put({ notes: "Later", lines: [line] })).body.sale.status).toBe("cancelled");
  const refused = await put({ notes: "Too late" });
  expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
});
