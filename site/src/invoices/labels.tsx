import type { InvoiceEntry } from "../dashboard/records.ts";
import { texts } from "../texts/invoices.ts";
import { Badge, toneOf } from "../ui/badge.tsx";

type Settlement = Pick<InvoiceEntry, "total" | "amount_paid" | "amount_credited">;

/** Nothing is owed any more and nothing was ever paid: the API calls it paid, but no reader would. */
export const isCreditedInFull = ({ total, amount_paid, amount_credited }: Partial<Settlement>): boolean =>
  amount_paid === 0 && amount_credited !== undefined && amount_credited > 0 && amount_credited === total;

type Labelled = Pick<InvoiceEntry, "status" | "overdue"> & Partial<Settlement>;

/** "Overdue" is shown instead of "open", because it needs attention, and "Credited" instead of "paid", if nobody paid. */
export function InvoiceBadge({ invoice }: { invoice: Labelled }) {
  const { status, overdue } = invoice;
  if (overdue) return <Badge tone="bad">{texts.overdue}</Badge>;
  if (status === "paid" && isCreditedInFull(invoice)) return <Badge>{texts.credited}</Badge>;
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}

export function FiscalBadge({ status }: { status: InvoiceEntry["fiscal_status"] }) {
  if (status === "none") return <span className="text-sm text-muted">{texts.fiscalStatuses.none}</span>;
  return <Badge tone={toneOf(status)}>{texts.fiscalStatuses[status]}</Badge>;
}

/** The label of a payment method; unknown codes are shown as they are. */
export function methodName(method: string | null): string {
  if (!method) return "";
  return texts.methods[method as keyof typeof texts.methods] ?? method.replaceAll("_", " ");
}
