import { integrationFailed, integrationUnavailable } from "../../../../contract/errors.ts";
import { isObject } from "../../../../platform/outbound/answers.ts";
import type { Refunded, RefundOrder } from "../port.ts";
import { makesNoSense, wordsOf } from "../responses.ts";
import { ask, type Wire, wholeNumber } from "./wire.ts";

type Entry = Record<string, unknown>;

/**
 * The gateway refunds as often as it is asked to, so our key goes into the note that it stores, and whenever the same
 * refund may have been requested before, the note is searched for first.
 */
export async function giveBack(wire: Wire, order: RefundOrder): Promise<Refunded> {
  const { title, account, amounts } = wire;
  const { reference, currency, key, reason } = order;
  const amount = amounts.toMinor(order.amount, currency);
  const before = order.again ? await find(wire, order) : undefined;
  if (before) return read(wire, before, amount, order);
  if (!order.isStillOurs()) throw integrationUnavailable(title, "the refund took too long to send");
  const note = reason === null ? key : `${key} ${reason}`;
  const reply = await ask(wire, {
    method: "POST",
    path: "/refund",
    body: { transaction: reference, amount, currency, merchant_note: note.slice(0, 250).toWellFormed() },
  });
  if (reply.ok && isObject(reply.data)) return read(wire, reply.data, amount, order);
  if (reply.ok) throw makesNoSense(title);
  // The refusal may be due to this very refund, made by a call whose answer was lost.
  const ours = await find(wire, order);
  if (ours) return read(wire, ours, amount, order);
  return { status: "failed", reason: wordsOf(reply.message, account) };
}

function read({ title, account }: Wire, entry: Entry, amount: number, order: RefundOrder): Refunded {
  const refund = wholeNumber(entry.id);
  const { status } = entry;
  if (refund === undefined || typeof status !== "string") throw makesNoSense(title);
  if (entry.amount !== amount || entry.currency !== order.currency) {
    throw integrationFailed(
      title,
      `gave back another amount than was asked for. Look at its refund ${refund}`,
    );
  }
  if (status === "processed") return { status: "done", refund };
  if (status === "failed") {
    return { status: "failed", reason: wordsOf(entry.reason, account, "The bank did not take the money") };
  }
  // Also `needs-attention`: the money is on its way until it is said to have failed.
  return { status: "processing", refund };
}

const perPage = 100;
const pagesMax = 20;

async function find(wire: Wire, { transaction, key }: RefundOrder): Promise<Entry | undefined> {
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = new URLSearchParams({ transaction, perPage: String(perPage), page: String(page) });
    const { ok, data } = await ask(wire, { method: "GET", path: `/refund?${query}` });
    if (!ok || !Array.isArray(data) || !data.every(isObject)) throw makesNoSense(wire.title);
    const found = data.find(({ merchant_note: note }) => String(note).split(" ", 1)[0] === key);
    if (found) return found;
    if (data.length < perPage) return undefined;
  }
  // Refunding twice is worse than not knowing.
  throw makesNoSense(wire.title);
}
