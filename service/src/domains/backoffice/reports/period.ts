import type { Company } from "../../../contract/access.ts";
import { invalidField } from "../../../contract/errors.ts";
import { addDays } from "../../../platform/values/clock.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { Day } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const PeriodQuery = {
  from: Type.Optional({ ...Day, description: "The first day; the first of the month of `to` unless given." }),
  to: Type.Optional({ ...Day, description: "The last day; today, where the company is, unless given." }),
};

/** Days in the company's time zone; `since` and `until` are the same period as instants, the end excluded. */
export type Period = { from: string; to: string; since: Date; until: Date };

export const daysMax = 366;

export function periodOf(
  { timeZone }: Company,
  today: string,
  query: { from?: string; to?: string },
): Period {
  const to = query.to ?? today;
  const from = query.from ?? `${to.slice(0, 8)}01`;
  if (from > to) throw invalidField("from", `must not be after to (${to})`);
  if (addDays(from, daysMax) <= to) {
    throw invalidField(
      "from",
      `must be at most ${daysMax - 1} days before to (${to}); ask for less at a time`,
    );
  }
  const { created_from, created_to } = createdRange(timeZone, { created_from: from, created_to: to });
  return { from, to, since: created_from!, until: created_to! };
}

/** The moment at which a day has ended where the company is. */
export const endOfDay = ({ timeZone }: Company, day: string): Date =>
  createdRange(timeZone, { created_to: day }).created_to!;
