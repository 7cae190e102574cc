import { addDays, isCalendarDate } from "../../../service/src/platform/values/clock.ts";
import type { Days } from "./overview.ts";

export const presets = ["month", "last_month", "30", "90", "365"] as const;
export type Preset = (typeof presets)[number];
export type PeriodChoice = Preset | "custom";

const standard: Preset = "90";
const daysMax = 366;

export type Period = Days & { choice: PeriodChoice };

/** The period that the address names: a preset, or two days. Anything else is the standard one. */
export function periodIn(
  { range, from, to }: { range?: string; from?: string; to?: string },
  today: string,
): Period {
  if (range === "custom" && isCustom(from, to)) return { choice: "custom", from, to: to! };
  const choice = presets.find((each) => each === range) ?? standard;
  return { choice, ...daysOf(choice, today) };
}

/** Why two days are not a period, if they are not. */
export function periodFault(from: string, to: string): "missing" | "order" | "length" | undefined {
  if (!isCalendarDate(from) || !isCalendarDate(to)) return "missing";
  if (from > to) return "order";
  return addDays(from, daysMax) <= to ? "length" : undefined;
}

const isCustom = (from: string | undefined, to: string | undefined): from is string =>
  from !== undefined && to !== undefined && periodFault(from, to) === undefined;

export function daysOf(preset: Preset, today: string): Days {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  if (preset === "month") return { from: firstOfMonth, to: today };
  if (preset !== "last_month") return { from: addDays(today, 1 - Number(preset)), to: today };
  const to = addDays(firstOfMonth, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}
