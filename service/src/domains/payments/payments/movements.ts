import { fragment } from "../../../platform/db/fragments.ts";
import { customerOfInvoiceSql } from "../../billing/invoices/service.ts";
import { withholdingMethod } from "./schema.ts";

/**
 * What payments change about what customers owe, as rows like those of `billing/invoices/movements.ts`. A payment counts
 * whole for the customer of its first invoice, whatever is allocated of it; one without an invoice has no customer yet.
 */
const rowSql = (kind: string, id: string, zone: string, moment: string, amount: string) =>
  `select '${kind}' as kind, ${id} as record_id, (${moment} at time zone ${zone})::date as date,
     ${customerOfInvoiceSql("p.company_id", "p.invoice_id")} as customer_id, p.currency, ${amount} as amount, p.invoice_id,
     p.reference, p.method`;

/** Payments by when they were paid, also those that were reversed later. The condition is about the payment `p`. */
export const paymentMovementsSql = (zone: string, condition: string) =>
  fragment(`${rowSql("payment", "p.id", zone, "p.paid_at", "-p.amount")}
   from payments p where p.company_id = $1 and p.amount > 0 and ${condition}`);

export const reversalMovementsSql = (zone: string, condition: string) =>
  fragment(`${rowSql("reversal", "p.id", zone, "p.reversed_at", "p.amount")}
   from payments p where p.company_id = $1 and p.reversed_at is not null and p.id > 0 and ${condition}`);

/** Refunds `f` of the payment `p`, once the money has gone back. */
export const refundMovementsSql = (zone: string, condition: string) =>
  fragment(`${rowSql("refund", "f.id", zone, "f.settled_at", "f.amount")}
   from refunds f join payments p on p.company_id = f.company_id and p.id = f.payment_id
   where f.company_id = $1 and f.status = 'done' and ${condition}`);

/** Money that pays no invoice and was not refunded, as `customer_id`, `currency` and `amount` below zero. */
export const presentUnallocatedSql = fragment(`select
     ${customerOfInvoiceSql("p.company_id", "p.invoice_id")} as customer_id, p.currency,
     p.amount_refunded - p.unallocated_amount as amount
   from payments p where p.company_id = $1 and p.invoice_id is not null and p.unallocated_amount > p.amount_refunded
     and p.reversed_at is null
   union all
   select null, p.currency, p.amount_refunded - p.unallocated_amount
   from payments p where p.company_id = $1 and p.invoice_id is null and p.unallocated_amount > p.amount_refunded
     and p.reversed_at is null`);

const withheldSql = (amount: string) =>
  `case p.method when '${withholdingMethod}' then ${amount} else 0 end as withheld`;

const ownSql = `p.amount - p.unallocated_amount - (select coalesce(sum(a.amount), 0) from payment_allocations a
  where a.company_id = p.company_id and a.payment_id = p.id)`;

/**
 * What payments since a moment changed about single invoices, as `invoice_id`, `amount` and `withheld`. The first invoice
 * of a payment counts as paid when the payment was made; others since they were allocated.
 */
export const paymentsSinceSql = (moment: string) =>
  fragment(`select p.invoice_id, -s.own as amount, ${withheldSql("s.own")}
     from payments p cross join lateral (select ${ownSql} as own) s
     where p.company_id = $1 and p.paid_at >= ${moment} and p.amount > 0 and p.invoice_id is not null
   union all
   select a.invoice_id, -a.amount, ${withheldSql("a.amount")}
     from payment_allocations a join payments p on p.company_id = a.company_id and p.id = a.payment_id
     where a.company_id = $1 and a.created_at > '-infinity' and a.created_at >= ${moment}
   union all
   select p.invoice_id, s.own, ${withheldSql("-s.own")}
     from payments p cross join lateral (select ${ownSql} as own) s
     where p.company_id = $1 and p.reversed_at is not null and p.reversed_at >= ${moment} and p.id > 0 and p.invoice_id is not null
   union all
   select a.invoice_id, a.amount, ${withheldSql("-a.amount")} from payments p
     join payment_allocations a on a.company_id = p.company_id and a.payment_id = p.id
     where p.company_id = $1 and p.reversed_at is not null and p.reversed_at >= ${moment} and p.id > 0`);
