import { addUp, type Part, step } from "../explanations/service.ts";

/** An explanation names so many records one by one. If there are more, they are counted by customer, tax group or month. */
export const explainedRecordsMax = 500;

/** So many parts are shown one by one, the largest first. */
const partsMax = 500;

/** What is not among the largest parts is one part, with how many records it has. */
export function largestFirst(parts: readonly Part[]): Part[] {
  const sorted = [...parts].sort((one, other) => other.amount.abs().cmp(one.amount.abs()));
  const rest = sorted.slice(partsMax);
  if (rest.length === 0) return sorted;
  const records = rest.reduce((sum, { inputs }) => sum + Number(inputs.records ?? 1), 0);
  return [
    ...sorted.slice(0, partsMax),
    step("records.more", addUp(rest), { inputs: { why: "many", records } }),
  ];
}
