import { integrationFailed } from "../../../../contract/errors.ts";
import { isObject } from "../../../../platform/outbound/response-parsing.ts";
import type { GatewayDispute, ListedDispute } from "../port.ts";
import { malformedResponse, safeMessage } from "../responses.ts";
import { callApi, type PaystackClient, wholeNumber } from "./wire.ts";

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

// An entry has its whole transaction, so that more of them could exceed what is read of an answer.
const perPage = 50;
const pagesMax = 100;

/** Those that were created since a moment, newest first; of more than 5,000 the oldest are not read. */
export async function listDisputes(client: PaystackClient, since: Date): Promise<ListedDispute[]> {
  const { title, account } = client;
  const listed: ListedDispute[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = new URLSearchParams({
      from: since.toISOString(),
      perPage: String(perPage),
      page: String(page),
    });
    const reply = await callApi(client, { method: "GET", path: `/dispute?${query}` });
    if (!reply.ok) {
      if (reply.status === 404) return listed;
      throw integrationFailed(title, `refused to list disputes: ${safeMessage(reply.message, account)}`);
    }
    if (!Array.isArray(reply.data)) throw malformedResponse(title);
    for (const entry of reply.data) {
      if (!isObject(entry) || !isObject(entry.transaction)) throw malformedResponse(title);
      const transaction = wholeNumber(entry.transaction.id);
      if (transaction === undefined) throw malformedResponse(title);
      listed.push({ transaction, status: statusOf(entry) });
    }
    if (reply.data.length < perPage) return listed;
  }
  return listed;
}

/** A resolution that we do not know leaves the dispute open: money is taken back only on a clear word. */
const statusOf = ({ status, resolution }: Record<string, unknown>) =>
  (status === "resolved" ? outcomes[String(resolution)] : undefined) ?? "open";

function readDispute({ title, amounts }: PaystackClient, dispute: Record<string, unknown>): GatewayDispute {
  const { status, category } = dispute;
  const transaction = isObject(dispute.transaction) ? dispute.transaction : {};
  const currency = dispute.currency ?? transaction.currency;
  const minor = dispute.refund_amount ?? transaction.amount;
  const amount = typeof currency === "string" ? amounts.toMajor(minor, currency) : undefined;
  if (amount === undefined || typeof status !== "string") throw malformedResponse(title);
  const reason = typeof category === "string" && /^[\w-]{1,60}$/.test(category) ? category : null;
  return { status: statusOf(dispute), reason, amount, currency: currency as string };
}
