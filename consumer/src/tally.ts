import type { ProductFaults } from "./completeness.ts";
import type { Quarantined } from "./quarantine.ts";

/** The state of a run: totals since it began, and current values. */
export type Tally = {
  startedAt: number;
  registered: number;
  /** The ids of invoices that the authority is deciding on. */
  pending: Set<number>;
  quarantine: Map<number, Quarantined>;
  /** Neither registered nor refused in the last round. */
  left: number;
  products: ProductFaults;
  /** The ids of those that this run has reported; earlier runs have reported the others. */
  reportedProducts: Set<number>;
};

export const createTally = (startedAt: number): Tally => ({
  startedAt,
  registered: 0,
  pending: new Set(),
  quarantine: new Map(),
  left: 0,
  products: new Map(),
  reportedProducts: new Set(),
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
