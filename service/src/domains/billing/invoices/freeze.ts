import type { Change } from "../../../context.ts";
import { drawNumber } from "../numbering/service.ts";
import { accountingAtIssue } from "./accounting.ts";
import { freezeInvoice } from "./queries.ts";
import type { InvoiceRecord } from "./record.ts";

/** Gives a locked draft its number and fixes what it says, also of what it comes to in the accounting currency. */
export async function freezeDraft(
  { tx, company, now }: Change,
  record: InvoiceRecord,
  status: "open" | "paid",
): Promise<void> {
  // Both queries leave in one packet; for an invoice in the company's own currency there is only the first.
  const [number, accounting] = await Promise.all([
    drawNumber(tx, company.id, company.invoiceSeries),
    accountingAtIssue(tx, company.id, record),
  ]);
  await freezeInvoice(tx, company.id, record.id, now, { number, status, accounting });
}
