import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

// NUMBER_DRAFTS=2000 makes a long run.
const drafts = Number(process.env.NUMBER_DRAFTS ?? 800);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Runs the work with this many clients, each going on to the next as soon as it is done with one. */
async function withClients(clients: number, work: readonly (() => Promise<unknown>)[]): Promise<void> {
  const rest = [...work].reverse();
  const client = async () => {
    for (let next = rest.pop(); next; next = rest.pop()) await next();
  };
  await Promise.all(Array.from({ length: clients }, client));
}

const numbersOf = async (company: TestCompany): Promise<string[]> => {
  const rows = await service.context.db.query<{ number: string }>(
    "select number from invoices where company_id = $1 and number is not null order by number",
    [company.id],
  );
  return rows.map(({ number }) => number);
};
const firstNumbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `INV-${String(index + 1).padStart(6, "0")}`);

/** Drafts straight into the table: making them is not what this file is about. */
async function insertDrafts(company: TestCompany, count: number): Promise<number[]> {
  const rows = await service.context.db.query<{ id: number }>(
    `with drafts as (
       insert into invoices (company_id, status, customer_id, invoice_date, due_date, currency, subtotal, tax_total,
         total, taxes, source, portal_secret, metadata, created_at, updated_at)
       select $1, 'draft', $2, '2026-11-15', '2026-12-15', 'NGN', 1, 0, 1, '[]', 'api', 'secret', '{}', $3, $3
       from generate_series(1, $4::int) returning company_id, id
     ), lines as (
       insert into invoice_lines (company_id, invoice_id, description, quantity, unit_price, tax_rate, tax_category,
         unit_code, net_amount, tax_amount, total_amount)
       select company_id, id, 'Work', 1, 1, 0, 'Z', 'C62', 1, 0, 1 from drafts
     ) select id from drafts`,
    [company.id, await company.customer(), service.clock.now(), count],
  );
  return rows.map(({ id }) => id);
}

/** Some issuing transactions of the company fail, at the update or only at the commit, after the number was drawn. */
async function makeSomeFail(company: TestCompany): Promise<() => Promise<void>> {
  const { db } = service.context;
  const name = `test_fail_${company.id}`;
  const failing = `new.company_id = ${company.id} and new.status = 'open'`;
  await db.query(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'the test makes this fail'; end $$`);
  await db.query(`create trigger ${name} before update on invoices for each row
    when (${failing} and new.id % 10 = 3) execute function ${name}()`);
  await db.query(`create constraint trigger ${name}_late after update on invoices deferrable initially deferred
    for each row when (${failing} and new.id % 10 = 7) execute function ${name}()`);
  return async () => {
    await db.query(`drop trigger ${name} on invoices`);
    await db.query(`drop trigger ${name}_late on invoices`);
    await db.query(`drop function ${name}()`);
  };
}

describe("numbers of one company", () => {
  test("have no gap and no repeat under 64 clients, where a fifth of the transactions fails midway", async () => {
    const company = await service.company();
    const ids = await insertDrafts(company, drafts);
    const stopFailing = await makeSomeFail(company);
    const statuses = new Map<number, number>();
    // A busy machine may answer 503 before the commit: asked again with the same key, it says what came of it.
    const issue = (id: number) => async () => {
      const headers = { "Idempotency-Key": randomUUID() };
      let status: number;
      do ({ status } = await company.call(`POST /invoices/${id}/issue`, { headers }));
      while (status === 503);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    try {
      // Some are issued twice, at about the same time.
      await withClients(
        64,
        ids.flatMap((id) => (id % 10 === 0 ? [issue(id), issue(id)] : [issue(id)])),
      );
    } finally {
      await stopFailing();
    }
    const failed = ids.filter((id) => id % 10 === 3 || id % 10 === 7);
    const twice = ids.filter((id) => id % 10 === 0);
    expect(Object.fromEntries(statuses)).toEqual({
      200: drafts - failed.length,
      422: twice.length,
      500: failed.length,
    });
    expect(await numbersOf(company)).toEqual(firstNumbers(drafts - failed.length));
    // Those that failed are drafts still, and carry on where the numbers stopped.
    await withClients(64, failed.map(issue));
    expect(await numbersOf(company)).toEqual(firstNumbers(drafts));
  }, 300_000);

  test("are unique when stripped to letters and digits: series that differ in dashes share one count", async () => {
    const company = await service.company({ profile: { invoice_series: "A-B" } });
    const issue = async () => {
      const { id } = await company.draft();
      return (await company.call(`POST /invoices/${id}/issue`)).body.invoice.number as string;
    };
    expect(await issue()).toBe("A-B-000001");
    await service.context.db.query("update companies set invoice_series = 'AB' where id = $1", [company.id]);
    await service.context.db.query("select pg_notify('billfold_companies', $1)", [String(company.id)]);
    // The node hears of it a moment later; until then it numbers in the old series, and never twice.
    const numbers = ["A-B-000001"];
    while (!numbers.at(-1)!.startsWith("AB-")) numbers.push(await issue());
    const stripped = numbers.map((number) => number.replace(/\W/g, ""));
    expect(stripped).toEqual(stripped.map((_, index) => `AB${String(index + 1).padStart(6, "0")}`));
  });

  test("beyond a million have the digits they need", async () => {
    const company = await service.company();
    await service.context.db.query(
      "insert into number_series (company_id, series, last_number) values ($1, 'INV', 999998)",
      [company.id],
    );
    const numbers: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await company.draft();
      numbers.push((await company.call(`POST /invoices/${id}/issue`)).body.invoice.number);
    }
    expect(numbers).toEqual(["INV-999999", "INV-1000000", "INV-1000001"]);
  });
});

describe("numbers of several companies", () => {
  test("are counted apart, also when all issue at once", async () => {
    const companies = [await service.company(), await service.company(), await service.company()];
    const work: (() => Promise<unknown>)[] = [];
    for (const company of companies) {
      const customer_id = await company.customer();
      for (let count = 0; count < 15; count += 1) {
        work.push(async () => {
          const { id } = await company.draft({ customer_id });
          await company.call(`POST /invoices/${id}/issue`);
        });
      }
    }
    await withClients(20, work);
    for (const company of companies) expect(await numbersOf(company)).toEqual(firstNumbers(15));
  });
});
