import type { Change, Context } from "../../../context.ts";
import { statement } from "../../../platform/db/database.ts";
import { type InvoiceRecord, lockInvoiceRow } from "../../billing/invoices/service.ts";
import { linkReferenceOf } from "./fields.ts";
import { createLink } from "./service.ts";

const findUsable = statement(
  "link_find_usable",
  `select r.id, r.secret from payment_links r
   where r.company_id = $1 and r.invoice_id = $2 and r.status = 'active' and r.expires_at > $3 and r.amount = $4
     and r.currency = $5
   order by r.created_at desc, r.id desc limit 1`,
);

/**
 * The reference of a link that asks for all that is owed on an invoice: one that exists, or else a new one. The invoice
 * is locked, so that two clicks give one link.
 */
export async function linkForInvoice(
  change: Change,
  config: Context["config"],
  invoiceId: number,
): Promise<string> {
  const { tx, company, now } = change;
  const { amount_payable: amount, currency } = JSON.parse(
    await lockInvoiceRow(change, invoiceId),
  ) as InvoiceRecord;
  // A link needs some time, or it expires while the buyer pays.
  const soon = new Date(now.getTime() + 15 * 60_000);
  const values = [company.id, invoiceId, soon, amount, currency];
  const [known] = await tx.query<{ id: number; secret: string }>(findUsable, values);
  if (known) return linkReferenceOf(known.id, known.secret);
  const link = await createLink(change, config, { amount, currency, invoice_id: invoiceId });
  return (JSON.parse(link) as { reference: string }).reference;
}
