import { Big } from "big.js";
import { toPlain } from "../../../platform/values/money.ts";
import type { InvoiceRecord } from "../../billing/invoices/service.ts";
import { withholdingMethod } from "../../payments/payments/schema.ts";
import { type Amount, addUp, amountOf, negative, notBelowZero, type Part, refer, step } from "./tree.ts";

/** What became of an invoice since it was issued, as its answer shows it. */
export type SettledRecord = Pick<
  InvoiceRecord,
  | "id"
  | "currency"
  | "amount_paid"
  | "amount_credited"
  | "amount_refunded"
  | "credit_applied"
  | "credit_applied_elsewhere"
  | "amount_due"
  | "amount_payable"
  | "amount_to_refund"
>;

/** A payment that pays the invoice, in whole or among others. */
export type PaymentEntry = {
  id: number;
  amount_refunded: number;
  method: string | null;
  paid_at: string;
  allocations: { invoice_id: number; amount: number }[];
};

export type CreditNoteEntry = {
  id: number;
  number: string;
  total: number;
  applications: { invoice_id: number; amount: number }[];
};

/** Credit of another invoice that pays this one. */
export type AppliedCredit = { credit_note_id: number; number: string; amount: string };

export type Movements = {
  /** Undefined for a caller that may not read payments. */
  payments: PaymentEntry[] | undefined;
  creditNotes: CreditNoteEntry[];
  appliedCredits: AppliedCredit[];
};

const big = (value: number) => new Big(String(value));

/** How what is owed, payable and to be refunded follows from the total and what happened since. */
export function explainSettlement(
  record: SettledRecord,
  documentAmounts: readonly Amount[],
  movements: Movements,
): Amount[] {
  const total = documentAmounts.find(({ name }) => name === "total")!;
  const withholding = documentAmounts.find(({ name }) => name === "withholding_amount")!;
  const named = namedIn(record);
  const { paid, credited, refunded, applied, elsewhere } = explainMovements(record, movements);
  const balance = [
    refer(total),
    ...present(elsewhere, 1),
    ...present(credited, -1),
    ...present(paid, -1),
    ...present(applied, -1),
  ];
  const due = named("amount_due", "amount.due", big(record.amount_due), notBelowZero(balance));
  const payable = named("amount_payable", "amount.payable", big(record.amount_payable), [
    refer(due),
    ...withheldFrom(record, withholding, movements.payments),
  ]);
  const toRefund = named(
    "amount_to_refund",
    "amount.to_refund",
    big(record.amount_to_refund),
    notBelowZero([
      ...balance.map((part) => ({ ...part, amount: negative(part.amount) })),
      ...present(refunded, -1),
    ]),
  );
  return [paid, credited, refunded, applied, elsewhere, due, payable, toRefund];
}

const namedIn =
  ({ currency }: SettledRecord) =>
  (name: string, rule: Amount["rule"], amount: Big, parts: readonly Part[]) =>
    amountOf(name, rule, amount, currency, parts);

type SettledName =
  | "amount_paid"
  | "amount_credited"
  | "amount_refunded"
  | "credit_applied"
  | "credit_applied_elsewhere";

/** What was paid, credited, given back and applied, each as the sum of the records that did it. */
function explainMovements(record: SettledRecord, { payments, creditNotes, appliedCredits }: Movements) {
  const total = (name: SettledName, rule: Amount["rule"], partsOf: (amount: Big) => Part[]) => {
    const amount = big(record[name]);
    return namedIn(record)(name, rule, amount, partsOf(amount));
  };
  const paid = total("amount_paid", "payments.total", (amount) =>
    completed(amount, appliedPayments(record, payments), payments === undefined ? "unreadable" : "older"),
  );
  const credited = total("amount_credited", "credit.total", (amount) => {
    const issued = creditNotes.map(({ id, number, total }) =>
      step("credit.issued", big(total), { inputs: { credit_note: id, number } }),
    );
    return completed(amount, issued, "older");
  });
  const applied = total("credit_applied", "credit.applied_total", (amount) => {
    const steps = appliedCredits.map(({ credit_note_id, number, amount: part }) =>
      step("credit.applied", new Big(part), { inputs: { credit_note: credit_note_id, number } }),
    );
    return completed(amount, steps, "older");
  });
  const elsewhere = total("credit_applied_elsewhere", "credit.applied_elsewhere_total", (amount) =>
    completed(amount, appliedElsewhere(creditNotes), "older"),
  );
  const refunded = total("amount_refunded", "refunds.total", () => refundsOf(record, payments));
  return { paid, credited, applied, elsewhere, refunded };
}

/** The parts of payments that were applied to the invoice. */
const appliedPayments = (record: SettledRecord, payments: Movements["payments"]): Part[] =>
  (payments ?? []).flatMap(({ id, method, paid_at, allocations }) =>
    allocations
      .filter(({ invoice_id }) => invoice_id === record.id)
      .map(({ amount }) =>
        step("payment.applied", big(amount), {
          inputs: { payment: id, paid_at, ...(method === null ? {} : { method }) },
        }),
      ),
  );

/** The credit of the invoice's credit notes that was applied to other invoices. */
const appliedElsewhere = (creditNotes: Movements["creditNotes"]): Part[] =>
  creditNotes.flatMap(({ id, number, applications }) =>
    applications.map(({ invoice_id, amount }) =>
      step("credit.applied_elsewhere", big(amount), {
        inputs: { credit_note: id, number, invoice: invoice_id },
      }),
    ),
  );

/** What the buyer is still going to withhold is not asked for, up to what is due. */
function withheldFrom(
  record: SettledRecord,
  withholding: Amount,
  payments: readonly PaymentEntry[] | undefined,
): Part[] {
  const withheld = negative(big(record.amount_due).minus(big(record.amount_payable)));
  if (withheld.eq(0)) return [];
  const recorded = (payments ?? [])
    .filter(({ method }) => method === withholdingMethod)
    .flatMap(({ allocations }) => allocations)
    .filter(({ invoice_id }) => invoice_id === record.id)
    .reduce((sum, { amount }) => sum.plus(big(amount)), new Big("0"));
  return [
    step("withholding.open", withheld, {
      inputs: {
        withholding_amount: toPlain(withholding.amount),
        ...(payments === undefined ? {} : { recorded: toPlain(recorded) }),
      },
      explainedBy: withholding.name,
    }),
  ];
}

const present = (amount: Amount, sign: 1 | -1): Part[] => (amount.amount.eq(0) ? [] : [refer(amount, sign)]);

/** The records that were read, and the rest in one sum: only the newest are shown one by one. */
function completed(whole: Big, parts: Part[], rest: "older" | "unreadable"): Part[] {
  const missing = whole.minus(addUp(parts));
  return missing.gt(0) ? [...parts, step("records.more", missing, { inputs: { why: rest } })] : parts;
}

/** A refund of a payment for several invoices is split among them, so it is shown only where there is one. */
function refundsOf(record: SettledRecord, payments: readonly PaymentEntry[] | undefined): Part[] {
  const whole = big(record.amount_refunded);
  const single = (payments ?? []).filter(
    ({ amount_refunded, allocations }) => amount_refunded > 0 && allocations.length === 1,
  );
  const parts = single.map(({ id, amount_refunded }) =>
    step("refund.recorded", big(amount_refunded), { inputs: { payment: id } }),
  );
  if (addUp(parts).eq(whole)) return parts;
  return [step("records.more", whole, { inputs: { why: payments === undefined ? "unreadable" : "shared" } })];
}

/** What a credit note pays of other invoices. */
export function explainApplications(
  record: { currency: string; amount_applied: number } & Pick<
    CreditNoteEntry,
    "id" | "number" | "applications"
  >,
): Amount {
  const { id, number, applications, amount_applied, currency } = record;
  const parts = applications.map(({ invoice_id, amount }) =>
    step("credit.applied_elsewhere", big(amount), {
      inputs: { credit_note: id, number, invoice: invoice_id },
    }),
  );
  return amountOf("amount_applied", "credit.applied_elsewhere_total", big(amount_applied), currency, parts);
}
