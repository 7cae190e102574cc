import { wrongState } from "../../foundation/errors.ts";

export const invoiceStatuses = ["draft", "open", "partially_paid", "paid", "void", "uncollectible"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const fiscalStatuses = ["none", "pending", "registered", "rejected", "cancelled"] as const;
export type FiscalStatus = (typeof fiscalStatuses)[number];

/** The transition table: what may be done to an invoice in which states, and where it leads. */
export const transitions = {
  change: { from: ["draft"], done: "changed" },
  delete: { from: ["draft"], done: "deleted" },
  issue: { from: ["draft"], to: "open", done: "issued" },
  void: {
    from: ["draft", "open", "uncollectible"],
    to: "void",
    done: "voided",
    cure: { paid: "Correct it with a credit note.", partially_paid: "Correct it with a credit note." },
  },
  pay: { from: ["draft", "open", "partially_paid", "uncollectible"], done: "paid" },
  credit: { from: ["open", "partially_paid", "paid", "uncollectible"], done: "credited" },
  write_off: { from: ["open", "partially_paid"], to: "uncollectible", done: "written off" },
} as const satisfies Record<string, TransitionRule>;

type TransitionRule = {
  from: readonly InvoiceStatus[];
  to?: InvoiceStatus;
  done: string;
  /** What to do instead, for an invoice in one of these states. */
  cure?: Partial<Record<InvoiceStatus, string>>;
};

export type Transition = keyof typeof transitions;

type Subject = { id: number; number: string | null; status: InvoiceStatus; fiscal_status: FiscalStatus };

/** Pure, so that the site can offer exactly what the service would allow. */
export function isAllowed(
  transition: Transition,
  invoice: Pick<Subject, "status" | "fiscal_status">,
): boolean {
  // A rejected document is not binding yet: it is corrected and registered again under its number.
  if (transition === "change" && invoice.fiscal_status === "rejected" && invoice.status !== "void")
    return true;
  return (transitions[transition].from as readonly InvoiceStatus[]).includes(invoice.status);
}

export function assertAllowed(transition: Transition, invoice: Subject): void {
  if (!isAllowed(transition, invoice)) throw refusedTransition(transition, invoice);
}

export function refusedTransition(transition: Transition, invoice: Omit<Subject, "fiscal_status">) {
  const { from, done, cure }: TransitionRule = transitions[transition];
  const allowed = from.map((status) => status.replace("_", " ")).join(" or ");
  const name = `Invoice ${invoice.number ?? invoice.id}`;
  const refusal = `${name} is ${invoice.status.replace("_", " ")}, so it can't be ${done}: only one that is ${allowed} can.`;
  return wrongState([refusal, cure?.[invoice.status]].filter(Boolean).join(" "));
}
