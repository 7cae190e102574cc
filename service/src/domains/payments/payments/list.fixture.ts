import type { TestCompany, TestService } from "../../../../test/harness.ts";

/** Many payments of an invoice at once, a second apart. */
export async function insertPayments(
  { context }: TestService,
  { id }: TestCompany,
  invoiceId: number,
  count: number,
  method = "cash",
): Promise<void> {
  await context.db.query(
    `insert into payments (company_id, invoice_id, amount, currency, method, source, paid_at, created_at)
     select $1, $2, 1, 'NGN', $4, 'api', now() - n * interval '1 s', now() - n * interval '1 s'
     from generate_series(1, $3::int) n`,
    [id, invoiceId, count, method],
  );
}
