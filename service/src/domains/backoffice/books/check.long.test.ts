import { hash } from "node:crypto";
import { Big } from "big.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createVerifier } from "../../../../../sdk/verify-books.mjs";
import { type FreshDatabase, migratedDatabase } from "../../../../test/fresh-database.ts";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { applyPayment, lockPayableInvoice } from "../../billing/invoices/service.ts";
import { allocateRow } from "../../payments/payments/queries.ts";
import { sealDocuments } from "../../sending/documents/service.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { emit, findStoredEvents } from "../../webhooks/events/service.ts";
import { replayBody } from "./event-bodies.ts";
import type { Replayed } from "./replay.ts";
import { findDiffering, prepareReplay, storeReplayed } from "./replay-queries.ts";
import {
  booksChecker,
  checkBooks,
  findUnfinishedChecks,
  observeBooks,
  readBooksSummary,
  signCheckpoints,
} from "./service.ts";

let service: TestService;
let database: FreshDatabase;
let company: TestCompany;
beforeAll(async () => {
  // A pass goes over all companies, so it would disturb the tests of others.
  database = await migratedDatabase();
  service = await startService({ env: { DATABASE_URL: database.connectionString } });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(async () => {
  company = await service.company();
});

async function done(operation: string, body?: object) {
  const reply = await company.call(operation, body === undefined ? {} : { body });
  expect([operation, reply.status < 300, reply.text]).toEqual([operation, true, reply.text]);
  return reply.body;
}

const items = [
  { description: "Work", quantity: "0.75", unit_price: 98.5, tax_rate: 19 },
  { description: "Parts", quantity: 3, unit_price: 10.555, tax_rate: 7.5, discounts: [{ percent: 10 }] },
];

async function issued(fields: object = {}) {
  const { invoice } = await done("POST /invoices", {
    customer_id: await company.customer(),
    lines: items,
    ...fields,
  });
  return (await done(`POST /invoices/${invoice.id}/issue`)).invoice;
}

async function check() {
  const { db, encryptionKeys } = service.context;
  const [result] = await checkBooks(db, [company.id], { encryptionKeys });
  return result!;
}

/** Money of a gateway that pays no invoice, with the event that its own path emits. */
async function unallocatedPayment(amount: number): Promise<number> {
  const id = await company.recordPayment(amount);
  const json = JSON.stringify((await done(`GET /payments/${id}`)).payment);
  await inTransaction(service.context.db, async (tx) =>
    emit(await systemChange(tx, company.id, service.clock), "payment.recorded", json),
  );
  return id;
}

/** Changes rows as somebody with access to the database could, without the triggers that guard them. */
async function tamper(...statements: string[]): Promise<void> {
  await tampered(...statements);
}

/** The rows that the last of the statements returns. */
async function tampered(...statements: string[]): Promise<{ place: string }[]> {
  return inTransaction(service.context.db, async (tx) => {
    await tx.query("set local session_replication_role = replica");
    let rows: { place: string }[] = [];
    for (const sql of statements) rows = await tx.query(sql.replaceAll("$company", String(company.id)));
    return rows;
  });
}

describe("checkpoints", () => {
  const sha256 = (...parts: Buffer[]) => Buffer.from(hash("sha256", Buffer.concat(parts), "hex"), "hex");

  /** Changes a text in all events, and computes the chain again, as only the key of the checkpoints prevents. */
  async function rewriteHistory(from: string, to: string): Promise<void> {
    const { db } = service.context;
    type Stored = { sequence: number; body: string; salt: Buffer };
    const events = await db.query<Stored>(
      "select sequence, body, salt from events where company_id = $1 order by sequence",
      [company.id],
    );
    let chained = Buffer.alloc(32);
    for (const { sequence, salt, body } of events) {
      const other = body.replaceAll(from, to);
      const number = Buffer.alloc(8);
      number.writeBigUInt64BE(BigInt(sequence));
      const bodyHash = sha256(salt, Buffer.from(other));
      chained = sha256(chained, number, bodyHash);
      await db.query(
        "update events set body = $3, body_hash = $4, hash = $5 where company_id = $1 and sequence = $2",
        [company.id, sequence, other, bodyHash, chained],
      );
    }
    await db.query("update company_counters set chain_hash = $2 where company_id = $1", [
      company.id,
      chained,
    ]);
  }

  test("name a history that was rewritten with all its hashes", async () => {
    await company.customer({ name: "Acme Trading" });
    await rewriteHistory("Acme Trading", "Acme Holding");
    // Nothing contradicts it before a checkpoint was signed.
    expect((await check()).found).toEqual([]);
    service.clock.advance(86_400_000);
    await signCheckpoints(service.context);
    expect((await check()).found).toEqual([]);
    const [checkpoint] = (await done("GET /books/checkpoints")).checkpoints;
    await company.customer();
    await rewriteHistory("Acme Holding", "Acme Pledged");
    expect((await check()).found).toEqual([
      {
        record: `checkpoint ${checkpoint.sequence}`,
        field: "hash",
        events: expect.stringMatching(/^[0-9a-f]{64}$/),
        table: checkpoint.hash,
      },
    ]);
    // Who changes the checkpoint as well has no signature for it.
    await tamper(
      "update checkpoints c set hash = e.hash from events e where c.company_id = $company and e.company_id = $company and e.sequence = c.sequence",
    );
    expect((await check()).found).toMatchObject([
      { record: `checkpoint ${checkpoint.sequence}`, field: "signature" },
    ]);
  });

  test("that were deleted are named as well", async () => {
    await company.customer();
    service.clock.advance(86_400_000);
    await signCheckpoints(service.context);
    await tamper("delete from checkpoints where company_id = $company");
    expect((await check()).found).toEqual([
      { record: "company_counters", field: "checkpoint_sequence", events: 0, table: 1 },
    ]);
  });

  test("name events that were cut off the end", async () => {
    await company.customer();
    await company.customer();
    service.clock.advance(86_400_000);
    await signCheckpoints(service.context);
    await tamper(
      "delete from events where company_id = $company and sequence = 2",
      "update company_counters set event_sequence = 1, chained_sequence = 1, chain_hash = (select hash from events where company_id = $company and sequence = 1) where company_id = $company",
    );
    expect((await check()).found).toEqual([
      { record: "checkpoint 2", field: "sequence", events: null, table: 2 },
    ]);
  });
});

test("texts that look like the structure of an event do not mislead the check", async () => {
  const notes = ',"previous":{"id":1,"data":{"object":{"id":2,';
  const metadata = { previous: '{"id":3}', ',"previous":{"id":': "4" };
  const draft = await company.draft({ notes, metadata });
  await done(`PATCH /invoices/${draft.id}`, { lines: items, notes: `${notes}}` });
  await done(`POST /invoices/${draft.id}/issue`);
  expect(await check()).toMatchObject({ differences: 0, found: [] });
  await tamper(`update invoices set due_date = due_date + 1 where id = ${draft.id}`);
  expect((await check()).found).toMatchObject([{ record: `invoice ${draft.id}`, field: "due_date" }]);
});

test("a company with every kind of history has no differences", async () => {
  const customer_id = await company.customer();
  const first = await issued({ customer_id, discounts: [{ amount: 5 }], charges: [{ amount: 2 }] });
  const second = await issued({ customer_id });
  const third = await issued({ customer_id, prices_include_tax: true });
  const fourth = await issued({ customer_id, currency: "JPY" });
  const withheld = await issued({ customer_id, withholding: { rate: 5 } });
  await done("POST /payments", { invoice_id: first.id, amount: 20, method: "cash" });
  await done("POST /payments", { invoice_id: fourth.id, amount: fourth.total, method: "cash" });
  await done("POST /payments", {
    invoice_id: withheld.id,
    amount: withheld.withholding_amount,
    method: "withholding_tax",
  });
  const { payment } = await done("POST /payments", { invoice_id: second.id, amount: 30, method: "cash" });
  await done(`POST /payments/${payment.id}/reverse`, { reason: "mistake" });
  const unallocated = await unallocatedPayment(60);
  await done(`POST /payments/${unallocated}/allocate`, { invoice_id: second.id, amount: 40 });
  await done(`POST /payments/${unallocated}/allocate`, { invoice_id: withheld.id, amount: 10 });
  const paid = await done("POST /payments", { invoice_id: third.id, amount: third.total, method: "cash" });
  await done(`POST /payments/${paid.payment.id}/refund`, { amount: 7.25 });
  const { credit_note } = await done(`POST /invoices/${third.id}/credit_notes`, {
    lines: [{ description: "Back", quantity: 1, unit_price: 20, tax_rate: 19 }],
  });
  await done(`POST /credit_notes/${credit_note.id}/apply`, { invoice_id: first.id, amount: 5 });
  await done(`POST /credit_notes/${credit_note.id}/apply`, { invoice_id: first.id, amount: 1 });
  await done(`POST /invoices/${first.id}/write_off`);
  await done(`POST /invoices/${(await issued()).id}/void`);
  const { id } = await company.draft();
  await done(`DELETE /invoices/${id}`);
  const draft = await company.draft();
  await done(`PATCH /invoices/${draft.id}`, { lines: items });
  const result = await check();
  expect(result).toEqual({
    company_id: company.id,
    events: expect.any(Number),
    inferred_allocations: 0,
    redacted_events: 0,
    differences: 0,
    found: [],
  });
  expect(result.events).toBeGreaterThan(30);
});

test("records that nobody touched are found equal by their hashes, so that a check of many is fast", async () => {
  const customer_id = await company.customer({
    name: 'Zażółć "gęślą" & 日本 😀',
    address: { line1: "1\tRoad\\", city: "Lagos", country: "NG" },
  });
  await done("POST /exchange_rates", { currency: "USD", rate: "1500.25", date: "2026-01-01" });
  const adjusted = {
    discounts: [{ percent: "2.50", reason: "5.0] 7.50, x" }],
    charges: [{ amount: "3.10" }],
  };
  const first = await issued({
    customer_id,
    currency: "USD",
    ...adjusted,
    lines: [...items, { ...items[0], ...adjusted, tax_category: "E", tax_rate: 0, exemption_reason: "none" }],
    withholding: { rate: "5.0", reason: "Law" },
    metadata: { b: 1, aa: [true, null, 2.5], "": { z: "x" } },
    notes: "Line\nfeed \u2028 \u007f",
  });
  const second = await issued({ customer_id, prices_include_tax: true });
  const { payment } = await done("POST /payments", {
    invoice_id: second.id,
    amount: 30.5,
    method: "cash",
    note: "n",
  });
  await done(`POST /payments/${payment.id}/refund`, { amount: "7.20", reason: "1.0}" });
  await done(`POST /invoices/${first.id}/credit_notes`, {
    reason: "Returned",
    ...adjusted,
    lines: [{ description: "Back", quantity: "1.50", unit_price: 20, tax_rate: 19 }],
  });
  await company.draft({ customer_id, metadata: { a: 1 } });
  const differing = await inTransaction(service.context.db, async (tx) => {
    await prepareReplay(tx);
    const last = new Map<string, Replayed>();
    for (const { sequence, body } of await findStoredEvents(tx, company.id, 0, "0".repeat(64))) {
      const replayed = replayBody(sequence, body, false);
      if (replayed) last.set(`${replayed.kind} ${replayed.id}`, replayed);
    }
    await storeReplayed(tx, company.id, [...last.values()]);
    const found: object[] = [];
    for (const kind of ["invoice", "credit_note", "payment"] as const)
      for await (const rows of findDiffering(tx, company.id, kind)) found.push(...rows);
    return { found, records: last.size };
  });
  expect(differing).toEqual({ found: [], records: 5 });
  expect(await check()).toMatchObject({ differences: 0 });
});

test("a payment that was allocated before allocations had an event is inferred from its invoice", async () => {
  const invoice = await issued();
  const id = await unallocatedPayment(60);
  await inTransaction(service.context.db, async (tx) => {
    const change = await systemChange(tx, company.id, service.clock);
    const payable = await lockPayableInvoice(change, invoice.id, "pay");
    const settled = await applyPayment(change, payable, { amount: new Big(25), paidAt: change.now });
    await allocateRow(tx, company.id, id, invoice.id, "25");
    await settled.emitEvents(async () => undefined);
  });
  expect(await check()).toMatchObject({ inferred_allocations: 1, differences: 0 });
  await tamper(`update payments set unallocated_amount = 30 where company_id = $company and id = ${id}`);
  expect((await check()).found).toContainEqual({
    record: `payment ${id}`,
    field: "unallocated_amount",
    events: 60,
    table: 30,
  });
});

test("what a reversed payment kept unallocated is compared with the payment before its reversal", async () => {
  const invoice = await issued();
  const allocations = [{ invoice_id: invoice.id, amount: 20 }];
  const { payment } = await done("POST /payments", { amount: 60, allocations });
  await done(`POST /payments/${payment.id}/reverse`, { reason: "Twice" });
  expect(await check()).toMatchObject({ differences: 0 });
  await tamper(
    `update payments set unallocated_amount = 30 where company_id = $company and id = ${payment.id}`,
  );
  const difference = { record: `payment ${payment.id}`, field: "unallocated_amount", events: 40, table: 30 };
  expect((await check()).found).toEqual([difference]);
});

describe("what was changed in the database is named", () => {
  test.each<[string, string[], (ids: { invoice: number; payment: number }) => object[]]>([
    [
      "an amount",
      ["update invoices set subtotal = subtotal + 1, total = total + 1 where company_id = $company"],
      ({ invoice }) => [
        { record: `invoice ${invoice}`, field: "subtotal", events: 102.38, table: 103.38 },
        { record: `invoice ${invoice}`, field: "total", events: 118.56, table: 119.56 },
        { record: `invoice ${invoice}`, field: "total_accounting", events: 118.56, table: 119.56 },
      ],
    ],
    [
      "a status",
      ["update invoices set status = 'open' where company_id = $company"],
      ({ invoice }) => [
        { record: `invoice ${invoice}`, field: "status", events: "partially_paid", table: "open" },
      ],
    ],
    [
      "a number",
      ["update invoices set number = 'INV-000007' where company_id = $company"],
      ({ invoice }) => [
        { record: `invoice ${invoice}`, field: "number", events: "INV-000001", table: "INV-000007" },
      ],
    ],
    [
      "what was paid",
      ["update invoices set amount_paid = 50 where company_id = $company"],
      ({ invoice }) => [{ record: `invoice ${invoice}`, field: "amount_paid", events: 20, table: 50 }],
    ],
    [
      "what was credited",
      ["update invoices set amount_credited = 50 where company_id = $company"],
      ({ invoice }) => [{ record: `invoice ${invoice}`, field: "amount_credited", events: 0, table: 50 }],
    ],
    [
      "the amount of a payment",
      ["update payments set amount = 21 where company_id = $company"],
      ({ invoice, payment }) => [
        { record: `payment ${payment}`, field: "amount", events: 20, table: 21 },
        { record: `payment ${payment}`, field: `allocations.${invoice}`, events: 20, table: 21 },
      ],
    ],
    [
      "a payment that was deleted",
      ["delete from payments where company_id = $company"],
      ({ payment }) => [{ record: `payment ${payment}`, field: "id", events: "the record", table: null }],
    ],
    [
      "a payment that nobody recorded",
      [
        `insert into payments (company_id, id, amount, currency, unallocated_amount, source, paid_at, created_at)
         values ($company, 999999999, 5, 'NGN', 5, 'api', now(), now())`,
      ],
      () => [{ record: "payment 999999999", field: "id", events: null, table: "the record" }],
    ],
    [
      "the last number of a series",
      ["update number_series set last_number = 9 where company_id = $company and series = 'INV'"],
      () => [{ record: "number series INV", field: "last_number", events: 1, table: 9 }],
    ],
    [
      "the counter of events",
      ["update company_counters set event_sequence = event_sequence + 1 where company_id = $company"],
      () => [{ record: "company_counters", field: "event_sequence", events: 5, table: 6 }],
    ],
  ])("%s", async (_, statements, expected) => {
    const invoice = await issued();
    const { payment } = await done("POST /payments", { invoice_id: invoice.id, amount: 20, method: "cash" });
    expect(await check()).toMatchObject({ differences: 0 });
    await tamper(...statements);
    const found = expected({ invoice: invoice.id, payment: payment.id });
    expect(await check()).toMatchObject({ differences: found.length, found });
  });

  test("the tax that the buyer withholds", async () => {
    const { id, withholding_amount } = await issued({ withholding: { rate: 5 } });
    expect(await check()).toMatchObject({ differences: 0 });
    await tamper(`update invoices set withholding_amount = 1 where company_id = $company and id = ${id}`);
    expect((await check()).found).toEqual([
      { record: `invoice ${id}`, field: "withholding_amount", events: withholding_amount, table: 1 },
    ]);
  });

  /** Every column of the records, changed one by one, but for those that no event describes. */
  const described: Record<string, { rows: string; but: string[] }> = {
    invoices: {
      rows: "id = $invoice",
      but: [
        ...["fiscal_status", "fiscal", "portal_secret", "updated_at", "overdue_at", "payment_unreported"],
        ...["sent_at", "viewed_at", "reminders_paused", "reminded_at", "withholding_recorded"],
      ],
    },
    invoice_lines: { rows: "invoice_id = $invoice", but: [] },
    credit_notes: { rows: "invoice_id = $invoice", but: ["fiscal_status", "fiscal", "sent_at"] },
    credit_note_lines: {
      rows: "credit_note_id = (select id from credit_notes where company_id = $company and invoice_id = $invoice)",
      but: [],
    },
    payments: {
      rows: "id = $payment",
      but: [
        ...["late", "payment_link_id", "disputed_at", "dispute_status", "dispute_reason", "customer_id"],
        ...["sent_at", "receipt_secret"],
      ],
    },
    refunds: {
      rows: "payment_id = $payment",
      but: ["key", "gateway_reference", "attempt_count", "next_attempt_at"],
    },
    invoice_write_offs: { rows: "true", but: ["id", "created_at"] },
    events: { rows: "type = 'invoice.issued'", but: [] },
  };

  /** Another value of the type. */
  const otherSql = (column: string, type: string): string => {
    switch (type) {
      case "numeric":
      case "bigint":
      case "integer":
        return `coalesce(${column}, 0) + 100000`;
      case "date":
        return `coalesce(${column}, '2026-01-01') + 1`;
      case "timestamp with time zone":
        return `coalesce(${column}, '2026-01-01Z') + interval '1 day'`;
      case "boolean":
        return `not ${column}`;
      case "bytea":
        return `set_byte(${column}, 0, 255 - get_byte(${column}, 0))`;
      case "jsonb":
        return `case jsonb_typeof(${column}) when 'array' then ${column} || '[{"x":1}]' when 'object'
          then ${column} || '{"name":"x"}' else '{"x":1}' end`;
      default:
        return `concat(${column}, 'x')`;
    }
  };

  test("any column of a document, a payment or an event that the events describe", async () => {
    await done("POST /exchange_rates", { currency: "USD", rate: "1500.25", date: "2026-01-01" });
    const invoice = await issued({ currency: "USD", withholding: { rate: 5 }, discounts: [{ percent: 5 }] });
    const { payment } = await done("POST /payments", { invoice_id: invoice.id, amount: 20, method: "cash" });
    await done(`POST /payments/${payment.id}/refund`, { amount: 5 });
    await done(`POST /invoices/${invoice.id}/credit_notes`, {
      lines: [{ description: "Back", quantity: 1, unit_price: 10 }],
    });
    await done(`POST /invoices/${(await issued()).id}/write_off`);
    expect(await check()).toMatchObject({ differences: 0, found: [] });
    const { db } = service.context;
    const unseen: string[] = [];
    for (const [table, { rows, but }] of Object.entries(described)) {
      const columns = await db.query<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and column_name <> 'company_id'`,
        [table],
      );
      const where = `company_id = $company and ${rows}`
        .replaceAll("$invoice", String(invoice.id))
        .replaceAll("$payment", String(payment.id))
        .replaceAll("$company", String(company.id));
      for (const { name, type } of columns.filter((column) => !but.includes(column.name))) {
        const found = await whileChanged(table, where, `${name} = ${otherSql(name, type)}`);
        if (found === 0) unseen.push(`${table}.${name}`);
      }
      if ((await whileChanged(table, where)) === 0) unseen.push(`${table}, deleted`);
    }
    expect(unseen).toEqual([]);
  });

  /** The differences while one row has another value, or is deleted; it is put back afterwards. */
  async function whileChanged(table: string, where: string, change?: string): Promise<number> {
    const { db } = service.context;
    const constraints = await db.query<{ sql: string }>(
      `select concat('alter table ${table} drop constraint ', quote_ident(conname)) as sql from pg_constraint
       where conrelid = '${table}'::regclass and contype in ('c', 'f')`,
    );
    const [columns] = await db.query<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER'`,
    );
    const [row] = await db.query<{ place: string; text: string }>(
      `select r.ctid::text as place, to_jsonb(r)::text as text from ${table} r where ${where} order by r.ctid limit 1`,
    );
    const { place, text } = row!;
    const [changed] = await tampered(
      ...constraints.map(({ sql }) => sql),
      change === undefined
        ? `delete from ${table} where ctid = '${place}'`
        : `update ${table} set ${change} where ctid = '${place}' returning ctid::text as place`,
    );
    const { differences } = await check();
    if (changed) await tampered(`delete from ${table} where ctid = '${changed.place}'`);
    await tampered(
      `insert into ${table} (${columns!.names}) select ${columns!.names}
       from jsonb_populate_record(null::${table}, '${text.replaceAll("'", "''")}')`,
    );
    return differences;
  }

  test("a body that is no JSON any more", async () => {
    const { id } = await issued();
    await tamper("update events set body = 'x' where company_id = $company and type = 'invoice.issued'");
    const { found } = await check();
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: "body", table: "x" }),
        expect.objectContaining({ field: "body_hash" }),
        expect.objectContaining({ record: `invoice ${id}`, field: "status" }),
      ]),
    );
  });

  test("a line", async () => {
    const { id, lines } = await issued();
    await tamper(
      `update invoice_lines set unit_price = 99 where company_id = $company and id = ${lines[0].id}`,
    );
    expect((await check()).found).toEqual([
      { record: `invoice ${id}`, field: `lines.${lines[0].id}.unit_price`, events: 98.5, table: 99 },
    ]);
  });

  test("a line that was added", async () => {
    const { id, lines } = await issued();
    await tamper(
      `insert into invoice_lines select (jsonb_populate_record(l, '{"id": 999999998}')).* from invoice_lines l
       where l.company_id = $company and l.id = ${lines[0].id}`,
    );
    expect((await check()).found).toEqual([
      { record: `invoice ${id}`, field: "lines.999999998", events: null, table: "the record" },
    ]);
  });

  test("an event that was deleted, with the records that it left behind", async () => {
    const { id } = await issued();
    await tamper("delete from events where company_id = $company and type = 'invoice.issued'");
    const { found } = await check();
    expect(found).toContainEqual({
      record: "company_counters",
      field: "event_sequence",
      events: 2,
      table: 3,
    });
    expect(found).toContainEqual({
      record: `invoice ${id}`,
      field: "status",
      events: "draft",
      table: "open",
    });
  });

  test("an event in the middle that was deleted", async () => {
    await issued();
    await tamper("delete from events where company_id = $company and type = 'invoice.created'");
    expect((await check()).found).toEqual([
      { record: "event 2", field: "sequence", events: 2, table: null },
      { record: "event 3", field: "hash", events: expect.any(String), table: expect.any(String) },
    ]);
  });

  test("an event whose body was changed", async () => {
    await issued();
    await tamper(
      `update events set body = replace(body, 'INV-000001', 'INV-000002')
       where company_id = $company and type = 'invoice.issued'`,
    );
    expect((await check()).found).toContainEqual({
      record: "event 3",
      field: "body_hash",
      events: expect.stringMatching(/^[0-9a-f]{64}$/),
      table: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("a chain that was computed again to another end", async () => {
    await issued();
    await tamper("update company_counters set chain_hash = sha256('x') where company_id = $company");
    expect((await check()).found).toEqual([
      {
        record: "company_counters",
        field: "chain_hash",
        events: expect.any(String),
        table: expect.any(String),
      },
    ]);
  });
});

test("fields that events of earlier versions lack are not compared, and the others are", async () => {
  const { id } = await company.draft();
  const drop = (name: string) =>
    `update events set body = regexp_replace(body, '"${name}":[^,]*,', '') where company_id = $company and type = 'invoice.created'`;
  await tamper(drop("due_date"), drop("net_amount"));
  const hash = { record: "event 2", field: "body_hash" };
  expect((await check()).found).toMatchObject([hash]);
  await tamper("update invoices set currency = 'EUR', due_date = due_date + 1 where company_id = $company");
  expect((await check()).found).toMatchObject([hash, { record: `invoice ${id}`, field: "currency" }]);
});

test("a history of several pages is chained and replayed across them", async () => {
  const { id } = await company.draft();
  const events = 4100;
  await tamper(
    `with copies as materialized (
       select n as sequence, type, created_at, salt, replace(body, '"sequence":2,', concat('"sequence":', n, ',')) as body
       from events cross join generate_series(3, ${events}) n
       where company_id = $company and sequence = 2
     ), hashed as materialized (
       select c.*, sha256(salt || convert_to(body, 'UTF8')) as body_hash from copies c
     ), chained as materialized (
       select h.*, chained_hash(k.chain_hash, h.sequence, h.body_hash) over (order by h.sequence) as hash
       from hashed h cross join company_counters k where k.company_id = $company
     ), inserted as (
       insert into events (company_id, sequence, type, created_at, body, salt, body_hash, hash)
       select $company, sequence, type, created_at, body, salt, body_hash, hash from chained
     )
     update company_counters set event_sequence = ${events}, chained_sequence = ${events}, chain_hash = c.hash
     from chained c where company_id = $company and c.sequence = ${events}`,
  );
  expect(await check()).toMatchObject({ events, differences: 0 });
  await tamper("update events set hash = sha256('x') where company_id = $company and sequence = 2000");
  expect((await check()).found).toMatchObject([
    { record: "event 2000", field: "hash" },
    { record: "event 2001", field: "hash" },
  ]);
  await tamper(`update invoices set currency = 'EUR' where id = ${id}`);
  expect((await check()).found).toHaveLength(3);
});

describe("what was changed of sales, quotes and refunds is named", () => {
  async function history() {
    const customer_id = await company.customer();
    for (let count = 0; count < 3; count++) {
      await done("POST /sales", { customer_id, lines: items });
      await done("POST /quotes", { customer_id, lines: items });
    }
    const { id } = await issued({ customer_id });
    const { payment } = await done("POST /payments", { invoice_id: id, amount: 50, method: "cash" });
    await done(`POST /payments/${payment.id}/refund`, { amount: 7 });
    await done(`POST /payments/${payment.id}/refund`, { amount: 2.5 });
    expect((await check()).found).toEqual([]);
    return { id, paymentId: payment.id };
  }
  const idOf = async (table: string, number: string) => {
    const sql = `select id from ${table} where company_id = $1 and number = $2`;
    const [row] = await service.context.db.query<{ id: number }>(sql, [company.id, number]);
    return row!.id;
  };

  test.each([
    ["sales", "sale", "SO"],
    ["quotes", "quote", "QUO"],
  ])(
    "a number of %s that was changed, or whose record was deleted or inserted",
    async (table, noun, series) => {
      await history();
      const id = await idOf(table, `${series}-000002`);
      await tamper(
        `update ${table} set number = '${series}-000007' where company_id = $company and id = ${id}`,
      );
      expect((await check()).found).toEqual([
        { record: `${noun} ${id}`, field: "number", events: `${series}-000002`, table: `${series}-000007` },
      ]);
      await tamper(`delete from ${table} where company_id = $company and id = ${id}`);
      expect((await check()).found).toEqual([
        { record: `${noun} ${id}`, field: "number", events: `${series}-000002`, table: null },
      ]);
      await tamper(
        `update number_series set last_number = 9 where company_id = $company and series = '${series}'`,
      );
      expect((await check()).found).toContainEqual({
        record: `number series ${series}`,
        field: "last_number",
        events: 3,
        table: 9,
      });
      // An event that is gone leaves a gap.
      await tamper(
        `delete from events where company_id = $company and type = '${noun}.created' and body like '%${series}-000003%'`,
      );
      expect((await check()).found).toContainEqual({
        record: expect.stringMatching(`^${noun} `),
        field: "number",
        events: null,
        table: `${series}-000003`,
      });
    },
  );

  test("a refund, and what was refunded of a payment and of an invoice", async () => {
    const { id, paymentId } = await history();
    await tamper("update refunds set amount = 8 where company_id = $company and amount = 7");
    expect((await check()).found).toMatchObject([
      { record: `payment ${paymentId}`, field: "refunds.0.amount" },
    ]);
    await tamper("update refunds set amount = 7 where company_id = $company and amount = 8");
    await tamper("update payments set amount_refunded = 10 where company_id = $company");
    expect((await check()).found).toEqual([
      { record: `payment ${paymentId}`, field: "amount_refunded", events: 9.5, table: 10 },
    ]);
    await tamper("update payments set amount_refunded = 9.5 where company_id = $company");
    await tamper("update invoices set amount_refunded = 9 where company_id = $company");
    expect((await check()).found).toEqual([
      { record: `invoice ${id}`, field: "amount_refunded", events: 9.5, table: 9 },
    ]);
    await tamper("update invoices set amount_refunded = 9.5 where company_id = $company");
    await tamper("delete from refunds where company_id = $company and amount = 7");
    expect((await check()).found).toContainEqual(
      expect.objectContaining({ record: `payment ${paymentId}`, field: "refunds.1", table: null }),
    );
  });
});

describe("the hashes of documents", () => {
  const lines = async () => (await company.call("GET /books/export")).text.trimEnd().split("\n");
  /** What the offline verifier says of an export. */
  async function verified() {
    const verifier = createVerifier();
    for (const line of await lines()) verifier.line(line);
    return verifier.finish().found.map(({ where, what }) => `${where}: ${what}`);
  }
  const named = async () => (await check()).found.map(({ record, field }) => `${record}: ${field}`);
  async function givenOut(count: number) {
    const ids: number[] = [];
    for (let at = 0; at < count; at++) {
      const { id } = await issued();
      expect((await company.call(`GET /invoices/${id}.pdf`)).status).toBe(200);
      ids.push(id);
    }
    return ids;
  }
  const other = "f".repeat(64);

  test("that nobody touched fit, also when files are given out at the same time", async () => {
    const ids = await givenOut(1);
    for (let at = 0; at < 5; at++) ids.push((await issued()).id);
    await Promise.all(ids.map((id) => company.call(`GET /invoices/${id}.pdf`)));
    await Promise.all(ids.map((id) => company.call(`GET /invoices/${id}.pdf`)));
    expect(await verified()).toEqual([]);
    expect(await named()).toEqual([]);
    const documents = (await lines()).filter((line) => line.startsWith('{"type":"document"'));
    expect(documents).toHaveLength(6);
  });

  test.each<[string, string, string[], RegExp[]]>([
    [
      "one that was changed",
      `update document_hashes set sha256 = '${other}' where company_id = $company and position = 2`,
      ["document 2: hash"],
      [/^document invoice \d+: hash is/],
    ],
    [
      "when it was given out",
      "update document_hashes set given_out_at = given_out_at - interval '1 day' where company_id = $company and position = 2",
      ["document 2: hash"],
      [/^document invoice \d+: hash is/],
    ],
    [
      "one that was deleted",
      "delete from document_hashes where company_id = $company and position = 2",
      ["document 2: position", "document 3: hash"],
      [/^document invoice \d+: hash is/, /^end: number of documents is 2/],
    ],
    [
      "the last one, deleted",
      "delete from document_hashes where company_id = $company and position = 3",
      ["document seal: position"],
      [/^end: number of documents is 2/, /^end: hash of the last document/],
    ],
    [
      "all of them, deleted",
      "delete from document_hashes where company_id = $company",
      ["document seal: position"],
      [/^end: number of documents is 0/, /^end: hash of the last document/],
    ],
    [
      "one that was inserted",
      `insert into document_hashes (company_id, sha256, kind, record_id, given_out_at)
       values ($company, '${other}', 'invoice', 1, now())`,
      ["document of invoice 1: position"],
      [
        /^document invoice 1: hash is null/,
        /^end: number of documents is 4/,
        /^end: hash of the last document/,
      ],
    ],
    [
      "one that was inserted at the end of the chain",
      `insert into document_hashes (company_id, sha256, kind, record_id, given_out_at, position, hash)
       values ($company, '${other}', 'invoice', 1, now(), 4, '${other}')`,
      ["document 4: hash", "document seal: position"],
      [],
    ],
    [
      "the seal, deleted",
      "delete from document_seals where company_id = $company",
      ["document seal: seal"],
      [/^end: number of documents/, /^end: hash of the last document/],
    ],
    [
      "the seal, changed",
      "update document_seals set sealed = 'test.AAAA' where company_id = $company",
      ["document seal: seal"],
      [/^end: number of documents/, /^end: hash of the last document/],
    ],
  ])("name %s", async (_what, sql, inDatabase, inFile) => {
    await givenOut(3);
    await tamper(sql);
    expect(await named()).toEqual(inDatabase);
    const found = await verified();
    expect(found).toHaveLength(inFile.length);
    for (const [at, pattern] of inFile.entries()) expect(found[at]).toMatch(pattern);
  });

  test("name a chain that was computed again, because nobody else can make its seal", async () => {
    await givenOut(3);
    const before = (await lines()).filter((line) => line.startsWith('{"type":"document"'));
    let previous = "0".repeat(64);
    for (const [at, line] of before.entries()) {
      const { sha256, kind, record_id, given_out_at } = JSON.parse(line);
      const changed = at === 1 ? other : sha256;
      const text = [changed, kind, record_id, given_out_at].join("\n");
      previous = hash("sha256", Buffer.concat([Buffer.from(previous, "hex"), Buffer.from(text)]));
      await tamper(
        `update document_hashes set sha256 = '${changed}', hash = '${previous}' where company_id = $company and position = ${at + 1}`,
      );
    }
    expect(await named()).toEqual(["document seal: hash"]);
    expect(await verified()).toEqual([expect.stringMatching(/^end: hash of the last document is/)]);
    // A file that is given out afterwards does not make it right again.
    await givenOut(1);
    expect(await named()).toEqual(["document 4: hash"]);
    // Nor does the seal of another company.
    await tamper(
      "update document_seals s set sealed = (select sealed from document_seals where company_id <> $company limit 1) where s.company_id = $company",
    );
    expect(await named()).toContain("document seal: seal");
  });

  test("name a seal that was removed with all positions, if a checkpoint has signed them, and make no other", async () => {
    await givenOut(2);
    service.clock.advance(25 * 60 * 60_000);
    await company.draft();
    await signCheckpoints(service.context);
    const [{ checkpoints }] = [(await company.call("GET /books/checkpoints")).body];
    expect(checkpoints[0]).toMatchObject({ documents: 2, documents_hash: expect.any(String) });
    expect(await named()).toEqual([]);
    await tamper(
      "update document_hashes set position = null, hash = null where company_id = $company",
      "delete from document_seals where company_id = $company",
    );
    const missing = `checkpoint ${checkpoints[0].sequence}: documents`;
    expect(await named()).toEqual(expect.arrayContaining([missing, "document seal: seal"]));
    while ((await sealDocuments(service.context)) > 0);
    await givenOut(1);
    expect(await named()).toEqual(expect.arrayContaining([missing, "document seal: seal"]));
    expect(await verified()).toContainEqual(expect.stringMatching(/^document invoice \d+: hash is null/));
    await tamper("delete from document_hashes where company_id = $company");
    expect(await named()).toEqual([missing, "document seal: seal"]);
    expect(await verified()).toContain("end: document 2 of a checkpoint is missing");
  });

  test("name a chain that was replaced with its seal by one of an earlier moment", async () => {
    await givenOut(1);
    const rows = "select sealed from document_seals where company_id = $1";
    const [earlier] = await service.context.db.query<{ sealed: string }>(rows, [company.id]);
    await givenOut(2);
    service.clock.advance(25 * 60 * 60_000);
    await company.draft();
    await signCheckpoints(service.context);
    await tamper(
      "delete from document_hashes where company_id = $company and position > 1",
      `update document_seals set sealed = '${earlier!.sealed}' where company_id = $company`,
    );
    expect(await named()).toEqual([expect.stringMatching(/^checkpoint \d+: documents$/)]);
    expect(await verified()).toEqual(["end: document 3 of a checkpoint is missing"]);
  });

  test("of files that were given out before there were seals are sealed in the background", async () => {
    await givenOut(2);
    await tamper(
      "update document_hashes set position = null, hash = null where company_id = $company",
      "delete from document_seals where company_id = $company",
    );
    expect(await named()).toEqual([]);
    while ((await sealDocuments(service.context)) > 0);
    await givenOut(1);
    expect(await named()).toEqual([]);
    expect(await verified()).toEqual([]);
  });
});

test("differences are all counted, and the first hundred are named", async () => {
  for (let count = 0; count < 35; count++) await company.draft();
  await tamper(
    "update invoices set currency = 'EUR', invoice_date = '2999-01-01', due_date = '2999-01-01' where company_id = $company",
  );
  const result = await check();
  expect([result.differences, result.found.length]).toEqual([105, 100]);
});

describe("every night", () => {
  const dayMs = 86_400_000;
  /** A checker whose pause after the start is over, at the beginning of a day on which nobody was checked. */
  function checker() {
    const pass = booksChecker(service.context);
    service.clock.advance(dayMs);
    return pass;
  }

  /** A call begins nothing after ten seconds, so a busy machine needs several. */
  async function throughAll(pass: () => Promise<number>): Promise<number> {
    const checked = await pass();
    return checked === 0 ? 0 : checked + (await throughAll(pass));
  }

  test("each company is checked once a day, and what was found is kept for metrics and doctor", async () => {
    await issued();
    const pass = checker();
    const other = booksChecker(service.context);
    expect(await throughAll(pass)).toBeGreaterThan(0);
    service.clock.advance(hourMs);
    expect([await pass(), await other()]).toEqual([0, 0]);
    const before = await readBooksSummary(service.context.db);
    await tamper("update invoices set amount_refunded = 0, amount_paid = 3 where company_id = $company");
    service.clock.advance(dayMs);
    expect(await throughAll(pass)).toBeGreaterThan(0);
    const after = await readBooksSummary(service.context.db);
    expect(after.differences).toBe(before.differences + 1);
    expect(after.checked_at! * 1000).toBeGreaterThanOrEqual(service.clock.now().getTime() - 60_000);
    await observeBooks(service.context);
    const metrics = await service.context.metrics.registry.metrics();
    expect(metrics).toContain(`billfold_books_check_differences ${after.differences}`);
    expect(metrics).toMatch(/billfold_books_check_last_run_timestamp_seconds \d{9}/);
  });

  test("two nodes share the companies", async () => {
    await issued();
    const [one, other] = [booksChecker(service.context), checker()];
    const [ofOne, ofOther] = await Promise.all([throughAll(one), throughAll(other)]);
    const [row] = await service.context.db.query<{ count: number }>(
      "select count(*)::int as count from company_counters where event_sequence > 0",
    );
    expect(ofOne! + ofOther!).toBe(row!.count);
  });

  test("a service that starts serves first, and checks what is due later", async () => {
    await issued();
    service.clock.advance(dayMs);
    const pass = booksChecker(service.context);
    expect(await pass()).toBe(0);
    service.clock.advance(minuteMs);
    expect(await pass()).toBe(0);
    service.clock.advance(10 * minuteMs);
    expect(await throughAll(pass)).toBeGreaterThan(0);
  });

  const lastCheck = async () => {
    const [row] = await service.context.db.query<{ is_done: boolean; events: number }>(
      "select coalesce(checked_at >= started_at, false) as is_done, events from books_checks where company_id = $1",
      [company.id],
    );
    return row;
  };

  test("the main thread reads no event and answers requests while the thread checks", async () => {
    await issued();
    const { background } = service.context;
    const asked: string[] = [];
    const pass = booksChecker({
      ...service.context,
      background: {
        ...background,
        query: (sql, values) => {
          asked.push(typeof sql === "string" ? sql : sql.name);
          return background.query(sql, values);
        },
      },
    });
    service.clock.advance(dayMs);
    const held = inTransaction(service.context.db, async (tx) => {
      await tx.query("lock table checkpoints in access exclusive mode");
      await waitingBackend("checkpoint");
      for (let count = 0; count < 5; count++) await done("GET /invoices");
    });
    const checked = throughAll(pass);
    await held;
    expect(await checked).toBeGreaterThan(0);
    expect(await lastCheck()).toEqual({ is_done: true, events: 3 });
    expect(new Set(asked)).toEqual(
      new Set(["checkpoint_last_company", "books_check_due", "books_check_claim", "books_check_save"]),
    );
  });

  /** The process id of the server's side of a connection in the background that waits for a lock. */
  async function waitingBackend(of: string): Promise<number> {
    const find = async () => {
      const [row] = await service.context.db.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and application_name = 'billfold background' and query like $1`,
        [`%${of}%`],
      );
      return row?.pid;
    };
    await expect.poll(find, { timeout: 20_000 }).toBeDefined();
    return (await find())!;
  }

  test("a check that dies is logged, and repeated without the companies that were checked with it", async () => {
    const pass = checker();
    // Companies are checked in groups, and the group that dies has to be this one's.
    await throughAll(pass);
    await issued();
    service.clock.advance(10 * minuteMs);
    const loggedBefore = service.logged.length;
    const held = inTransaction(service.context.db, async (tx) => {
      await tx.query("lock table checkpoints in access exclusive mode");
      const pid = await waitingBackend("checkpoint");
      await service.context.db.query("select pg_terminate_backend($1)", [pid]);
      await logLine("the check of the books failed", loggedBefore);
    });
    await Promise.all([throughAll(pass), held]);
    expect((await lastCheck())!.is_done).toBe(false);
    expect(await findUnfinishedChecks(service.context.db, service.clock.now())).toEqual([]);
    service.clock.advance(hourMs + minuteMs);
    expect(await findUnfinishedChecks(service.context.db, service.clock.now())).not.toEqual([]);
    const groups: unknown[] = [];
    const { databaseThread } = service.context;
    const again = booksChecker({
      ...service.context,
      databaseThread: {
        ...databaseThread,
        run: (job) => {
          groups.push((job.input as { companyIds: number[] }).companyIds);
          return databaseThread.run(job);
        },
      },
    });
    service.clock.advance(hourMs);
    await throughAll(again);
    expect(await lastCheck()).toEqual({ is_done: true, events: 3 });
    expect(groups).toContainEqual([company.id]);
    expect(await findUnfinishedChecks(service.context.db, service.clock.now())).toEqual([]);
  });

  const logLine = (text: string, from: number) =>
    expect
      .poll(() => service.logged.slice(from).some((line) => line.includes(text)), { timeout: 20_000 })
      .toBe(true);

  test("a service that stops ends the check, which another one repeats", async () => {
    await issued();
    const pass = checker();
    const stopping = new AbortController();
    const loggedBefore = service.logged.length;
    await inTransaction(service.context.db, async (tx) => {
      await tx.query("lock table checkpoints in access exclusive mode");
      const stopped = pass(stopping.signal);
      await waitingBackend("checkpoint");
      stopping.abort();
      expect(await stopped).toBe(0);
    });
    expect(service.logged.slice(loggedBefore).join("")).not.toContain("check of the books failed");
    const again = booksChecker(service.context);
    service.clock.advance(3 * hourMs);
    await throughAll(again);
    expect((await lastCheck())!.is_done).toBe(true);
  });
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
