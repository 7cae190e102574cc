import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { customerOfInvoiceSql, invoiceBalancesSql } from "../../billing/invoices/service.ts";

/** The money of the payment `p` that pays no invoice and is not on its way back; refunds take this money first. */
const freeSql = `p.unallocated_amount - p.amount_refunded - (select coalesce(sum(f.amount), 0) from refunds f
  where f.company_id = p.company_id and f.payment_id = p.id and f.status = 'pending')`;

// Unallocated payments are few, because somebody has to deal with each; so they are read once for all customers.
const read = statement(
  "customer_balance",
  `with unallocated as materialized (
     select ${customerOfInvoiceSql("p.company_id", "p.invoice_id")} as customer_id, p.currency, ${freeSql} as credit
     from payments p where p.company_id = $1 and p.invoice_id is not null
       and p.unallocated_amount > p.amount_refunded and p.reversed_at is null
   )
   select c.id, (
     select coalesce(json_agg(b order by b.currency), '[]') from (
       select s.currency, sum(s.due) as due, sum(s.overdue) as overdue, sum(s.credit) as credit from (
         ${invoiceBalancesSql("$1", "c.id", "$2::date")}
         union all
         select u.currency, 0, 0, u.credit from unallocated u where u.customer_id = c.id and u.credit > 0
       ) s group by s.currency having sum(s.due) > 0 or sum(s.credit) > 0
     ) b
   ) as json from unnest($3::int8[]) c(id)`,
);

/** What customers owe, and what they have paid or been credited beyond that, by currency. */
export async function readCustomerBalances(
  db: Queryable,
  companyId: number,
  today: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Json>> {
  const rows = await db.query<{ id: number; json: Json }>(read, [companyId, today, ids]);
  return new Map(rows.map(({ id, json }) => [id, json]));
}
