import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import type { Change } from "../../../context.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { draftOrder } from "./create.ts";
import { type DraftOrder, storeDrafts } from "./drafts.ts";
import type { InvoiceCreate } from "./schema.ts";

// A single draft and a batch have statements of their own (draft-statements.ts).

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const text = (maxLength: number) => fc.string({ minLength: 1, maxLength, unit: "grapheme" });
const amount = fc.integer({ min: 0, max: 10_000_000 }).map((hundredths) => hundredths / 100);
const discounts = fc.option(fc.constant([{ percent: 5, reason: "Loyal" }]), { nil: undefined });
const line = fc.record(
  {
    description: text(30),
    quantity: fc.integer({ min: 1, max: 99 }),
    unit_price: amount,
    tax_rate: fc.constantFrom(0, 5, 7.5),
    hs_code: fc.constantFrom("1001.90", null),
    discounts,
  },
  { requiredKeys: ["description", "quantity", "unit_price"] },
);
const content = fc.record(
  {
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    currency: fc.constantFrom("NGN", "USD"),
    prices_include_tax: fc.boolean(),
    discounts,
    withholding: fc.constantFrom(null, { rate: 5, base: "subtotal" as const }),
    notes: fc.oneof(text(40), fc.constant('"quoted"\n\u0001')),
    metadata: fc.dictionary(text(5), text(5), { maxKeys: 2 }),
  },
  { requiredKeys: ["lines"] },
);

async function orderOf(company: TestCompany, customer_id: number, input: object, key: string | undefined) {
  const { db, clock } = service.context;
  const author: Change = await inTransaction(db, (tx) => systemChange(tx, company.id, clock));
  const requestHash = Buffer.alloc(32, 7);
  const validSince = new Date(author.now.getTime() - 24 * 60 * 60 * 1000);
  const keyed = key ? { key, requestHash, requestId: "req_same", validSince, responseTail: "}" } : undefined;
  const origin = { saleId: null, storedLines: false, keyed };
  return draftOrder(db, author, { ...input, customer_id } as InvoiceCreate, origin);
}

/** What differs from company to company, or is random; of these only the type is compared. */
const ownNames = new Set(
  [
    "id",
    "company_id",
    "customer_id",
    "invoice_id",
    "supplier",
    "possible_duplicate_of",
    "duplicateOf",
  ].concat([
    "request_id",
    "portal_secret",
    "portal_token",
    "request_hash",
    "salt",
    "body_hash",
    "hash",
    "chain_hash",
  ]),
);
/** Texts that are JSON are compared as what they say. */
const compared = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, member) => {
    if (ownNames.has(name)) return typeof member;
    return typeof member === "string" && /^\{".*\}$/s.test(member) ? compared(JSON.parse(member)) : member;
  });

/** All rows that a company's drafts have, in the order in which they were stored. */
async function rowsOf(company: TestCompany): Promise<unknown> {
  const tables = ["invoices", "invoice_lines", "events", "idempotency_keys", "company_counters"];
  const keys = ["id", "id", "sequence", "event_sequence", "company_id"];
  const rows = await Promise.all(
    tables.map((table, index) =>
      service.context.db.query<{ row: object }>(
        `select to_jsonb(r) as row from ${table} r where company_id = $1 order by ${keys[index]}`,
        [company.id],
      ),
    ),
  );
  return compared(rows);
}

const brokenLinks = async (company: TestCompany) =>
  service.context.db.query(
    `select sequence from (
       select *, lag(hash, 1, '\\x${"00".repeat(32)}') over (order by sequence) as previous from events where company_id = $1
     ) e where body_hash is distinct from sha256(salt || convert_to(body, 'UTF8'))
       or hash is distinct from sha256(previous || int8send(sequence) || body_hash)`,
    [company.id],
  );

test("a draft that is stored alone gets the same rows as one that is stored with others", async () => {
  const companies = await Promise.all([service.company(), service.company(), service.company()]);
  const [alone, together, neighbour] = companies as [TestCompany, TestCompany, TestCompany];
  const customers = [await alone.customer(), await together.customer(), await neighbour.customer()] as const;
  const { db } = service.context;
  const store = (orders: DraftOrder[]) => storeDrafts(db, orders);
  let count = 0;
  await fc.assert(
    fc.asyncProperty(content, fc.boolean(), fc.boolean(), async (input, isKeyed, isRepeated) => {
      const key = isKeyed ? `key-${count++}` : undefined;
      const body = { ...input, ...(isKeyed && { external_id: `external-${count}` }) };
      const one = await orderOf(alone, customers[0], body, key);
      const other = await orderOf(together, customers[1], body, key);
      const third = await orderOf(neighbour, customers[2], input, undefined);
      const [stored] = await store([one]);
      const [withOthers] = await store([other, third]);
      expect([stored!.kind, withOthers!.kind]).toEqual(["created", "created"]);
      if (isKeyed || isRepeated) {
        // Answered again under its key, and otherwise stored once more, with a warning of the duplicate.
        const again = [await store([one]), await store([other, third])].map(([first]) => first!);
        expect(compared(again[0]!)).toEqual(compared(again[1]!));
        expect(again[0]!.kind).toBe(isKeyed ? "stored" : "created");
      }
    }),
    { numRuns: 60 },
  );
  expect(await rowsOf(alone)).toEqual(await rowsOf(together));
  expect(await brokenLinks(alone)).toEqual([]);
});
