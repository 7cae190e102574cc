import { wrongState } from "../../../contract/errors.ts";

export const invoiceStatuses = ["draft", "open", "partially_paid", "paid", "void", "uncollectible"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

export const fiscalStatuses = ["none", "pending", "registered", "rejected", "cancelled"] as const;
export type FiscalStatus = (typeof fiscalStatuses)[number];

/** What to do instead of changing an issued invoice. */
const fixed = "To correct an issued invoice, issue a credit note and create a new invoice.";

/** The transition table: what may be done to an invoice in which states, and where it leads. */
export const transitions = {
  change: {
    from: ["draft"],
    done: "changed",
    resolution: { open: fixed, partially_paid: fixed, paid: fixed, uncollectible: fixed },
  },
  delete: { from: ["draft"], done: "deleted" },
  issue: { from: ["draft"], to: "open", done: "issued" },
  void: {
    from: ["draft", "open", "uncollectible"],
    to: "void",
    done: "voided",
    resolution: { paid: "Issue a credit note instead.", partially_paid: "Issue a credit note instead." },
  },
  pay: { from: ["draft", "open", "partially_paid", "uncollectible"], done: "paid" },
  credit: { from: ["open", "partially_paid", "paid", "uncollectible"], done: "credited" },
  apply_credit: { from: ["open", "partially_paid", "uncollectible"], done: "paid with credit" },
  send: {
    from: ["open", "partially_paid", "paid", "uncollectible"],
    done: "sent",
    resolution: { draft: "Issue it first, or send it with issue set to true." },
  },
  // A draft too, so that its buyer is never reminded; of what is settled there is nothing to remind.
  pause_reminders: { from: ["draft", "open", "partially_paid"], done: "left out of reminders" },
  resume_reminders: { from: ["draft", "open", "partially_paid"], done: "included in reminders" },
  write_off: { from: ["open", "partially_paid"], to: "uncollectible", done: "written off" },
} as const satisfies Record<string, TransitionRule>;

type TransitionRule = {
  from: readonly InvoiceStatus[];
  to?: InvoiceStatus;
  done: string;
  /** What to do instead, for an invoice in one of these states. */
  resolution?: Partial<Record<InvoiceStatus, string>>;
};

export type Transition = keyof typeof transitions;

type InvoiceSubject = { id: number; number: string | null; status: InvoiceStatus };

/** Pure, so that the site can offer exactly what the service would allow. */
export function isAllowed(transition: Transition, invoice: Pick<InvoiceSubject, "status">): boolean {
  return (transitions[transition].from as readonly InvoiceStatus[]).includes(invoice.status);
}

export function assertAllowed(transition: Transition, invoice: InvoiceSubject): void {
  if (!isAllowed(transition, invoice)) throw refusedTransition(transition, invoice);
}

export function refusedTransition(transition: Transition, invoice: InvoiceSubject) {
  const { from, done, resolution: cure }: TransitionRule = transitions[transition];
  const name = `Invoice ${invoice.number ?? invoice.id}`;
  const status = invoice.status === "draft" ? "a draft" : shown(invoice.status);
  const refusal = `${name} is ${status} and can't be ${done}. ${allowedOnly(from)}`;
  return wrongState([refusal, cure?.[invoice.status]].filter(Boolean).join(" "));
}

const shown = (status: InvoiceStatus) => status.replace("_", " ");

/** Not by Intl, because the refusals that routes declare are made at start, and loading its rules takes 50 ms. */
const eitherOf = (names: readonly string[]) => names.join(", ").replace(/, ([^,]+)$/, " or $1");

/** "Only drafts can." or "Only draft, open or uncollectible invoices can." */
function allowedOnly(statuses: readonly InvoiceStatus[]): string {
  const isDraft = statuses.length === 1 && statuses[0] === "draft";
  return isDraft ? "Only drafts can." : `Only ${eitherOf(statuses.map(shown))} invoices can.`;
}

/**
 * Why the parties' data of an invoice can't be refreshed now; undefined where it can. While no authority has it, what is
 * empty can be filled; what an authority has rejected, it has not taken.
 */
export function refusedRefresh(
  invoice: InvoiceSubject & { fiscal_status: FiscalStatus },
): string | undefined {
  const name = `Invoice ${invoice.number ?? invoice.id}`;
  if (invoice.status === "draft") {
    return `${name} is a draft, so there is nothing to refresh: a draft always shows the current data of the customer and your company.`;
  }
  if (invoice.status === "void") return `${name} is void, so its party data can't change.`;
  switch (invoice.fiscal_status) {
    case "none":
    case "rejected":
      return undefined;
    case "pending":
      return `${name} may already be registered with the revenue authority, so its party data can't change. Wait until its registration is complete.`;
    case "registered":
      return `${name} is registered with the revenue authority, so its party data can't change. ${fixed}`;
    case "cancelled":
      return `The registration of invoice ${invoice.number} was cancelled, so its party data can't change. Void it and create a new invoice.`;
  }
}
