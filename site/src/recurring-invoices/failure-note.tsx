import { InvoiceLink } from "../dashboard/record-links.tsx";
import type { RecurringInvoice } from "../dashboard/records.ts";
import { texts } from "../texts/recurring.ts";
import { formatDate } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { useRegion } from "../ui/values.tsx";

/** The last period that failed: why, and what to do about it. */
export function FailureNote({ failure }: { failure: NonNullable<RecurringInvoice["last_error"]> }) {
  const region = useRegion();
  const { date, message, invoice_id } = failure;
  return (
    <div role="status" className="flex gap-3 rounded-card bg-bad-tint px-4 py-3 text-bad">
      <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{texts.failure.title(formatDate(date, region))}</p>
        <p className="wrap-break-word">{message}</p>
        <p>
          {invoice_id === null ? texts.failure.nothing : texts.failure.draft}{" "}
          {invoice_id !== null && (
            <InvoiceLink id={invoice_id} number={texts.failure.open} draft="" none="" />
          )}
        </p>
      </div>
    </div>
  );
}
