import { dateIn } from "../../../service/src/platform/values/clock.ts";
import type { InvoiceRow } from "../dashboard/records.ts";
import { texts } from "../texts/invoice-list.ts";
import { DateText, useRegion } from "../ui/values.tsx";

/** How far ahead a due date is near enough to say in days. */
const nearDays = 7;

type Props = { invoice: Pick<InvoiceRow, "status" | "due_date"> };

/** The due date, and while money is owed how many days it is away when that is few, or past. */
export function DueDate({ invoice: { status, due_date } }: Props) {
  const { timeZone } = useRegion();
  const isOwed = status === "open" || status === "partially_paid";
  const days = daysUntil(due_date, dateIn(timeZone, new Date()));
  return (
    <span className="whitespace-nowrap">
      <DateText value={due_date} />
      {isOwed && days <= nearDays && (
        <span className={`block text-sm ${days < 0 ? "text-bad" : "text-muted"}`}>{hint(days)}</span>
      )}
    </span>
  );
}

function hint(days: number): string {
  if (days < 0) return texts.daysOverdue(-days);
  return days === 0 ? texts.dueToday : texts.dueInDays(days);
}

/** Whole days from today to a date; negative once it is past. Both are ISO dates. */
export function daysUntil(date: string, today: string): number {
  return Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000);
}
