import { nonsense } from "../failures.ts";
import { done } from "../outcomes.ts";
import type { Calling, Outcome } from "../port.ts";
import { groupOf, momentOf } from "../response-fields.ts";
import { ask, type Refused, rejectedBy } from "./wire.ts";

// The older text says CANCELED, newer clients say REJECTED; the sandbox understands both.
const statuses = { cancelled: "REJECTED", paid: "PAID", pending: "PENDING" } as const;

/**
 * There is no separate call for a cancellation: it is a payment status. A document that was already cancelled stays
 * so.
 */
export async function cancel(call: Calling, irn: string, reason: string): Promise<Outcome> {
  const reply = await update(call, "cancel", irn, { payment_status: statuses.cancelled, reference: reason });
  if (reply.kind !== "refused") return reply;
  return isCancelled(reply) ? done(irn, call.now) : refusedBy(reply);
}

export async function reportPayment(
  call: Calling,
  irn: string,
  status: "paid" | "pending",
  reference: string | null,
): Promise<Outcome> {
  const body = { payment_status: statuses[status], ...(reference !== null && { reference }) };
  const reply = await update(call, "payment", irn, body);
  return reply.kind === "refused" ? refusedBy(reply) : reply;
}

async function update(
  call: Calling,
  operation: "cancel" | "payment",
  irn: string,
  body: object,
): Promise<Outcome | Refused> {
  const path = `/api/v1/invoice/update/${encodeURIComponent(irn)}`;
  const reply = await ask(call, { operation, method: "PATCH", path, body, commits: true });
  if (reply.kind !== "ok") return reply;
  const { ok, irn: told = irn, cancelled_at } = groupOf(reply.data);
  return ok === true && told === irn ? done(irn, momentOf(cancelled_at) ?? call.now) : nonsense(true);
}

const isCancelled = ({ complaints }: Refused) =>
  complaints.some(({ code, message }) => /already.?cancell?ed/i.test(`${code} ${message}`));

/** A 404 is a refusal of the document as well. */
const refusedBy = (reply: Refused) => rejectedBy(reply.status === 404 ? { ...reply, status: 422 } : reply);
