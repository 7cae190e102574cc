import { difference } from "./sums.ts";

/** How a figure differs from that of the period before. A percentage of nothing does not exist, so it is left out. */
export type Comparison =
  | { kind: "none" | "same" | "new" }
  | { kind: "up" | "down"; by: string; percent: number };

export function compare(now: number | string, before: number | string): Comparison {
  const by = difference(now, before);
  if (Number(now) === 0 && Number(before) === 0) return { kind: "none" };
  if (by === "0") return { kind: "same" };
  if (Number(before) === 0) return { kind: "new" };
  return { kind: by.startsWith("-") ? "down" : "up", by, percent: Number(by) / Number(before) };
}
