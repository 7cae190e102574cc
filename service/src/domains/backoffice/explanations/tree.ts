import { Big } from "big.js";
import type { Rule } from "./rules.ts";

/** What a rule computed with: numbers as decimal text, and the names of records. */
export type Inputs = Record<string, string | number>;

/** How an amount that has more decimals than its currency became one that has not. */
export type Rounding = { exact: string; digits: number; method: "half_up" | "largest_remainder" };

/** A step of a computation. Its amount has a sign, so that the amounts of the parts add up to the whole. */
export type Step = {
  rule: Rule;
  amount: Big;
  inputs: Inputs;
  rounding: Rounding | null;
  /** Another amount of the same record, which has its own explanation. */
  explainedBy: string | null;
};

export type Part = Step & { parts: Step[] };

/** An amount of a record or report, under the name that it has there. */
export type Amount = {
  name: string;
  rule: Rule;
  amount: Big;
  currency: string;
  /** What the words about it need, such as the age of what is owed. */
  inputs: Inputs;
  parts: Part[];
};

const zero = new Big("0");
const exactDecimals = 10;

export function step(rule: Rule, amount: Big, given: Partial<Omit<Step, "rule" | "amount">> = {}): Part {
  return { rule, amount, inputs: {}, rounding: null, explainedBy: null, ...given, parts: [] };
}

/** A part that consists of steps, and comes to what they add up to. */
export function partOf(rule: Rule, steps: Step[], inputs: Inputs): Part {
  return { rule, amount: addUp(steps), inputs, rounding: null, explainedBy: null, parts: steps };
}

/** A part that stands for another amount of the record, added or taken off. */
export const refer = (
  { name, rule, amount, inputs }: Pick<Amount, "name" | "rule" | "amount" | "inputs">,
  sign: 1 | -1 = 1,
): Part => step(rule, sign === 1 ? amount : zero.minus(amount), { inputs, explainedBy: name });

/** Null where there was nothing to round. */
export function rounded(exact: Big, digits: number, method: Rounding["method"]): Rounding | null {
  return isWhole(exact, digits) ? null : { exact: plain(exact), digits, method };
}

/**
 * The amount as the record has it. Where the parts do not come to that, the difference is a part of its own, so that
 * nobody sees a computation that does not lead to what the document says.
 */
export function amountOf(
  name: string,
  rule: Rule,
  amount: Big,
  currency: string,
  parts: readonly Part[],
  inputs: Inputs = {},
): Amount {
  const difference = amount.minus(addUp(parts));
  const rest = difference.eq(zero) ? [] : [step("stored.difference", difference)];
  return { name, rule, amount, currency, inputs, parts: [...parts, ...rest] };
}

/** What no amount can be: below zero. */
export function notBelowZero(parts: readonly Part[]): Part[] {
  const sum = addUp(parts);
  return sum.lt(zero)
    ? [...parts, step("floor.zero", zero.minus(sum), { inputs: { sum: plain(sum) } })]
    : [...parts];
}

export const addUp = (steps: readonly Pick<Step, "amount">[]): Big =>
  steps.reduce((sum, { amount }) => sum.plus(amount), zero);

export const negative = (amount: Big): Big => zero.minus(amount);

/** At most ten decimals: an exact share may be a fraction that has no end. */
const plain = (exact: Big) => exact.round(exactDecimals, Big.roundHalfUp).toFixed();

const isWhole = (exact: Big, digits: number) => exact.round(digits, Big.roundDown).eq(exact);
