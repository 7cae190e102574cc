import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction, type Queryable } from "../../../platform/db/database.ts";
import { credit, creditAmount, pay } from "../../payments/payments/money.fixture.ts";
import { erasedCreditNoteColumns } from "../credit-notes/erasure.ts";
import { erasedLineColumns } from "../lines/erasure.ts";
import { allowErasure, erasedInvoiceColumns } from "./erasure.ts";
import { moving } from "./fixed.fixture.ts";

// The database itself refuses to change what is issued, whoever asks: here it is asked directly, as the service's role.
let service: TestService;
let company: TestCompany;
let db: Queryable;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  db = service.context.db;
});
afterAll(() => service.close());

const refusal = { code: "23001" };
/** Or some other constraint says so first. */
const anyRefusal = { code: expect.stringMatching(/^23/) };
const lines = [
  { description: "Work", quantity: 1, unit_price: 100, tax_rate: 7.5 },
  { description: "Travel", quantity: 2, unit_price: 10 },
];

async function invoice(...actions: string[]): Promise<number> {
  const { id, total } = await company.draft({ lines, notes: "Thanks", external_id: null });
  for (const action of actions) {
    if (action === "pay") await pay(company, { invoice_id: id, amount: total });
    else await company.call(`POST /invoices/${id}/${action}`);
  }
  return id;
}

async function creditNote(): Promise<number> {
  return (await creditAmount(company, await invoice("issue"), 10)).body.credit_note.id;
}

const set = (table: string, id: number, assignment: string) =>
  db.query(`update ${table} set ${assignment} where company_id = $1 and id = $2`, [company.id, id]);

type Table = keyof typeof moving;

/** Another value of the column's type; for numbers one that is equal, and only written in another way. */
const others: Record<string, (column: string) => string> = {
  int8: (column) => `coalesce(${column}, 0) + 1000000`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  numeric: (column) => `${column} + 0.000`,
  date: (column) => `coalesce(${column}, current_date) + 1`,
  timestamptz: (column) => `coalesce(${column}, now()) + interval '1 second'`,
  bool: (column) => `not ${column}`,
  jsonb: () => `'{"x": 1}'`,
};

const columnsOf = (table: Table) =>
  db.query<{ name: string; type: string }>(
    `select attname as name, typname as type from pg_attribute join pg_type t on t.oid = atttypid
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );

describe.each<[Table, () => Promise<string>]>([
  ["invoices", async () => `id = ${await invoice("issue")}`],
  ["credit_notes", async () => `id = ${await creditNote()}`],
  ["invoice_lines", async () => `invoice_id = ${await invoice("issue")}`],
  ["credit_note_lines", async () => `credit_note_id = ${await creditNote()}`],
])("a column of %s", (table, where) => {
  test("is fixed once it is issued, by its bytes, unless it is named as one that moves", async () => {
    const condition = `company_id = ${company.id} and ${await where()}`;
    const columns = await columnsOf(table);
    const names = columns.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(moving[table])));
    for (const { name, type } of columns) {
      if (name in moving[table]) continue;
      const update = `update ${table} set ${name} = ${others[type]!(name)} where ${condition}`;
      await expect(db.query(update), name).rejects.toMatchObject(type === "int8" ? anyRefusal : refusal);
    }
    await db.query(`update ${table} set company_id = company_id where ${condition}`).catch((error) => {
      // The lines of a credit note are never updated at all.
      expect([table.endsWith("_lines"), error.code]).toEqual([true, refusal.code]);
    });
  });
});

describe.each<[Table, { texts: readonly string[]; jsons: readonly string[] }, () => Promise<string>]>([
  ["invoices", erasedInvoiceColumns, async () => `id = ${await invoice("issue")}`],
  ["credit_notes", erasedCreditNoteColumns, async () => `id = ${await creditNote()}`],
  ["invoice_lines", erasedLineColumns, async () => `invoice_id = ${await invoice("issue")}`],
  ["credit_note_lines", erasedLineColumns, async () => `credit_note_id = ${await creditNote()}`],
])("an erasure of %s", (table, { texts, jsons }, where) => {
  test("may change every column that it erases, and no other", async () => {
    const condition = `company_id = ${company.id} and ${await where()}`;
    const erased = [...texts, ...jsons];
    const columns = await columnsOf(table);
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(erased));
    for (const { name, type } of columns) {
      if (name in moving[table] && !erased.includes(name)) continue;
      const other = type === "numeric" ? `coalesce(${name}, 0) + 1` : others[type]!(name);
      const update = `update ${table} set ${name} = ${other} where ${condition}`;
      const code = await inTransaction(service.context.db, async (tx) => {
        await allowErasure(tx);
        await tx.query(update);
      }).then(
        () => undefined,
        (error: { code?: string }) => error.code,
      );
      // A constraint may refuse the value, but what the guards say comes before.
      if (erased.includes(name)) expect(code, name).not.toBe(refusal.code);
      else expect(code, name).toEqual(hasOwnChecks(table, type) ? anyRefusal.code : refusal.code);
    }
  });
});

/** Ids belong to other records, and the amounts of a line to each other: a check may refuse them first. */
const hasOwnChecks = (table: Table, type: string) =>
  type === "int8" || (type === "numeric" && table.endsWith("_lines"));

/** Other tests work on the same tables meanwhile: after a deadlock it is tried again. */
async function emptied(table: string): Promise<void> {
  const code = await inTransaction(service.context.db, (tx) => tx.query(`truncate ${table} cascade`)).then(
    () => undefined,
    (error: { code?: string }) => {
      if (error.code !== "40P01") throw error;
      return error.code;
    },
  );
  if (code !== undefined) await emptied(table);
}

describe("an issued invoice", () => {
  test.each(["issue", "issue, pay", "issue, void", "issue, write_off", "void"])(
    "is never deleted: %s",
    async (actions) => {
      const id = await invoice(...actions.split(", "));
      const where = `where company_id = ${company.id} and`;
      await expect(db.query(`delete from invoices ${where} id = ${id}`)).rejects.toMatchObject(refusal);
      await expect(db.query(`delete from invoice_lines ${where} invoice_id = ${id}`)).rejects.toMatchObject(
        refusal,
      );
      for (const table of Object.keys(moving)) {
        await expect(emptied(table)).rejects.toMatchObject(refusal);
      }
    },
  );

  test("never becomes a draft again, or gets another line, or one of a draft", async () => {
    const [id, draft] = [await invoice("issue"), await invoice()];
    await expect(set("invoices", id, "status = 'draft'")).rejects.toMatchObject(anyRefusal);
    const added = `insert into invoice_lines (company_id, invoice_id, description, quantity, unit_price, tax_rate,
        tax_category, unit_code, net_amount, tax_amount, total_amount)
      select company_id, ${id}, 'More', 1, 0, 0, 'Z', 'C62', 0, 0, 0 from invoice_lines
      where company_id = ${company.id} and invoice_id = ${draft} limit 1`;
    await expect(db.query(added)).rejects.toMatchObject(refusal);
    const moved = `update invoice_lines set invoice_id = ${id} where company_id = ${company.id} and invoice_id = ${draft}`;
    await expect(db.query(moved)).rejects.toMatchObject(refusal);
  });

  test("takes no change of lines in the transaction that issues it, after it is issued", async () => {
    const id = await invoice("issue");
    const late = inTransaction(service.context.db, async (tx) => {
      await tx.query(
        `update invoices set updated_at = now() where company_id = ${company.id} and id = ${id}`,
      );
      await tx.query(`delete from invoice_lines where company_id = ${company.id} and invoice_id = ${id}`);
    });
    await expect(late).rejects.toMatchObject(refusal);
  });
});

test("a credit note is never deleted, and gets no other line", async () => {
  const id = await creditNote();
  const where = `where company_id = ${company.id} and`;
  await expect(db.query(`delete from credit_notes ${where} id = ${id}`)).rejects.toMatchObject(refusal);
  await expect(
    db.query(`delete from credit_note_lines ${where} credit_note_id = ${id}`),
  ).rejects.toMatchObject(refusal);
  const added = `insert into credit_note_lines (company_id, credit_note_id, description, quantity, unit_price, tax_rate,
      tax_category, unit_code, net_amount, tax_amount, total_amount)
    values (${company.id}, ${id}, 'More', 1, 0, 0, 'Z', 'C62', 0, 0, 0)`;
  await expect(db.query(added)).rejects.toMatchObject(refusal);
});

test("a credit note is made with its lines also under an Idempotency-Key, which undoes work by a savepoint", async () => {
  const id = await invoice("issue");
  const body = { lines: [{ description: "Back", quantity: 1, unit_price: 5 }] };
  const headers = { "Idempotency-Key": `credit-${id}` };
  const made = await company.call(`POST /invoices/${id}/credit_notes`, { body, headers });
  expect([made.status, made.body.credit_note.lines.length]).toEqual([201, 1]);
  expect((await credit(company, id, body)).status).toBe(201);
});

describe("the parties of an issued invoice", () => {
  const parties = (id: number, column: string, value: string) => set("invoices", id, `${column} = ${value}`);
  const named = (part: string) => `jsonb_set(customer_snapshot, ${part})`;

  test.each<[string, string]>([
    ["another name", named(`'{name}', '"Other"'`)],
    ["a name less", named(`'{name}', 'null'`)],
    ["another kind", named(`'{kind}', '"consumer"'`)],
    ["another street", named(`'{address,line1}', '"Other"'`)],
    ["no address", named(`'{address}', 'null'`)],
    ["nothing at all", "'{}'"],
    ["null", "null"],
  ])("take %s neither before nor during a registration", async (_what, value) => {
    const customer_id = await company.customer({ address: { line1: "1 Street" } });
    const { id } = await company.draft({ customer_id });
    await company.call(`POST /invoices/${id}/issue`);
    for (const fiscal of ["none", "pending", "registered", "cancelled"]) {
      await set("invoices", id, `fiscal_status = '${fiscal}'`);
      await expect(parties(id, "customer_snapshot", value), fiscal).rejects.toMatchObject(anyRefusal);
    }
  });

  test("take what was empty while nobody has it, and all but the kind once it is rejected", async () => {
    const id = await invoice("issue");
    const filling = named(`'{tax_id}', '"1"'`);
    for (const fiscal of ["pending", "registered", "cancelled"]) {
      await set("invoices", id, `fiscal_status = '${fiscal}'`);
      await expect(parties(id, "customer_snapshot", filling), fiscal).rejects.toMatchObject(refusal);
    }
    await set("invoices", id, "fiscal_status = 'none'");
    await parties(id, "customer_snapshot", filling);
    await expect(parties(id, "customer_snapshot", named(`'{tax_id}', '"2"'`))).rejects.toMatchObject(refusal);
    await set("invoices", id, "fiscal_status = 'rejected'");
    await parties(id, "customer_snapshot", named(`'{tax_id}', '"2"'`));
    await parties(id, "supplier_snapshot", `jsonb_set(supplier_snapshot, '{name}', '"Renamed"')`);
    await expect(parties(id, "customer_snapshot", named(`'{kind}', '"consumer"'`))).rejects.toMatchObject(
      refusal,
    );
    const both = `fiscal_status = 'pending', customer_snapshot = ${named(`'{tax_id}', '"3"'`)}`;
    await expect(set("invoices", id, both)).rejects.toMatchObject(refusal);
  });

  test("of a void one stay", async () => {
    const id = await invoice("issue", "void");
    const filling = parties(id, "customer_snapshot", named(`'{tax_id}', '"1"'`));
    await expect(filling).rejects.toMatchObject(refusal);
  });
});

test("a draft can be changed in everything, and deleted with its lines", async () => {
  const id = await invoice();
  await set("invoices", id, "notes = 'x', total = subtotal + tax_total, metadata = '{\"x\": 1}'");
  const where = `company_id = ${company.id} and invoice_id = ${id}`;
  await db.query(`update invoice_lines set description = 'x' where ${where}`);
  await db.query(`delete from invoices where company_id = ${company.id} and id = ${id}`);
  expect(await db.query(`select 1 from invoice_lines where ${where}`)).toEqual([]);
});
