import { sum } from "./sums.ts";

/** The values of one day, one per series of the chart. */
export type Day = { date: string; values: readonly (number | string)[] };

/** Several days as one bar. Amounts stay decimal text, because they are shown as well as drawn. */
export type Bar = { from: string; to: string; values: string[] };

export type Unit = "day" | "week" | "month";

/** Chosen so that a phone has room for all bars. */
export function unitFor(days: number): Unit {
  if (days <= 31) return "day";
  return days <= 183 ? "week" : "month";
}

export function gather(days: readonly Day[], unit: Unit): Bar[] {
  const bars: Bar[] = [];
  let key = "";
  days.forEach((day, index) => {
    const next = keyOf(day.date, index, days.length, unit);
    const last = bars.at(-1);
    if (last && next === key) extend(last, day);
    else bars.push({ from: day.date, to: day.date, values: day.values.map((value) => sum([value])) });
    key = next;
  });
  return bars;
}

// Weeks are counted back from the last day, so that the newest bar is always a whole week.
function keyOf(date: string, index: number, count: number, unit: Unit): string {
  if (unit === "day") return date;
  return unit === "month" ? date.slice(0, 7) : String(Math.floor((count - 1 - index) / 7));
}

function extend(bar: Bar, { date, values }: Day): void {
  bar.to = date;
  bar.values = bar.values.map((value, index) => sum([value, values[index] ?? 0]));
}

/** The values of the grid lines: round numbers from zero to a little above the highest bar. */
export function ticksFor(highest: number, wanted = 4): number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough * 0.999)!;
  return Array.from({ length: Math.ceil(highest / step - 1e-9) + 1 }, (_, index) =>
    Number((index * step).toPrecision(12)),
  );
}
