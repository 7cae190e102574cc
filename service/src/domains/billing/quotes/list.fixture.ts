import { noon, type TestCompany, type TestService } from "../../../../test/harness.ts";

/** Many draft quotes of one customer, numbered by their currency, written straight into the table. */
export async function insertQuotes(
  { context }: TestService,
  company: TestCompany,
  customerId: number,
  count: number,
  currency = "NGN",
): Promise<void> {
  await context.db.query(
    `insert into quotes (company_id, number, status, secret, customer_id, quote_date, valid_until, currency, subtotal,
       tax_total, total, taxes, source, metadata, created_at, updated_at)
     select $1, $5 || '-' || n, 'draft', 'secret', $2, $3::timestamptz::date, $3::timestamptz::date, $5, 1, 0, 1, '[]', 'api',
       '{}', $3, $3
     from generate_series(1, $4::int) n`,
    [company.id, customerId, noon, count, currency],
  );
}
