import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/fresh-database.ts";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { openDatabase } from "../../../platform/db/database.ts";
import { issued, must, openDashboard, pay } from "./overview.fixture.ts";
import { addUpTotals, checkTotals, findDifferences } from "./totals.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const rowsOf = (company: TestCompany) =>
  service.context.db.query<{ kind: string; is_sum: boolean }>(
    "select kind, is_sum from record_totals where company_id = $1 order by kind, id",
    [company.id],
  );

const differences = (company: TestCompany) => findDifferences(service.context.db, company.id);

async function ofOneCustomer(company: TestCompany): Promise<number[]> {
  const customer_id = await company.customer();
  const fields = { customer_id, due_date: "2026-11-20" };
  return [await issued(company, "20", fields), await issued(company, "30", fields)];
}

/** Every way in which an invoice or a payment changes a total. */
async function makeHistory(company: TestCompany): Promise<void> {
  const paid = await issued(company, "100", { due_date: "2026-11-20" });
  await pay(company, paid, "40", "2026-11-10T10:07:00Z");
  await pay(company, paid, "60", "2026-11-10T10:14:59Z");
  const credited = await issued(company, "50.5", { due_date: "2026-11-20" });
  await must(company, `POST /invoices/${credited}/credit_notes`, {
    reason: "Returned",
    lines: [{ description: "Back", quantity: 1, unit_price: 10 }],
  });
  const voided = await issued(company, "7");
  await must(company, `POST /invoices/${voided}/void`);
  const writtenOff = await issued(company, "8");
  await must(company, `POST /invoices/${writtenOff}/write_off`);
  const dollars = await issued(company, "9", { currency: "USD" });
  await pay(company, dollars, "9", "2026-11-11T23:59:59.999Z");
  const [owner, owed] = await ofOneCustomer(company);
  await pay(company, owner!, "20", "2026-11-12T11:00:00Z");
  const { credit_note } = await must(company, `POST /invoices/${owner}/credit_notes`);
  await must(company, `POST /credit_notes/${credit_note.id}/apply`, { invoice_id: owed, amount: 5 });
  await must(company, `POST /credit_notes/${credit_note.id}/apply`, { invoice_id: owed, amount: 6 });
  const twice = await issued(company, "11", { due_date: "2026-11-20" });
  await pay(company, twice, "5", "2026-11-12T10:00:00Z");
  const { payment } = await pay(company, twice, "6", "2026-11-12T10:00:00Z");
  await must(company, `POST /payments/${payment.id}/reverse`, { reason: "Recorded twice" });
  await issued(company, "3", { invoice_date: "2026-10-01", due_date: "2026-10-02" });
  const withheld = await issued(company, "40", { due_date: "2026-11-20", withholding: { rate: 5 } });
  await pay(company, withheld, "38", "2026-11-12T10:00:00Z");
}

describe("the totals of the overview", () => {
  test("are those of the records after every kind of change, before and after they are added up", async () => {
    const { company, call } = await openDashboard(service);
    await makeHistory(company);
    expect(await differences(company)).toEqual([]);
    const before = (await call("GET", "/overview")).text;
    expect(await addUpTotals(service.context)).toBeGreaterThan(0);
    expect(await differences(company)).toEqual([]);
    expect((await call("GET", "/overview")).text).toBe(before);
  });

  test("have one row each once they are added up, and none where nothing is left", async () => {
    const { company } = await openDashboard(service);
    const ids = [await issued(company, "10"), await issued(company, "20")];
    expect((await rowsOf(company)).map(({ is_sum }) => is_sum)).toEqual([false, false, false, false]);
    await addUpTotals(service.context);
    expect(await rowsOf(company)).toEqual([
      { kind: "invoiced", is_sum: true },
      { kind: "owed", is_sum: true },
    ]);
    for (const id of ids) await must(company, `POST /invoices/${id}/void`);
    await addUpTotals(service.context);
    expect(await rowsOf(company)).toEqual([]);
  });

  test("are not touched by drafts, so that a create writes nothing more", async () => {
    const { company } = await openDashboard(service);
    const { id } = await company.draft({ lines: [{ description: "Work", quantity: 1, unit_price: 5 }] });
    await must(company, `PATCH /invoices/${id}`, { notes: "Later" });
    await must(company, `DELETE /invoices/${id}`);
    expect(await rowsOf(company)).toEqual([]);
  });

  test("lose nothing when several nodes add them up while invoices are issued and paid", async () => {
    const { company } = await openDashboard(service);
    const work = Array.from({ length: 12 }, async (_, index) => {
      const id = await issued(company, String(index + 1));
      await pay(company, id, "1", "2026-11-10T10:00:00Z");
    });
    const passes = Array.from({ length: 20 }, () => addUpTotals(service.context));
    await Promise.all([...work, ...passes]);
    expect(await differences(company)).toEqual([]);
    await addUpTotals(service.context);
    expect(await differences(company)).toEqual([]);
  });

  test("of each company are compared with its records once a day, and corrected", async () => {
    const { company } = await openDashboard(service);
    let { company: other } = await openDashboard(service);
    while (other.id % 24 === company.id % 24) ({ company: other } = await openDashboard(service));
    await issued(company, "10");
    await issued(other, "10");
    await service.context.db.query(
      "update record_totals set amount = amount + 1 where kind = 'owed' and company_id = any($1::int8[])",
      [[company.id, other.id]],
    );
    expect(await differences(company)).toMatchObject([{ kind: "owed", computed: "10.00", kept: "11.00" }]);
    const hour = (at: number) => {
      const clock = { now: () => new Date(Date.UTC(2026, 10, 15, at)) };
      return checkTotals({ ...service.context, clock: { ...service.context.clock, ...clock } });
    };
    const turns = [company.id % 24, other.id % 24];
    expect(await hour([0, 1, 2].find((each) => !turns.includes(each))!)).toBe(0);
    expect(await hour(company.id % 24)).toBe(1);
    expect(await differences(company)).toEqual([]);
    expect(await differences(other)).not.toEqual([]);
    expect(await hour(other.id % 24)).toBe(1);
  });
});

test("records of the version before are added up by the migration, with what is written while it runs", async () => {
  const folder = new URL("../../../../migrations/", import.meta.url);
  const files = readdirSync(folder).sort();
  const own = files.find((name) => name.endsWith("_totals_are_kept.sql"))!;
  const textOf = (name: string) =>
    readFileSync(new URL(name, folder), "utf8")
      .replaceAll(/index concurrently/g, "index")
      .replaceAll(/ and (\w+\.)?ctid between \$1 and \$2/g, "");
  const fresh = await freshDatabase();
  const db = openDatabase({
    connectionString: fresh.connectionString,
    connectionsMax: 1,
    onError: () => undefined,
  });
  const now = "timestamptz '2026-11-01 10:00'";
  const addInvoice = (number: string) =>
    db.query(`insert into invoices (company_id, status, number, customer_id, customer_snapshot, supplier_snapshot,
        invoice_date, due_date, currency, subtotal, tax_total, total, taxes, source, portal_secret, metadata, created_at, updated_at)
      values (1, 'open', '${number}', 1, '{}', '{}', '2026-11-01', '2026-12-01', 'NGN', 5, 0, 5, '[]', 'api', 's', '{}', ${now}, ${now})`);
  try {
    for (const name of files.filter((name) => name < own)) await db.query(textOf(name));
    await db.query(
      `insert into companies (id, name, email, created_at, updated_at) values (1, 'A', 'a@b.example', ${now}, ${now})`,
    );
    await db.query(`insert into customers (company_id, id, name, kind, metadata, created_at, updated_at)
      values (1, 1, 'C', 'business', '{}', ${now}, ${now})`);
    await addInvoice("A-1");
    const [triggers, addition] = textOf(own).split("-- Whatever was written") as [string, string];
    await db.query(triggers);
    await addInvoice("A-2");
    await db.query(`-- ${addition}`);
    await addInvoice("A-3");
    for (const name of files.filter((name) => name > own)) await db.query(textOf(name));
    expect(await findDifferences(db, 1)).toEqual([]);
    const owed = "select sum(amount)::text as sum from record_totals where kind = 'owed'";
    expect(Number((await db.query<{ sum: string }>(owed))[0]!.sum)).toBe(15);
  } finally {
    await db.close();
    await fresh.drop();
  }
});
