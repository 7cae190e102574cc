import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";

const othersSql = "from payment_allocations a where a.company_id = p.company_id and a.payment_id = p.id";
const ownSql = `p.amount - p.unallocated_amount - (select coalesce(sum(a.amount), 0) ${othersSql})`;

/** The payments of the company `$1` as their events describe them: `id`, and `fields` under the names of the contract. */
export const paymentsForBooksSql =
  fragment(`select p.id, jsonb_build_object('amount', p.amount, 'currency', p.currency, 'invoice_id', p.invoice_id,
    'method', p.method, 'unallocated_amount', p.unallocated_amount, 'amount_refunded', p.amount_refunded,
    'reversed', p.reversed_at is not null,
    'allocations', (select coalesce(jsonb_object_agg(s.invoice_id, s.amount), '{}') from (
      select s.invoice_id, sum(s.amount) as amount from (
        select p.invoice_id, ${ownSql} as amount
        union all
        select a.invoice_id, a.amount ${othersSql}
      ) s where s.amount <> 0 and p.reversed_at is null group by s.invoice_id
    ) s)) as fields
  from payments p where p.company_id = $1`);

const allocated = statement(
  "payment_allocated_to_invoices",
  `select i.id, (
     select coalesce(sum(s.amount), 0) from (
       select ${ownSql} as amount from payments p
       where p.company_id = $1 and p.invoice_id = i.id and p.reversed_at is null
       union all
       select a.amount from payment_allocations a join payments p on p.company_id = a.company_id and p.id = a.payment_id
       where a.company_id = $1 and a.invoice_id = i.id and p.reversed_at is null
     ) s
   ) as amount
   from unnest($2::int8[]) i(id)`,
);

/** What all payments together have paid of each of these invoices. */
export async function readAllocated(
  db: Queryable,
  companyId: number,
  invoiceIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; amount: string }>(allocated, [companyId, invoiceIds]);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
