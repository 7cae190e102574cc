import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import {
  credit,
  creditAmount,
  invoiceOf,
  issued,
  statusCounts,
  times,
} from "../../payments/payments/money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `CN-${String(index + 1).padStart(6, "0")}`);
const numbersOf = async (company: TestCompany): Promise<string[]> =>
  (await company.call("GET /credit_notes?limit=100")).body.credit_notes
    .map(({ number }: { number: string }) => number)
    .sort();

describe("the series of credit notes", () => {
  test("has no gap and no repeat when 60 are asked for at once, of which only some fit", async () => {
    const company = await service.company();
    const invoices = await times(4, () => issued(company));
    const replies = await times(60, (index) => creditAmount(company, invoices[index % 4].id, 130));
    // Seven times 130 fit into 1,000.
    expect(statusCounts(replies)).toEqual({ 201: 28, 422: 32 });
    expect(await numbersOf(company)).toEqual(numbered(28));
    for (const { id } of invoices) expect((await invoiceOf(company, id)).amount_credited).toBe(910);
  });

  test("has no gap when what drew a number fails later", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    const name = `test_fail_${company.id}`;
    const { db } = service.context;
    await db.query(`create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception 'the test makes this fail'; end $$`);
    await db.query(`create constraint trigger ${name} after insert on credit_notes deferrable initially deferred
      for each row when (new.company_id = ${company.id} and new.total = 7) execute function ${name}()`);
    try {
      const replies = await times(20, (index) => creditAmount(company, id, index % 4 === 0 ? 7 : 5));
      expect(statusCounts(replies)).toEqual({ 201: 15, 500: 5 });
    } finally {
      await db.query(`drop function ${name}() cascade`);
    }
    expect(await numbersOf(company)).toEqual(numbered(15));
    expect(await invoiceOf(company, id)).toMatchObject({ amount_credited: 75, amount_due: 925 });
  });

  test("is the company's own, and another than that of its invoices", async () => {
    const companies = [await service.company(), await service.company({ profile: { invoice_series: "A" } })];
    for (const [index, company] of companies.entries()) {
      const invoice = await issued(company);
      expect(invoice.number).toBe(index === 0 ? "INV-000001" : "A-000001");
      expect((await credit(company, invoice.id)).body.credit_note.number).toBe("CN-000001");
      expect((await issued(company)).number).toMatch(/-000002$/);
    }
  });
});

describe("GET /credit_notes", () => {
  test("newest first, without lines unless they are asked for; of one invoice; page by page", async () => {
    const company = await service.company();
    const [one, other] = [await issued(company), await issued(company)];
    const ids: number[] = [];
    for (const invoice of [one, other, one]) {
      service.clock.advance(60_000);
      ids.unshift((await creditAmount(company, invoice.id, 5)).body.credit_note.id);
    }
    const listed = async (query: string) => (await company.call(`GET /credit_notes?${query}`)).body;
    const idsIn = ({ credit_notes }: { credit_notes: { id: number }[] }) => credit_notes.map(({ id }) => id);
    const plain = await listed("include=total_count");
    expect([idsIn(plain), plain.pagination.total_count]).toEqual([ids, 3]);
    expect(plain.credit_notes[0]).not.toHaveProperty("lines");
    const [first] = (await listed("include=lines")).credit_notes;
    expect((await company.call(`GET /credit_notes/${ids[0]}`)).body.credit_note).toEqual(first);
    expect(idsIn(await listed(`invoice_id=${one.id}`))).toEqual([ids[0], ids[2]]);
    expect(idsIn(await listed("created_to=2026-11-14"))).toEqual([]);
    const page = await listed("limit=2");
    const next = await listed(`limit=2&cursor=${page.pagination.next_cursor}`);
    expect([...idsIn(page), ...idsIn(next)]).toEqual(ids);
    expect(next.pagination.has_more).toBe(false);
  });
});
