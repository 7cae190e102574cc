import type { ApiError } from "billfold-sdk";
import type { Fault } from "./completeness.ts";
import { type Invoice, nameOf } from "./invoice.ts";

/**
 * An invoice that is not registered until a person has corrected it: it is reported, and not tried again unchanged.
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
  draft: "Add what is missing; the next run registers it.",
  // An issued invoice cannot be changed until the service itself has refused it.
  issued: (id: number) =>
    `Call POST /invoices/${id}/register once: the refusal allows PATCH /invoices/${id}. Add what is missing, PATCH, and register it.`,
  rejected: (id: number) =>
    `Correct it with PATCH /invoices/${id}, which is allowed while it is rejected, then POST /invoices/${id}/register.`,
};

/** Held back by the consumer, before anything was sent. */
export function incomplete(invoice: Invoice, errors: Fault[]): Quarantined {
  const [first] = errors;
  return {
    ...about(invoice),
    state: "incomplete",
    code: "incomplete",
    message: `${first!.field}: ${first!.message}`,
    errors,
    cure: invoice.status === "draft" ? cures.draft : cures.issued(invoice.id),
    request_id: null,
  };
}

/** The service answered 422: the authority refused, or would have. */
export function refused(invoice: Invoice, { code, message, errors, requestId }: ApiError): Quarantined {
  const wasSent = code === "fiscal_rejected";
  const isKnown = wasSent || code === "fiscal_incomplete";
  // For an issued invoice the refusal is a rejection; a draft stays a draft.
  const cure = wasSent || invoice.status !== "draft" ? cures.rejected(invoice.id) : cures.draft;
  return {
    ...about(invoice),
    state: wasSent ? "rejected" : "incomplete",
    code,
    message,
    errors,
    cure: isKnown ? cure : "See what the message says.",
    request_id: requestId ?? null,
  };
}

/** Found rejected: somebody tried before, or an authority that decides later said no. */
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
    cure: cures.rejected(invoice.id),
    request_id: null,
  };
}

const about = (invoice: Invoice) => ({ invoice_id: invoice.id, invoice: nameOf(invoice) });
