/**
 * A model of what payments, credit, refunds, reversals and disputes do to several invoices of one customer: whole numbers
 * of the smallest unit, and nothing of the program in it. It keeps what was done, and derives what an invoice says.
 */
export type Model = { invoices: InvoiceModel[]; payments: PaymentModel[]; notes: NoteModel[] };

type InvoiceModel = {
  total: bigint;
  /** What the buyer deducts of the total. */
  withheld: bigint;
  stage: "draft" | "issued" | "written off" | "void";
};
type Share = { invoice: number; amount: bigint };
type PaymentModel = {
  amount: bigint;
  isWithheld: boolean;
  isFromGateway: boolean;
  /** In the order in which they were first paid, an invoice once. */
  shares: Share[];
  refunded: bigint;
  /** Asked of the gateway, and not yet done. */
  pending: bigint;
  isReversed: boolean;
  dispute: "open" | "won" | "lost" | null;
};
type NoteModel = { invoice: number; total: bigint; applied: Share[] };

export type Step =
  | { act: "pay"; amount: bigint; shares: Share[]; isWithheld: boolean }
  | { act: "receive"; amount: bigint }
  | { act: "allocate"; payment: number; shares: Share[] }
  | { act: "credit"; invoice: number; amount: bigint }
  | { act: "apply"; note: number; invoice: number; amount: bigint }
  | { act: "refund"; payment: number; amount: bigint }
  | { act: "reverse"; payment: number }
  | { act: "dispute"; payment: number; status: "open" | "won" | "lost"; amount: bigint }
  | { act: "issue" | "void" | "write_off"; invoice: number };

const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);
const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
const smaller = (one: bigint, other: bigint) => (one < other ? one : other);

const partOf = (shares: Share[], invoice: number) =>
  sum(shares.filter((share) => share.invoice === invoice).map(({ amount }) => amount));

export const unallocatedOf = (payment: PaymentModel) =>
  payment.amount - sum(payment.shares.map(({ amount }) => amount));

/** Money that nobody has claimed is given back first, and then that of each invoice in turn. */
function givenBack(payment: PaymentModel, invoice: number, total: bigint): bigint {
  let rest = positive(total - unallocatedOf(payment));
  for (const share of payment.shares) {
    const part = smaller(rest, share.amount);
    if (share.invoice === invoice) return part;
    rest -= part;
  }
  return 0n;
}

export type Derived = {
  status: "draft" | "open" | "partially_paid" | "paid" | "void" | "uncollectible";
  amount_paid: bigint;
  amount_credited: bigint;
  amount_refunded: bigint;
  credit_applied: bigint;
  credit_applied_elsewhere: bigint;
  amount_due: bigint;
  amount_payable: bigint;
  amount_to_refund: bigint;
};

export function derive(model: Model, invoice: number): Derived {
  const { total, withheld, stage } = model.invoices[invoice]!;
  const counted = model.payments.filter(({ isReversed }) => !isReversed);
  const own = model.notes.filter((note) => note.invoice === invoice);
  const paid = sum(counted.map(({ shares }) => partOf(shares, invoice)));
  const withheldPaid = sum(
    counted.map(({ shares, isWithheld }) => (isWithheld ? partOf(shares, invoice) : 0n)),
  );
  const credited = sum(own.map((note) => note.total));
  const appliedHere = sum(model.notes.map(({ applied }) => partOf(applied, invoice)));
  const appliedElsewhere = sum(own.flatMap(({ applied }) => applied.map(({ amount }) => amount)));
  const refunded = sum(counted.map((payment) => givenBack(payment, invoice, payment.refunded)));
  const balance = total + appliedElsewhere - credited - paid - appliedHere;
  const due = positive(balance);
  const status = () => {
    if (stage === "draft" || stage === "void") return stage;
    if (due === 0n) return "paid";
    if (stage === "written off") return "uncollectible";
    return paid + appliedHere > 0n ? "partially_paid" : "open";
  };
  return {
    status: status(),
    amount_paid: paid,
    amount_credited: credited,
    amount_refunded: refunded,
    credit_applied: appliedHere,
    credit_applied_elsewhere: appliedElsewhere,
    amount_due: due,
    amount_payable: positive(due - positive(withheld - withheldPaid)),
    amount_to_refund: positive(-balance - refunded),
  };
}

/** What the customer owes, and what is to their credit. */
export function deriveBalance(model: Model): { due: bigint; credit: bigint } {
  const derived = model.invoices.map((_, invoice) => derive(model, invoice));
  const owed = derived.filter(({ status }) => status === "open" || status === "partially_paid");
  // A payment that nothing was allocated of yet is nobody's.
  const known = model.payments.filter(({ isReversed, shares }) => !isReversed && shares.length > 0);
  return {
    due: sum(owed.map(({ amount_due }) => amount_due)),
    credit:
      sum(derived.map(({ amount_to_refund }) => amount_to_refund)) +
      sum(known.map((payment) => positive(freeOf(payment)))),
  };
}

export const freeOf = (payment: PaymentModel) => unallocatedOf(payment) - payment.refunded - payment.pending;
export const leftOf = ({ amount, refunded, pending }: PaymentModel) => amount - refunded - pending;

/** What of a credit note its own invoice does not need, and nobody was promised. */
export function spareOf(model: Model, note: NoteModel): bigint {
  const promised = sum(
    model.payments
      .filter(({ isReversed }) => !isReversed)
      .map(
        (payment) =>
          givenBack(payment, note.invoice, payment.refunded + payment.pending) -
          givenBack(payment, note.invoice, payment.refunded),
      ),
  );
  const unapplied = note.total - sum(note.applied.map(({ amount }) => amount));
  return smaller(unapplied, derive(model, note.invoice).amount_to_refund - promised);
}

/** What is so afterwards; undefined where the step must be refused. */
export function after(model: Model, step: Step): Model | undefined {
  const next = structuredClone(model);
  return perform(next, step) ? next : undefined;
}

/** Changes the model, and tells whether the step is allowed; a refused one may leave it changed. */
function perform(model: Model, step: Step): boolean {
  switch (step.act) {
    case "pay": {
      if (!settle(model, step.shares) || partsOf(step.shares) > step.amount) return false;
      model.payments.push({ ...received(step.amount), ...step, isFromGateway: false });
      return true;
    }
    case "receive":
      model.payments.push(received(step.amount));
      return true;
    case "allocate": {
      const payment = model.payments[step.payment]!;
      if (payment.isReversed || partsOf(step.shares) > freeOf(payment)) return false;
      if (!settle(model, step.shares)) return false;
      for (const share of step.shares) {
        const known = payment.shares.find(({ invoice }) => invoice === share.invoice);
        if (known) known.amount += share.amount;
        else payment.shares.push(share);
      }
      return true;
    }
    case "credit": {
      const { status, amount_credited } = derive(model, step.invoice);
      if (status === "draft" || status === "void") return false;
      if (step.amount <= 0n || amount_credited + step.amount > model.invoices[step.invoice]!.total)
        return false;
      model.notes.push({ invoice: step.invoice, total: step.amount, applied: [] });
      return true;
    }
    case "apply": {
      const note = model.notes[step.note]!;
      const isDraft = model.invoices[step.invoice]!.stage === "draft";
      if (note.invoice === step.invoice || isDraft || step.amount > spareOf(model, note)) return false;
      if (!settle(model, [step])) return false;
      note.applied.push({ invoice: step.invoice, amount: step.amount });
      return true;
    }
    case "refund": {
      const payment = model.payments[step.payment]!;
      if (payment.isReversed || step.amount <= 0n || step.amount > leftOf(payment)) return false;
      if (payment.isFromGateway) payment.pending += step.amount;
      else payment.refunded += step.amount;
      return true;
    }
    case "reverse": {
      const payment = model.payments[step.payment]!;
      if (payment.isReversed || payment.isFromGateway || payment.refunded > 0n) return false;
      payment.isReversed = true;
      return true;
    }
    case "dispute": {
      const payment = model.payments[step.payment]!;
      const order = [null, "open", "won", "lost"];
      if (order.indexOf(step.status) <= order.indexOf(payment.dispute)) return true;
      payment.dispute = step.status;
      if (step.status !== "lost" || payment.isReversed) return true;
      const lost = smaller(leftOf(payment), step.amount);
      if (lost === payment.amount) payment.isReversed = true;
      else payment.refunded += lost;
      return true;
    }
    default:
      return move(model, step.invoice, step.act);
  }
}

const partsOf = (shares: Share[]) => sum(shares.map(({ amount }) => amount));

const received = (amount: bigint): PaymentModel => ({
  amount,
  isWithheld: false,
  isFromGateway: true,
  shares: [],
  refunded: 0n,
  pending: 0n,
  isReversed: false,
  dispute: null,
});

/** Whether each invoice can be paid so much. A draft is issued by that; one that was written off is collected after all. */
function settle(model: Model, shares: Share[]): boolean {
  for (const { invoice, amount } of shares) {
    const { status, amount_due } = derive(model, invoice);
    if (status === "void" || status === "paid" || amount <= 0n || amount > amount_due) return false;
  }
  for (const { invoice } of shares) model.invoices[invoice]!.stage = "issued";
  return new Set(shares.map(({ invoice }) => invoice)).size === shares.length;
}

function move(model: Model, invoice: number, act: "issue" | "void" | "write_off"): boolean {
  const subject = model.invoices[invoice]!;
  const { status, amount_paid, credit_applied, credit_applied_elsewhere } = derive(model, invoice);
  if (act === "issue") {
    if (status !== "draft") return false;
    subject.stage = "issued";
    return true;
  }
  if (act === "write_off") {
    if (status !== "open" && status !== "partially_paid") return false;
    subject.stage = "written off";
    return true;
  }
  if (status === "paid" || status === "partially_paid" || status === "void") return false;
  if (amount_paid + credit_applied + credit_applied_elsewhere > 0n) return false;
  subject.stage = "void";
  return true;
}
