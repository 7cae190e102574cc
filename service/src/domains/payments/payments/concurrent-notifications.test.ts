import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { creditAmount, issued, link, pay, refund } from "./money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** While the work is done, an event of this type cannot be written for the company. */
async function whileMute(company: TestCompany, type: string, work: () => Promise<void>): Promise<void> {
  const { db } = service.context;
  const name = `test_mute_${company.id}`;
  await db.query(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'the test makes this fail'; end $$`);
  await db.query(`create trigger ${name} before insert on events for each row
    when (new.company_id = ${company.id} and new.type = '${type}') execute function ${name}()`);
  await work().finally(() => db.query(`drop function ${name}() cascade`));
}

const tables = ["invoices", "payments", "refunds", "credit_notes", "credit_note_lines", "payment_links"];

/** All rows that money moves, and what counts them. */
function rowsOf({ id }: TestCompany): Promise<unknown> {
  const all = [...tables, "events", "number_series", "company_counters"].map(
    (table) =>
      `(select jsonb_agg(to_jsonb(r) order by to_jsonb(r)::text) from ${table} r where company_id = $1) as ${table}`,
  );
  return service.context.db.query(`select ${all.join(", ")}`, [id]);
}

type Prepared = { draft: number; open: number; payment: number; reference: string };

describe("a change whose event cannot be stored is rolled back", () => {
  const cases: [type: string, what: string, act: (company: TestCompany, on: Prepared) => Promise<unknown>][] =
    [
      ["payment.recorded", "a payment", (company, { open }) => pay(company, { invoice_id: open, amount: 5 })],
      [
        "invoice.issued",
        "a draft's payment",
        (company, { draft }) => pay(company, { invoice_id: draft, amount: 5 }),
      ],
      [
        "invoice.partially_paid",
        "a part",
        (company, { draft }) => pay(company, { invoice_id: draft, amount: 5 }),
      ],
      ["invoice.paid", "the whole", (company, { open }) => pay(company, { invoice_id: open, amount: 1000 })],
      ["payment.refunded", "a refund", (company, { payment }) => refund(company, payment)],
      ["credit_note.issued", "a credit note", (company, { open }) => creditAmount(company, open, 5)],
      ["invoice.paid", "a credit note of all", (company, { open }) => creditAmount(company, open, 1000)],
      [
        "payment_link.created",
        "a link",
        (company, { open }) => link(company, { amount: 5, invoice_id: open }),
      ],
      [
        "payment_link.cancelled",
        "a cancelled link",
        (company, { reference }) => company.call(`POST /payments/links/${reference}/cancel`),
      ],
    ];
  test.each(cases)("%s: %s", async (type, _what, act) => {
    const company = await service.company({ quotaPaymentLinks: 2 });
    const paid = await issued(company);
    const on: Prepared = {
      draft: (await company.draft()).id,
      open: (await issued(company)).id,
      payment: (await pay(company, { invoice_id: paid.id, amount: 100 })).body.payment.id,
      reference: (await link(company, { amount: 5 })).body.reference,
    };
    const before = await rowsOf(company);
    await whileMute(company, type, async () => {
      expect(await act(company, on)).toMatchObject({ status: 500 });
    });
    expect(await rowsOf(company)).toEqual(before);
    expect(((await act(company, on)) as { status: number }).status).toBeLessThan(300);
  });
});
