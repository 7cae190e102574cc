import { createHmac } from "node:crypto";
import type { Context } from "./context.ts";
import type { Dispute } from "./disputes.ts";
import type { NotificationFault } from "./faults.ts";
import { keepTransaction } from "./ledger.ts";
import type { Refund } from "./refunds.ts";
import type { Transaction } from "./transactions.ts";
import { disputeAnswer, refundNotice, transactionAnswer } from "./wire.ts";

/** Sends signed notifications, and retries until one is accepted or the retries are used up. */
export type Notifier = {
  /** Every attempt, in order; only the newest are kept. */
  sent: Sent[];
  /** Cancels pending notifications. */
  stop: AbortController;
};

export type Sent = {
  event: string;
  reference: string;
  /** The status of the response; null if there was none or nothing was sent. */
  status: number | null;
  lost: boolean;
};

const sentMax = 1000;
const triesMax = 4;
const timeoutMs = 10_000;

export function createNotifier(): Notifier {
  return { sent: [], stop: new AbortController() };
}

/** Paystack sends notifications for successful charges only. */
export function notifyCharge(context: Context, transaction: Transaction): void {
  const data = transactionAnswer(transaction);
  send(context, transaction, "charge.success", data, () => {
    if (transaction.reported) return;
    transaction.reported = true;
    keepTransaction(context.ledger, transaction);
  });
}

export function notifyRefund(context: Context, transaction: Transaction, refund: Refund): void {
  send(context, transaction, `refund.${refund.state}`, refundNotice(transaction, refund), () => undefined);
}

export function notifyDispute(context: Context, transaction: Transaction, dispute: Dispute): void {
  const event = dispute.state === "open" ? "charge.dispute.create" : "charge.dispute.resolve";
  send(context, transaction, event, disputeAnswer(transaction, dispute), () => undefined);
}

/** Keys are not stored, so after a restart an account gets notifications only once it has sent its key again. */
export function notifyOutstanding(context: Context, account: string): void {
  for (const transaction of context.ledger.transactions.values()) {
    if (transaction.account === account && !transaction.reported) notifyCharge(context, transaction);
  }
}

function askedFault({ metadata }: Transaction): NotificationFault | undefined {
  const fault = metadata?.sandbox_fault;
  if (fault === "lost_notification") return { fault: "lost" };
  return fault === "doubled_notification" ? { fault: "twice" } : undefined;
}

type Notice = { event: string; reference: string; body: string; signature: string };

function send(
  context: Context,
  transaction: Transaction,
  event: string,
  data: unknown,
  whenDone: () => void,
): void {
  const key = context.ledger.keys.get(transaction.account);
  if (key === undefined) return;
  const fault = context.faults.takeNotification() ?? askedFault(transaction);
  const body = JSON.stringify({ event, data });
  const signature = sign(fault?.fault === "forged" ? `${key}, but not quite` : key, body);
  const notice = { event, reference: transaction.reference, body, signature };
  if (fault?.fault === "lost") {
    record(context, notice, null, true);
    whenDone();
    return;
  }
  const deliver = () => void copies(context, notice, fault).then(whenDone);
  if (fault?.fault === "late") context.timers.after(fault.ms, deliver);
  else deliver();
}

export function sign(key: string, body: string): string {
  return createHmac("sha512", key).update(body).digest("hex");
}

async function copies(context: Context, notice: Notice, fault: NotificationFault | undefined): Promise<void> {
  const count = fault?.fault === "parallel" ? fault.copies : 1;
  await Promise.all(Array.from({ length: count }, () => sendUntilAcknowledged(context, notice)));
  if (fault?.fault === "twice") await sendUntilAcknowledged(context, notice);
}

async function sendUntilAcknowledged(context: Context, notice: Notice): Promise<void> {
  for (let tried = 0; tried < triesMax; tried += 1) {
    if (tried > 0) await pause(context, context.settings.notifyRetryMs * 2 ** (tried - 1));
    const address = context.settings.notifyAt;
    if (address === undefined || context.notifier.stop.signal.aborted) return;
    const status = await post(address, notice, context.notifier.stop.signal);
    record(context, notice, status, false);
    if (status !== null && status >= 200 && status < 300) return;
  }
}

async function post(address: string, notice: Notice, stop: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "x-paystack-signature": notice.signature },
      body: notice.body,
      redirect: "manual",
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

function pause({ timers }: Context, ms: number): Promise<void> {
  return new Promise((resolve) => timers.after(ms, resolve));
}

function record({ notifier }: Context, notice: Notice, status: number | null, lost: boolean): void {
  notifier.sent.push({ event: notice.event, reference: notice.reference, status, lost });
  if (notifier.sent.length > sentMax) notifier.sent.shift();
}
