import type { ApiError } from "billfold-sdk";
import type { Fault } from "./completeness.ts";
import { type Invoice, nameOf } from "./invoice.ts";

/**
 * An invoice that a person has to correct before it can be registered: it is reported and not tried again unchanged.
 */
export type Quarantined = {
  invoice_id: number;
  /** Its number, or `draft 1042`. */
  invoice: string;
  /** `incomplete` was never sent to the authority. */
  state: "incomplete" | "rejected" | "rejected_earlier";
  code: string;
  message: string;
  errors: readonly Fault[];
  cure: string;
  request_id: string | null;
};

const cures = {
  draft: "Add the missing data; the next run registers it.",
  incompleteParty: (id: number) =>
    `Add the missing data to the customer or the company, then call POST /invoices/${id}/refresh_parties; the next run registers it.`,
  rejectedParty: (id: number) =>
    `Correct the customer or the company, then call POST /invoices/${id}/refresh_parties and POST /invoices/${id}/register.`,
  content: "An issued invoice can't be changed: issue a credit note or void it, then create a new invoice.",
  unknown: (id: number) =>
    `If the error is in the customer or the company, correct it, then call POST /invoices/${id}/refresh_parties and POST /invoices/${id}/register. Anything else needs a credit note and a new invoice.`,
};

/** Only the parties of an issued invoice can be completed or, once it is rejected, corrected. */
function cureOf({ id, status }: Invoice, errors: readonly Fault[], isRejected: boolean): string {
  if (status === "draft") return cures.draft;
  const known = errors.filter(({ field }) => field !== "invoice");
  if (known.length === 0) return cures.unknown(id);
  if (!known.every(({ field }) => /^(customer|supplier)\.(?!kind$)/.test(field))) return cures.content;
  return isRejected ? cures.rejectedParty(id) : cures.incompleteParty(id);
}

/** Held back by the consumer before anything was sent. */
export function incomplete(invoice: Invoice, errors: Fault[]): Quarantined {
  const [first] = errors;
  return {
    ...about(invoice),
    state: "incomplete",
    code: "incomplete",
    message: `${first!.field}: ${first!.message}`,
    errors,
    cure: cureOf(invoice, errors, false),
    request_id: null,
  };
}

/** The service returned 422: the authority refused the invoice or would refuse it. */
export function refused(invoice: Invoice, { code, message, errors, requestId }: ApiError): Quarantined {
  const wasSent = code === "fiscal_rejected";
  const isKnown = wasSent || code === "fiscal_incomplete";
  // An invoice is issued before it is sent, so a rejected one is no draft.
  const shown: Invoice = wasSent && invoice.status === "draft" ? { ...invoice, status: "open" } : invoice;
  return {
    ...about(invoice),
    state: wasSent ? "rejected" : "incomplete",
    code,
    message,
    errors,
    cure: isKnown ? cureOf(shown, errors, wasSent) : "See the message.",
    request_id: requestId ?? null,
  };
}

/** Found rejected: an earlier attempt failed, or an authority that decides later refused it. */
export function foundRejected(invoice: Invoice, state: "rejected" | "rejected_earlier"): Quarantined {
  const errors = (invoice.fiscal?.errors ?? []).map(({ field, message }) => ({
    field: field ?? "invoice",
    message,
  }));
  return {
    ...about(invoice),
    state,
    code: "fiscal_rejected",
    message: errors[0]?.message ?? "The revenue authority rejected it and gave no reason.",
    errors,
    cure: cureOf(invoice, errors, true),
    request_id: null,
  };
}

const about = (invoice: Invoice) => ({ invoice_id: invoice.id, invoice: nameOf(invoice) });
