import { moving } from "../src/domains/billing/invoices/fixed.fixture.ts";
import type { TestCompany, TestService } from "./harness.ts";

/** An invoice as it is stored: `fixed` has every column that must not change once it is issued, and its lines. */
export type StoredInvoice = {
  id: number;
  status: string;
  fiscal_status: string;
  fixed: string;
  customer: string;
  supplier: string;
};

const without = (table: keyof typeof moving) => `'{${Object.keys(moving[table]).join(",")}}'::text[]`;
const invoicesSql = `select r.id, r.status, r.fiscal_status, (to_jsonb(r) - ${without("invoices")})::text || coalesce((
    select string_agg(to_jsonb(l)::text, E'\\n' order by l.id) from invoice_lines l
    where l.company_id = r.company_id and l.invoice_id = r.id), '') as fixed,
  r.customer_snapshot::text as customer, r.supplier_snapshot::text as supplier
  from invoices r where r.company_id = $1 order by r.id`;
const notesSql = `select n.id, (to_jsonb(n) - ${without("credit_notes")})::text || (
    select string_agg(to_jsonb(l)::text, E'\\n' order by l.id) from credit_note_lines l
    where l.company_id = n.company_id and l.credit_note_id = n.id) as fixed
  from credit_notes n where n.company_id = $1 order by n.id`;

export const readInvoices = async (
  { context }: TestService,
  company: TestCompany,
): Promise<Map<number, StoredInvoice>> =>
  new Map((await context.db.query<StoredInvoice>(invoicesSql, [company.id])).map((row) => [row.id, row]));

export const readCreditNotes = async (
  { context }: TestService,
  company: TestCompany,
): Promise<Map<number, string>> =>
  new Map(
    (await context.db.query<{ id: number; fixed: string }>(notesSql, [company.id])).map(
      ({ id, fixed }) => [id, fixed] as const,
    ),
  );
