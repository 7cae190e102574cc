import { amountSql, comparedSql, detailSql, objectSql, trimmedSql } from "../../../platform/db/compared.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import { isoSql, jsonOf } from "../../../platform/db/sql.ts";
import { refundFields } from "./queries.ts";

const othersSql = "from payment_allocations a where a.company_id = p.company_id and a.payment_id = p.id";
const ownSql = `p.amount - p.unallocated_amount - (select coalesce(sum(a.amount), 0) ${othersSql})`;

const allocationsSql = (aggregate: string) => `(select coalesce(${aggregate}) from (
    select s.invoice_id, sum(s.amount) as amount from (
      select p.invoice_id, ${ownSql} as amount
      union all
      select a.invoice_id, a.amount ${othersSql}
    ) s where s.amount <> 0 and p.reversed_at is null group by s.invoice_id
  ) s)`;

const refundsSql = `(select jsonb_agg(${jsonOf(refundFields)} order by f.id) from refunds f
    where f.company_id = p.company_id and f.payment_id = p.id and f.status = 'done')`;

/** In the order in which the replay has them. A refund counts once the money has gone. */
const detailsSql = {
  reference: detailSql("p.reference"),
  certificate_number: detailSql("p.certificate_number"),
  note: detailSql("p.note"),
  metadata: objectSql("p.metadata"),
  source: detailSql("p.source"),
  quantity: detailSql("p.quantity"),
  gateway: detailSql("p.gateway"),
  gateway_reference: detailSql("p.gateway_reference"),
  refunds: trimmedSql(`coalesce(${refundsSql}, '[]')`),
  paid_at: detailSql(isoSql("p.paid_at")),
  reversed_at: detailSql(isoSql("p.reversed_at")),
  reversal_reason: detailSql("p.reversal_reason"),
  created_at: detailSql(isoSql("p.created_at")),
};

/** The payments of the company `$1` as their events describe them. */
export const paymentsForBooksSql = fragment(
  `select p.id, ${comparedSql(
    {
      amount: amountSql("p.amount"),
      currency: "p.currency",
      invoice_id: "p.invoice_id",
      method: "p.method",
      unallocated_amount: amountSql("p.unallocated_amount"),
      amount_refunded: amountSql("p.amount_refunded"),
      reversed: { text: "(p.reversed_at is not null)::text", json: "p.reversed_at is not null" },
      allocations: {
        text: allocationsSql(
          "string_agg(concat(s.invoice_id, ':', trim_scale(s.amount)), ';' order by s.invoice_id), ''",
        ),
        json: allocationsSql("jsonb_object_agg(s.invoice_id, s.amount), '{}'"),
      },
    },
    detailsSql,
  )} from payments p where p.company_id = $1`,
);

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
