/**
 * A model of what money and credit do to one invoice, as simple as can be: whole numbers of the smallest unit, and
 * nothing of the program in it.
 */
export type Model = {
  status: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible";
  total: bigint;
  paid: bigint;
  credited: bigint;
  /** What the buyer deducts of the total, and what payments recorded of it. */
  withheld: bigint;
  withheldPaid: bigint;
  payments: { amount: bigint; refunded: bigint }[];
};

export type Step =
  | { act: "pay"; amount: bigint; method: "cash" | "withholding_tax" }
  | { act: "credit"; net: bigint; ratePerMille: bigint }
  | { act: "credit all" }
  | { act: "refund"; payment: number; amount: bigint | "all" }
  | { act: "issue" | "void" | "write_off" };

export const dueOf = ({ total, paid, credited }: Model): bigint => total - paid - credited;

/** What the buyer is asked for: what is due, without what they deduct and no payment has recorded. */
export function payableOf(model: Model): bigint {
  const open = model.withheld - model.withheldPaid;
  const payable = dueOf(model) - (open > 0n ? open : 0n);
  return payable > 0n ? payable : 0n;
}

/** What was paid beyond what the invoice comes to, and is not refunded. */
export function toRefundOf({ total, paid, credited, payments }: Model): bigint {
  const kept = payments.reduce((left, { refunded }) => left - refunded, paid);
  const beyond = kept - (total - credited);
  return beyond > 0n ? beyond : 0n;
}

/** Half up, as amounts are never negative. */
export const taxOn = (net: bigint, ratePerMille: bigint): bigint => (net * ratePerMille * 2n + 1000n) / 2000n;

/** What becomes of the invoice; undefined where the step must be refused. */
export function after(model: Model, step: Step): Model | undefined {
  switch (step.act) {
    case "pay":
      return pay(model, step);
    case "credit":
      return credit(model, step.net + taxOn(step.net, step.ratePerMille));
    case "credit all":
      return model.credited > 0n ? undefined : credit(model, model.total);
    case "refund":
      return refund(model, step);
    case "issue":
      return model.status === "draft" ? { ...model, status: "open" } : undefined;
    case "void":
      return ["paid", "void"].includes(model.status) || model.paid > 0n
        ? undefined
        : { ...model, status: "void" };
    case "write_off":
      return ["open", "partially_paid"].includes(model.status)
        ? { ...model, status: "uncollectible" }
        : undefined;
  }
}

function pay(model: Model, { amount, method }: Step & { act: "pay" }): Model | undefined {
  if (["paid", "void"].includes(model.status) || amount <= 0n || amount > dueOf(model)) return undefined;
  const status = amount === dueOf(model) ? "paid" : "partially_paid";
  const payments = [...model.payments, { amount, refunded: 0n }];
  const withheldPaid = model.withheldPaid + (method === "withholding_tax" ? amount : 0n);
  return { ...model, status, paid: model.paid + amount, withheldPaid, payments };
}

function credit(model: Model, amount: bigint): Model | undefined {
  if (["draft", "void"].includes(model.status)) return undefined;
  if (amount <= 0n || amount > model.total - model.credited) return undefined;
  const status = amount >= dueOf(model) ? "paid" : model.status;
  return { ...model, status, credited: model.credited + amount };
}

function refund(model: Model, step: { payment: number; amount: bigint | "all" }): Model | undefined {
  const known = model.payments[step.payment];
  if (!known) return undefined;
  const left = known.amount - known.refunded;
  const amount = step.amount === "all" ? left : step.amount;
  if (amount <= 0n || amount > left) return undefined;
  const payments = model.payments.with(step.payment, { ...known, refunded: known.refunded + amount });
  return { ...model, payments };
}
