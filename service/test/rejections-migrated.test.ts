import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../src/platform/db/database.ts";
import { type FreshDatabase, freshDatabase } from "./fresh-database.ts";

// Rejections as earlier versions stored them: by the authority, or by our own checks, which must not look like its own.
let fresh: FreshDatabase;
let db: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({
    connectionString: fresh.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
});
afterAll(async () => {
  await db.close();
  await fresh.drop();
});

const folder = new URL("../migrations/", import.meta.url);
const files = readdirSync(folder).sort();
const own = files.find((name) => name.endsWith("_issued_invoices_are_fixed.sql"))!;
const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8");

/** The moment at which a registration counted its last call as begun, and the stored calls. */
const cases = {
  "own check": { begunAt: "2026-11-01 10:00:00.000", calls: [], made: 1 },
  "the authority, at once": {
    begunAt: "2026-11-01 10:00:00.000",
    calls: ["2026-11-01 10:00:00.000"],
    made: 1,
  },
  "the authority, later": { begunAt: "2026-11-01 10:00:00.000", calls: ["2026-11-02 09:00:00.000"], made: 1 },
  "own check after the authority": {
    begunAt: "2026-11-03 10:00:00.000",
    calls: ["2026-11-01 10:00:00.001"],
    made: 2,
  },
  "the authority after the authority": {
    begunAt: "2026-11-03 10:00:00.000",
    calls: ["2026-11-01 10:00:00.001", "2026-11-03 10:00:00.005"],
    made: 2,
  },
} as const;

const now = "timestamptz '2026-11-01 10:00'";

async function setUp(): Promise<void> {
  for (const name of files.filter((name) => name < own)) await db.query(textOf(name));
  await db.query(
    `insert into companies (id, name, email, created_at, updated_at) values (1, 'A', 'a@b.example', ${now}, ${now})`,
  );
  await db.query(`insert into customers (company_id, id, name, kind, metadata, created_at, updated_at)
    values (1, 1, 'C', 'business', '{}', ${now}, ${now})`);
}

async function rejected(
  id: number,
  kind: "invoice" | "credit_note",
  { begunAt, calls, made }: (typeof cases)[keyof typeof cases],
) {
  const fiscal = kind === "invoice" ? `'rejected', '{"errors": []}'` : "'registered', null";
  await db.query(`insert into invoices (company_id, id, number, status, customer_id, customer_snapshot, supplier_snapshot,
      invoice_date, due_date, currency, subtotal, tax_total, total, taxes, fiscal_status, fiscal, source, portal_secret,
      metadata, created_at, updated_at, issued_at)
    values (1, ${id}, 'INV-${id}', 'open', 1, '{}', '{}', '2026-11-01', '2026-12-01', 'NGN', 1, 0, 1, '[]', ${fiscal}, 'api', 'x',
      '{}', ${now}, ${now}, ${now})`);
  if (kind === "credit_note") {
    await db.query(`insert into credit_notes (company_id, id, number, invoice_id, currency, subtotal, tax_total, total, taxes,
        issued_at, created_at, fiscal_status, fiscal)
      values (1, ${id}, 'CN-${id}', ${id}, 'NGN', 1, 0, 1, '[]', ${now}, ${now}, 'rejected', '{"errors": []}')`);
  }
  await db.query(`insert into fiscal_documents (company_id, id, ${kind}_id, environment, adapter, document_key, document, hash,
      state, outcome, calls, last_call_at, created_at, updated_at)
    values (1, ${id}, ${id}, 'sandbox', 'sandbox', 'K${id}', '{}', '', 'rejected', '{"kind": "rejected", "faults": []}', ${made},
      timestamptz '${begunAt}', ${now}, timestamptz '${begunAt}')`);
  for (const at of calls) {
    await db.query(`insert into fiscal_calls (company_id, fiscal_document_id, operation, called_at, duration_ms, request, response)
      values (1, ${id}, 'submit', timestamptz '${at}', 1, '', '')`);
  }
}

test("a rejection by our own checks is undone, and a rejection by the authority stays", async () => {
  await setUp();
  const found: Record<string, unknown> = {};
  const names = Object.keys(cases) as (keyof typeof cases)[];
  for (const [at, name] of names.entries()) {
    await rejected(at + 1, "invoice", cases[name]);
    await rejected(at + 101, "credit_note", cases[name]);
  }
  await db.query(`begin; ${textOf(own)}; commit`);
  for (const [at, name] of names.entries()) {
    for (const [kind, id] of [
      ["invoice", at + 1],
      ["credit_note", at + 101],
    ] as const) {
      const [row] = await db.query<{
        fiscal_status: string;
        fiscal: object | null;
        state: string | null;
        calls: number | null;
      }>(
        `select r.fiscal_status, r.fiscal, f.state, f.calls from ${kind}s r
         left join fiscal_documents f on f.company_id = r.company_id and f.${kind}_id = r.id where r.id = $1`,
        [id],
      );
      const { fiscal_status, fiscal, state, calls } = row!;
      found[`${kind}, ${name}`] = [fiscal_status, fiscal === null, state, calls];
    }
  }
  const expected = {
    "own check": ["none", true, null, null],
    "the authority, at once": ["rejected", false, "rejected", 1],
    "the authority, later": ["rejected", false, "rejected", 1],
    "own check after the authority": ["none", true, "withdrawn", 1],
    "the authority after the authority": ["rejected", false, "rejected", 2],
  };
  for (const kind of ["invoice", "credit_note"]) {
    for (const name of names)
      expect([kind, name, found[`${kind}, ${name}`]]).toEqual([kind, name, expected[name]]);
  }
});
