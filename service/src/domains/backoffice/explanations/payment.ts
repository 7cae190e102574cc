import { Big } from "big.js";
import { type Amount, amountOf, type Part, step } from "./tree.ts";

/** A payment as its answer shows it. */
export type ExplainedPayment = {
  id: number;
  amount: number;
  currency: string;
  unallocated_amount: number;
  allocations: { invoice_id: number; amount: number }[];
  amount_refunded: number;
  refunds: { id: number; amount: number; status: "pending" | "done" | "failed" }[];
  reversed_at: string | null;
  reversal_reason: string | null;
};

const big = (value: number) => new Big(String(value));

/** What the money of a payment was used for. */
export function explainPayment(record: ExplainedPayment): Amount[] {
  const { currency, reversed_at, reversal_reason } = record;
  const named = (name: string, rule: Amount["rule"], amount: number, parts: readonly Part[]) =>
    amountOf(name, rule, big(amount), currency, parts);
  const used =
    reversed_at === null
      ? [
          ...record.allocations.map(({ invoice_id, amount }) =>
            step("payment.applied", big(amount), { inputs: { invoice: invoice_id } }),
          ),
          ...(record.unallocated_amount === 0
            ? []
            : [step("payment.unallocated", big(record.unallocated_amount))]),
        ]
      : [
          step("payment.reversed", big(record.amount), {
            inputs: { reversed_at, ...(reversal_reason === null ? {} : { reason: reversal_reason }) },
          }),
        ];
  return [
    named("amount", "payment.received", record.amount, used),
    named("unallocated_amount", "payment.unallocated", record.unallocated_amount, [
      ...(record.unallocated_amount === 0
        ? []
        : [step("payment.unallocated", big(record.unallocated_amount))]),
    ]),
    named(
      "amount_refunded",
      "refunds.total",
      record.amount_refunded,
      record.refunds
        .filter(({ status }) => status === "done")
        .map(({ id, amount }) => step("refund.recorded", big(amount), { inputs: { refund: id } })),
    ),
  ];
}
