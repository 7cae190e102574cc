import { integrationFailed, integrationUnavailable } from "../../../../contract/errors.ts";
import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import type { RefundOutcome, RefundRequest } from "../port.ts";
import { malformedResponse, safeMessage } from "../responses.ts";
import { callApi, type PaystackClient, wholeNumber } from "./wire.ts";

type RefundEntry = Record<string, unknown>;

/**
 * The gateway does not deduplicate refunds, so our key goes into the note that it stores; if the same refund may have
 * been requested before, the note is searched for first.
 */
export async function sendRefund(client: PaystackClient, order: RefundRequest): Promise<RefundOutcome> {
  const { title, account, amounts } = client;
  const { reference, currency, key, reason } = order;
  const amount = amounts.toMinor(order.amount, currency);
  const before = order.again ? await find(client, order) : undefined;
  if (before) return read(client, before, amount, order);
  if (!order.isStillOurs()) throw integrationUnavailable(title, "sending the refund took too long");
  const note = reason === null ? key : `${key} ${reason}`;
  const reply = await callApi(client, {
    method: "POST",
    path: "/refund",
    body: { transaction: reference, amount, currency, merchant_note: note.slice(0, 250).toWellFormed() },
  });
  if (reply.ok && isObject(reply.data)) return read(client, reply.data, amount, order);
  if (reply.ok) throw malformedResponse(title);
  // The gateway may reject it because of this very refund, requested by a call whose response was lost.
  const ours = await find(client, order);
  if (ours) return read(client, ours, amount, order);
  return { status: "failed", reason: safeMessage(reply.message, account) };
}

function read(
  { title, account }: PaystackClient,
  entry: RefundEntry,
  amount: number,
  order: RefundRequest,
): RefundOutcome {
  const refund = wholeNumber(entry.id);
  const { status } = entry;
  if (refund === undefined || typeof status !== "string") throw malformedResponse(title);
  if (entry.amount !== amount || entry.currency !== order.currency) {
    throw integrationFailed(title, `refunded a different amount than requested. Check its refund ${refund}`);
  }
  if (status === "processed") return { status: "done", refund };
  if (status === "failed") {
    return {
      status: "failed",
      reason: safeMessage(entry.reason, account, "The bank did not accept the refund"),
    };
  }
  // This includes `needs-attention`: the refund counts as processing until the gateway reports that it failed.
  return { status: "processing", refund };
}

const perPage = 100;
const pagesMax = 20;

async function find(
  client: PaystackClient,
  { transaction, key }: RefundRequest,
): Promise<RefundEntry | undefined> {
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = new URLSearchParams({ transaction, perPage: String(perPage), page: String(page) });
    const { ok, data } = await callApi(client, { method: "GET", path: `/refund?${query}` });
    if (!ok || !Array.isArray(data) || !data.every(isObject)) throw malformedResponse(client.title);
    const found = data.find(({ merchant_note: note }) => String(note).split(" ", 1)[0] === key);
    if (found) return found;
    if (data.length < perPage) return undefined;
  }
  // Refunding twice is worse than not knowing.
  throw malformedResponse(client.title);
}
