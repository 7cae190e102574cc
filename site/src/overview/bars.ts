import { formatDateRange, formatMonth, formatShortDate, type Region } from "../ui/format.ts";
import type { PlottedBar } from "./bar-chart.tsx";
import { type Day, gather, unitFor } from "./series.ts";

/** The days of a period as bars with labels. */
export function barsOf(days: readonly Day[], region: Region): PlottedBar[] {
  const unit = unitFor(days.length);
  return gather(days, unit).map(({ from, to, values }) => ({
    label: unit === "month" ? formatMonth(from, region) : formatShortDate(to, region),
    name: formatDateRange(from, to, region),
    values,
  }));
}
