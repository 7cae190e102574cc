import { type Queryable, statement } from "../../../platform/db/database.ts";

const settle = statement(
  "invoice_settle",
  `update invoices set amount_paid = amount_paid + $4, amount_credited = amount_credited + $5, status = $6,
     paid_at = case when $6 = 'paid' then coalesce(paid_at, $7) end, updated_at = $3,
     payment_unreported = payment_unreported or ($6 = 'paid' and fiscal_status = 'registered')
   where company_id = $1 and id = $2`,
);

export async function settleRow(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  settled: { paid: string; credited: string; status: "partially_paid" | "paid" | "open"; paidAt: Date },
): Promise<void> {
  await tx.query(settle, [
    companyId,
    id,
    now,
    settled.paid,
    settled.credited,
    settled.status,
    settled.paidAt,
  ]);
}

const refund = statement(
  "invoice_refund",
  "update invoices set amount_refunded = amount_refunded + $4, updated_at = $3 where company_id = $1 and id = $2",
);

export async function refundRow(tx: Queryable, companyId: number, id: number, now: Date, amount: string) {
  await tx.query(refund, [companyId, id, now, amount]);
}

/** What a document shows of its registration with the revenue authority. */
export type FiscalColumns = { status: string; irn: string | null; fiscal: object | null };

// A payment that came before the registration is reported to the authority too.
const setFiscal = statement(
  "invoice_set_fiscal",
  `update invoices set fiscal_status = $3, irn = $4, fiscal = $5, updated_at = $6,
     payment_unreported = $3 <> 'cancelled' and (payment_unreported or ($3 = 'registered' and status = 'paid'))
   where company_id = $1 and id = $2`,
);

export async function setInvoiceFiscal(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  { status, irn, fiscal }: FiscalColumns,
): Promise<void> {
  await tx.query(setFiscal, [companyId, id, status, irn, fiscal && JSON.stringify(fiscal), now]);
}

const paymentReported = statement(
  "invoice_payment_reported",
  "update invoices set payment_unreported = false where company_id = $1 and id = $2",
);

/** The authority knows now that the invoice is paid. */
export async function markPaymentReported(db: Queryable, companyId: number, id: number): Promise<void> {
  await db.query(paymentReported, [companyId, id]);
}
