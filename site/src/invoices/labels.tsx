import type { InvoiceEntry } from "../dashboard/records.ts";
import { texts } from "../texts/invoices.ts";
import { Badge, toneOf } from "../ui/badge.tsx";

/** "Overdue" is shown instead of "open", because it needs attention. */
export function InvoiceBadge({ invoice }: { invoice: Pick<InvoiceEntry, "status" | "overdue"> }) {
  const { status, overdue } = invoice;
  if (overdue) return <Badge tone="bad">{texts.overdue}</Badge>;
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

export function FiscalBadge({ status }: { status: InvoiceEntry["fiscal_status"] }) {
  if (status === "none") return <span className="text-sm text-muted">{texts.fiscalStatuses.none}</span>;
  return <Badge tone={toneOf(status)}>{texts.fiscalStatuses[status]}</Badge>;
}

/** The label of a payment method; unknown codes are shown as they are. */
export function methodName(method: string | null): string {
  if (!method) return "";
  return texts.pay.methods[method as keyof typeof texts.pay.methods] ?? method.replaceAll("_", " ");
}
