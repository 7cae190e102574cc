import { acceptedAt, malformedResponse } from "../outcomes.ts";
import type { AuthorityCall, Outcome } from "../port.ts";
import { groupOf, momentOf } from "../response-fields.ts";
import { callFirs, type FirsRefusal, rejectedBy } from "./wire.ts";

// Older documentation says CANCELED, newer clients REJECTED; the sandbox accepts both.
const statuses = { cancelled: "REJECTED", paid: "PAID", pending: "PENDING" } as const;

/**
 * FIRS has no separate call for a cancellation: it is a payment status. An already cancelled document stays cancelled.
 */
export async function cancel(call: AuthorityCall, irn: string, reason: string): Promise<Outcome> {
  const reply = await update(call, "cancel", irn, { payment_status: statuses.cancelled, reference: reason });
  if (reply.kind !== "refused") return reply;
  return isCancelled(reply) ? acceptedAt(irn, call.now) : refusedBy(reply);
}

export async function reportPayment(
  call: AuthorityCall,
  irn: string,
  status: "paid" | "pending",
  reference: string | null,
): Promise<Outcome> {
  const body = { payment_status: statuses[status], ...(reference !== null && { reference }) };
  const reply = await update(call, "payment", irn, body);
  return reply.kind === "refused" ? refusedBy(reply) : reply;
}

async function update(
  call: AuthorityCall,
  operation: "cancel" | "payment",
  irn: string,
  body: object,
): Promise<Outcome | FirsRefusal> {
  const path = `/api/v1/invoice/update/${encodeURIComponent(irn)}`;
  const reply = await callFirs(call, { operation, method: "PATCH", path, body, commits: true });
  if (reply.kind !== "ok") return reply;
  const { ok, irn: reported = irn, cancelled_at } = groupOf(reply.data);
  return ok === true && reported === irn
    ? acceptedAt(irn, momentOf(cancelled_at) ?? call.now)
    : malformedResponse(true);
}

const isCancelled = ({ errors }: FirsRefusal) =>
  errors.some(({ code, message }) => /already.?cancell?ed/i.test(`${code} ${message}`));

/** A 404 also rejects the document. */
const refusedBy = (reply: FirsRefusal) =>
  rejectedBy(reply.status === 404 ? { ...reply, status: 422 } : reply);
