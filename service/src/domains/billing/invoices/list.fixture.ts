import { noon, type TestCompany, type TestService } from "../../../../test/harness.ts";

export const list = (company: TestCompany, query: Record<string, string | number> = {}) =>
  company.call(`GET /invoices?${new URLSearchParams(query as Record<string, string>)}`);

export const idsOf = async (
  company: TestCompany,
  query: Record<string, string | number>,
): Promise<number[]> => {
  const { status, body, text } = await list(company, query);
  if (status !== 200) throw new Error(text);
  return body.invoices.map(({ id }: { id: number }) => id);
};

/** Many open invoices of one customer, numbered by their currency, written straight into the table. */
export async function insertInvoices(
  { context }: TestService,
  company: TestCompany,
  customerId: number,
  count: number,
  currency = "NGN",
): Promise<void> {
  await context.db.query(
    `insert into invoices (company_id, status, number, customer_id, customer_snapshot, supplier_snapshot, invoice_date,
       due_date, currency, subtotal, tax_total, total, taxes, source, portal_secret, metadata, created_at, updated_at)
     select $1, 'open', $5 || '-' || n, $2, '{}', '{}', '2026-11-01', '2026-12-01', $5, 1, 0, 1, '[]', 'api', 's', '{}',
       $3, $3 from generate_series(1, $4::int) n`,
    [company.id, customerId, noon, count, currency],
  );
}
