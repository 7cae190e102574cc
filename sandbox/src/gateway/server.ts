import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBody } from "../exchange.ts";
import { answerApi } from "./api.ts";
import { answerCheckout } from "./checkout.ts";
import type { Context, Settings } from "./context.ts";
import { answerControl, type Paying, payAs, type TransactionView, viewOf, views } from "./control.ts";
import { type DisputeState, disputeIfAsked, disputeTransaction } from "./disputes.ts";
import { json, type Reply, send } from "./exchange.ts";
import { createFaults, type Faults } from "./faults.ts";
import { openLedger } from "./ledger.ts";
import { createNotifier, notifyCharge, type Sent } from "./notifications.ts";
import { watchRefund } from "./refunds.ts";
import { createTimers } from "./timers.ts";
import { watch } from "./transactions.ts";

/**
 * A payment gateway that behaves like Paystack but moves no money: a real HTTP server with payment pages, signed
 * notifications, and faults on demand. It listens on this machine only.
 */
export type Gateway = {
  url: string;
  faults: Faults;
  /** Every transaction of every account, in order. */
  transactions(): TransactionView[];
  /** Pays as a buyer would on the page, by default with the card that succeeds. */
  pay(reference: string, paying?: Paying): TransactionView;
  /** A buyer's bank disputes what was paid, or the dispute is decided; the notification is sent. */
  dispute(reference: string, state: DisputeState, given?: { amount?: number; currency?: string }): void;
  /** Sends the notification of a successful transaction again. */
  notify(reference: string): void;
  /** Every attempt to send a notification. */
  notifications(): readonly Sent[];
  /** Changes settings after the start, for callers that learn their own address later. */
  set(addresses: { pagesAt?: string; notifyAt?: string | undefined }): void;
  close(): Promise<void>;
};

export type GatewayOptions = Partial<Settings> & {
  /** If missing or 0, any free port is used. */
  port?: number;
  host?: string;
  /** The file that keeps transactions across restarts. */
  file?: string;
  now?: () => Date;
};

const bodyBytesMax = 64 * 1024;
const usual = { lateMs: 60_000, transferMs: 5_000, refundMs: 0, holdMs: 30_000, notifyRetryMs: 500 };

export async function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const { port = 0, host = "127.0.0.1", file, now = () => new Date(), pagesAt, notifyAt, ...times } = options;
  const context: Context = {
    settings: { ...usual, ...times, notifyAt, pagesAt: "" },
    now,
    ledger: openLedger(file),
    faults: createFaults(),
    afterPayment: (transaction) => disputeIfAsked(context, transaction),
    notifier: createNotifier(),
    timers: createTimers(),
  };
  // An import would also load Node's own fetch, which nothing here uses.
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer((request, response) => void answer(context, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  context.settings.pagesAt = pagesAt ?? `${url}/pay`;
  for (const transaction of context.ledger.transactions.values()) watch(context, transaction);
  for (const refund of context.ledger.refunds.values()) watchRefund(context, refund);
  return {
    ...handles(context, url),
    close: async () => {
      context.timers.clear();
      context.notifier.stop.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function handles(context: Context, url: string): Omit<Gateway, "close"> {
  const find = (reference: string) => {
    const all = [...context.ledger.transactions.values()];
    const found = all.find((transaction) => transaction.reference === reference);
    if (!found) throw new Error(`the gateway knows no transaction ${reference}`);
    return found;
  };
  return {
    url,
    faults: context.faults,
    transactions: () => views(context),
    pay: (reference, paying = {}) => {
      const transaction = find(reference);
      const fault = payAs(context, transaction, paying);
      if (fault !== undefined) throw new Error(fault);
      return viewOf(context, transaction);
    },
    dispute: (reference, state, given) => {
      const fault = disputeTransaction(context, find(reference), state, given);
      if (fault !== undefined) throw new Error(fault);
    },
    notify: (reference) => notifyCharge(context, find(reference)),
    notifications: () => context.notifier.sent,
    set: (addresses) => void Object.assign(context.settings, addresses),
  };
}

async function answer(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    send(request, response, await replyTo(context, request));
  } catch (error) {
    // The client may have disconnected, so the response may fail.
    if (response.headersSent || response.destroyed) return;
    const message = error instanceof Error ? error.message : "Unknown error";
    send(request, response, json(500, { status: false, message }));
  }
}

async function replyTo(context: Context, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? "/", "http://gateway.invalid");
  const body = await readBody(request, bodyBytesMax);
  if (!body) return json(413, { status: false, message: "The request is too large" });
  const exchange = { request, url, body };
  if (url.pathname.startsWith("/pay/")) return answerCheckout(context, exchange);
  if (url.pathname.startsWith("/control/")) return answerControl(context, exchange);
  return answerApi(context, exchange);
}
