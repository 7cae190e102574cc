import type { Adjustment } from "../../../../service/src/domains/billing/lines/adjustments.ts";
import { parseDecimal } from "../../../../service/src/platform/values/money.ts";
import { plain } from "../../ui/decimals.ts";
import type { Line } from "../records.ts";

/** A discount or a charge in a form, as typed. */
export type AdjustmentForm = {
  /** The React key of the row. */
  key: string;
  kind: "discount" | "charge";
  unit: "percent" | "amount";
  value: string;
  reason: string;
};

type Given = Line["discounts"][number];
type Lists = { discounts: readonly Given[]; charges: readonly Given[] };

/** The most that the service takes of each kind. */
export const adjustmentsMax = 5;

export const emptyAdjustment = (kind: AdjustmentForm["kind"], value = ""): AdjustmentForm => ({
  key: crypto.randomUUID(),
  kind,
  unit: "percent",
  value,
  reason: "",
});

export const fromLists = ({ discounts, charges }: Lists): AdjustmentForm[] => [
  ...discounts.map((given) => fromGiven("discount", given)),
  ...charges.map((given) => fromGiven("charge", given)),
];

function fromGiven(kind: AdjustmentForm["kind"], { percent, amount, reason }: Given): AdjustmentForm {
  const unit = percent === undefined ? "amount" : "percent";
  return { ...emptyAdjustment(kind, String(percent ?? amount)), unit, reason: reason ?? "" };
}

/** A row in which nothing was entered is not sent. */
const isFilled = ({ value, reason }: AdjustmentForm) => value.trim() !== "" || reason.trim() !== "";

export function toLists(rows: readonly AdjustmentForm[]) {
  const listOf = (wanted: AdjustmentForm["kind"]) =>
    rows
      .filter((row) => row.kind === wanted && isFilled(row))
      .map(({ unit, value, reason }) => ({ [unit]: plain(value), reason: reason.trim() || null }));
  return { discounts: listOf("discount"), charges: listOf("charge") };
}

/** The API's name of a row: `discounts[1]`. Undefined for one that is not sent. */
export function nameOf(rows: readonly AdjustmentForm[], index: number): string | undefined {
  const row = rows[index]!;
  if (!isFilled(row)) return undefined;
  const place = rows.slice(0, index).filter((each) => each.kind === row.kind && isFilled(each)).length;
  return `${row.kind}s[${place}]`;
}

/** Those that can be read, for the totals that are shown while somebody types. */
export function readable(rows: readonly AdjustmentForm[]): {
  discounts: Adjustment[];
  charges: Adjustment[];
} {
  const listOf = (wanted: AdjustmentForm["kind"]) =>
    rows.flatMap(({ kind, unit, value }): Adjustment[] => {
      const number = kind === wanted ? parseDecimal(plain(value)) : undefined;
      if (!number || number.lt(0)) return [];
      return [unit === "percent" ? { percent: number } : { amount: number }];
    });
  return { discounts: listOf("discount"), charges: listOf("charge") };
}
