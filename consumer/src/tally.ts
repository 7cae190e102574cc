import type { ProductFaults } from "./completeness.ts";
import type { Quarantined } from "./quarantine.ts";

/** How a run stands: what was counted since it began, and what holds now. */
export type Tally = {
  startedAt: number;
  registered: number;
  /** Ids of invoices that are in the authority's hands. */
  pending: Set<number>;
  quarantine: Map<number, Quarantined>;
  /** Neither registered nor refused in the last round. */
  left: number;
  products: ProductFaults;
};

export const createTally = (startedAt: number): Tally => ({
  startedAt,
  registered: 0,
  pending: new Set(),
  quarantine: new Map(),
  left: 0,
  products: new Map(),
});

export type Counts = {
  registered: number;
  pending: number;
  rejected: number;
  incomplete: number;
  left: number;
};

export function countsOf({ registered, pending, quarantine, left }: Tally): Counts {
  const incomplete = [...quarantine.values()].filter(({ state }) => state === "incomplete").length;
  return { registered, pending: pending.size, rejected: quarantine.size - incomplete, incomplete, left };
}
