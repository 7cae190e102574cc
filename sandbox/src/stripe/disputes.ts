import { type Form, optionalInteger, optionalPart, optionalText } from "./form.ts";
import { page } from "./lists.ts";
import { type Dispute, type DisputeStatus, makeId, type Store, unixSeconds } from "./store.ts";

/** A buyer's bank disputes the payment of a session, or the dispute moves on. */
export function disputeSession(
  books: Store,
  sessionId: string,
  status: DisputeStatus,
  given: Partial<Pick<Dispute, "amount" | "currency">> = {},
): { type: string; dispute: Dispute } {
  const record = books.sessions.get(sessionId);
  const charge = record?.intent?.charge;
  if (!record?.intent || !charge?.paid) throw new Error(`session ${sessionId} is not paid`);
  const known = [...books.disputes.values()].find(({ dispute }) => dispute.charge === charge.id);
  const dispute: Dispute = known?.dispute ?? {
    id: makeId("dp"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: unixSeconds(books.now()),
    currency: charge.currency,
    metadata: {},
    payment_intent: record.intent.id,
    reason: "fraudulent",
    status,
  };
  Object.assign(dispute, { status, ...given });
  books.disputes.set(dispute.id, { owner: record.owner, dispute });
  const isClosed = ["won", "lost", "warning_closed", "prevented"].includes(status);
  const type = isClosed ? "closed" : known ? "updated" : "created";
  return { type: `charge.dispute.${type}`, dispute };
}

/** `GET /v1/disputes?payment_intent=…&created[gte]=…`, newest first. */
export function listDisputes(books: Store, owner: string, query: Form): object {
  const intent = optionalText(query, "payment_intent", 255);
  const since = optionalInteger(optionalPart(query, "created"), "gte", "created");
  const own = [...books.disputes.values()]
    .filter((record) => record.owner === owner)
    .map(({ dispute }) => dispute)
    .filter((dispute) => intent === null || dispute.payment_intent === intent)
    .filter((dispute) => since === null || dispute.created >= since);
  return page("/v1/disputes", own.reverse(), query, ["payment_intent", "created"]);
}
