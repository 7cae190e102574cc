import { integrationFailed } from "../../../../contract/errors.ts";
import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import type { GatewayDispute } from "../port.ts";
import { malformedResponse, safeMessage } from "../responses.ts";
import { callApi, type PaystackClient } from "./wire.ts";

/** `declined` is the company's refusal that the bank accepted; the others give the money back to the buyer. */
const outcomes: Readonly<Record<string, "won" | "lost">> = {
  declined: "won",
  "merchant-accepted": "lost",
  "auto-accepted": "lost",
};

/** Paystack has one dispute per transaction, which its API returns alone or as a list. */
export async function fetchDispute(
  client: PaystackClient,
  transaction: string,
): Promise<GatewayDispute | undefined> {
  const { title, account } = client;
  const path = `/dispute/transaction/${encodeURIComponent(transaction)}`;
  const reply = await callApi(client, { method: "GET", path });
  if (!reply.ok) {
    if (reply.status === 404 || /not found/i.test(reply.message)) return undefined;
    throw integrationFailed(title, `refused to look up a dispute: ${safeMessage(reply.message, account)}`);
  }
  const disputes = [reply.data].flat();
  if (disputes.length === 0) return undefined;
  const [newest] = disputes;
  if (!isObject(newest)) throw malformedResponse(title);
  return readDispute(client, newest);
}

function readDispute({ title, amounts }: PaystackClient, dispute: Record<string, unknown>): GatewayDispute {
  const { status, resolution, category } = dispute;
  const transaction = isObject(dispute.transaction) ? dispute.transaction : {};
  const currency = dispute.currency ?? transaction.currency;
  const minor = dispute.refund_amount ?? transaction.amount;
  const amount = typeof currency === "string" ? amounts.toMajor(minor, currency) : undefined;
  if (amount === undefined || typeof status !== "string") throw malformedResponse(title);
  // A resolution that we do not know leaves the dispute open: money is taken back only on a clear word.
  const outcome = status === "resolved" ? outcomes[String(resolution)] : undefined;
  const reason = typeof category === "string" && /^[\w-]{1,60}$/.test(category) ? category : null;
  return { status: outcome ?? "open", reason, amount, currency: currency as string };
}
