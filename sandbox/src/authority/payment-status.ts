import { invalid, malformed, notFound, refusal, success } from "./answers.ts";
import type { Context } from "./context.ts";
import {
  cancel,
  cancelUntil,
  type Document,
  findDocument,
  invoiceOf,
  type PaymentStatus,
} from "./documents.ts";
import type { Answer } from "./exchange.ts";
import { textsWithFaults } from "./fault-kinds.ts";
import type { Asked } from "./firs.ts";

const statuses: readonly string[] = ["PENDING", "PAID", "REJECTED", "CANCELED"] satisfies PaymentStatus[];

/** Cancelling has no endpoint of its own: an older and a newer payment status both cancel the document. */
export function isCancelling(fields: Record<string, unknown> | undefined): boolean {
  return fields?.payment_status === "REJECTED" || fields?.payment_status === "CANCELED";
}

/** The texts of a document that may contain fault markers. */
export function textsOf({ ledger }: Context, irn: string): unknown[] {
  const document = ledger.documents.get(irn);
  return document ? textsWithFaults(invoiceOf(document)) : [];
}

/** PENDING becomes PAID, or the document is cancelled; both are final. */
export function updatePaymentStatus(asked: Asked): Answer {
  const { context, business, name, fields } = asked;
  if (!fields) return malformed(handler);
  const document = findDocument(context, business, name);
  if (!document) return notFound(handler, "irn");
  const status = String(fields.payment_status);
  if (!statuses.includes(status)) {
    const message = `must be one of ${statuses.join(", ")}`;
    return invalid(handler, [{ field: "payment_status", code: "unknown_code", message }]);
  }
  const reference = typeof fields.reference === "string" ? fields.reference : null;
  if (isCancelling(fields)) return cancelDocument(asked, document, status as PaymentStatus, reference);
  if (document.status === "cancelled") return forbidden(document, status);
  if (document.payment_status === status) return acknowledged(context, document);
  if (status !== "PAID") return forbidden(document, status);
  const paid: Document = { ...document, payment_status: "PAID", payment_reference: reference };
  context.ledger.keep({ document: paid });
  return acknowledged(context, paid);
}

const handler = "invoice_update";

function cancelDocument(
  { context, faults }: Asked,
  document: Document,
  as: PaymentStatus,
  reference: string | null,
): Answer {
  const isTwice = document.status === "cancelled" || faults.find("cancel_twice") !== undefined;
  if (document.status !== "cancelled" && isTwice) cancel(context, document, as, reference);
  if (isTwice) {
    const issue = {
      field: "payment_status",
      code: "already_cancelled",
      message: "the document is cancelled already",
    };
    return refusal(409, handler, "This document was cancelled before.", [issue]);
  }
  const until = cancelUntil(context, document);
  if (faults.find("cancel_late") || context.clock.now().toISOString() > until) {
    const message = `could be cancelled until ${until}; issue a credit note instead`;
    return invalid(handler, [{ field: "payment_status", code: "cancel_window_over", message }]);
  }
  if (document.payment_status !== "PENDING") return forbidden(document, as);
  return acknowledged(context, cancel(context, document, as, reference));
}

function forbidden({ payment_status }: Document, wanted: string): Answer {
  const message = `can't become ${wanted} from ${payment_status}`;
  return invalid(handler, [{ field: "payment_status", code: "invalid_transition", message }]);
}

function acknowledged(context: Context, document: Document): Answer {
  const { irn, status, payment_status, payment_reference, cancelled_at } = document;
  const cancel_until = cancelUntil(context, document);
  return success(200, {
    irn,
    status,
    payment_status,
    reference: payment_reference,
    cancelled_at,
    cancel_until,
  });
}
