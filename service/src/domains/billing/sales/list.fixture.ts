import { noon, type TestCompany, type TestService } from "../../../../test/harness.ts";

/** Many open sales of one customer, numbered by their currency, written straight into the table. */
export async function insertSales(
  { context }: TestService,
  company: TestCompany,
  customerId: number,
  count: number,
  currency = "NGN",
): Promise<void> {
  await context.db.query(
    `insert into sales (company_id, number, status, customer_id, currency, subtotal, tax_total, total, taxes, source,
       metadata, created_at, updated_at)
     select $1, $5 || '-' || n, 'open', $2, $5, 1, 0, 1, '[]', 'api', '{}', $3, $3 from generate_series(1, $4::int) n`,
    [company.id, customerId, noon, count, currency],
  );
}
