import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBody } from "../exchange.ts";
import { refusal } from "./answers.ts";
import {
  type BusinessChange,
  type BusinessRequest,
  type BusinessView,
  type Credentials,
  changeBusiness,
  registerBusiness,
  viewOfBusiness,
} from "./businesses.ts";
import { type CallRecord, createCallLog } from "./calls.ts";
import { type Clock, createClock } from "./clock.ts";
import type { Context, Settings } from "./context.ts";
import { answerControl, reset } from "./control.ts";
import { type DocumentView, documentViews, timesSubmitted } from "./documents.ts";
import { type Reply, send } from "./exchange.ts";
import { createFaults, type Faults } from "./faults.ts";
import { answerFirs } from "./firs.ts";
import { answerIrp } from "./irp/api.ts";
import { createSessions } from "./irp/sessions.ts";
import { createKeyRing } from "./keys.ts";
import { openLedger } from "./ledger.ts";
import { type QrReading, readQr } from "./qr.ts";

/**
 * A revenue authority for testing: a real HTTP server that implements the Nigerian protocol, an asynchronous one and
 * the Indian one, validates every document, and has faults on demand. By default it listens on this machine only.
 */
export type Authority = {
  url: string;
  /** Faults that tests can request. */
  faults: Faults;
  clock: Clock;
  /** Creates a test business and returns its credentials, only this once. */
  registerBusiness(asked: BusinessRequest): Promise<Credentials>;
  businesses(): BusinessView[];
  /** Changes the tax number, or revokes and restores credentials. */
  changeBusiness(businessId: string, change: BusinessChange): BusinessView;
  /** All accepted documents, oldest first; an IRN never has two. */
  documents(filter?: { business_id?: string; irn?: string }): DocumentView[];
  /** How often a business submitted this IRN or key, even if it was never accepted. */
  timesSubmitted(businessId: string, irn: string): number;
  /** The last ten thousand calls, oldest first. */
  calls(): readonly CallRecord[];
  /** The content of a QR code, or the reason as text if it is invalid. */
  readQr(payload: string): Promise<QrReading | string>;
  /** Deletes documents, faults, calls and the clock's shift; with the option, businesses too. */
  reset(withBusinesses?: boolean): void;
  close(): Promise<void>;
};

export type AuthorityOptions = Partial<Settings> & {
  /** If missing or 0, any free port is used. */
  port?: number;
  host?: string;
  /** The file that keeps the key, businesses and documents across restarts. */
  file?: string;
  now?: () => Date;
};

const bodyBytesMax = 4 * 1024 * 1024;
const usual: Settings = {
  answerMs: 0,
  cancelHours: 24,
  pendingPolls: 1,
  pollAfterMs: 200,
  slowMaxMs: Number.POSITIVE_INFINITY,
};

export async function startAuthority(options: AuthorityOptions = {}): Promise<Authority> {
  const { port = 0, host = "127.0.0.1", file, now = () => new Date(), ...settings } = options;
  const closing = new AbortController();
  const ledger = openLedger(file);
  const context: Context = {
    settings: { ...usual, ...settings },
    clock: createClock(now),
    ledger,
    keys: createKeyRing(ledger),
    faults: createFaults(),
    calls: createCallLog(),
    sessions: createSessions(),
    closing: closing.signal,
  };
  // An import would also load Node's own fetch, which nothing here uses.
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer((request, response) => void answer(context, request, response));
  // This is longer than callers keep an idle connection, so that callers close it and no call meets a closing
  // connection.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    ...handles(context),
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function handles(context: Context): Omit<Authority, "close" | "url"> {
  const { faults, clock, ledger, calls } = context;
  return {
    faults,
    clock,
    registerBusiness: (asked) => registerBusiness(context, asked),
    businesses: () => [...ledger.businesses.values().map(viewOfBusiness)],
    changeBusiness: (businessId, change) => changeBusiness(ledger, businessId, change),
    documents: (filter) => documentViews(context, filter),
    timesSubmitted: (businessId, irn) => timesSubmitted(ledger, businessId, irn),
    calls: () => calls.list(),
    readQr: (payload) => readQr(context, payload),
    reset: (withBusinesses = false) => reset(context, withBusinesses),
  };
}

async function answer(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    send(request, response, await replyTo(context, request));
  } catch (error) {
    // The client may have disconnected, or the server may be closing, so the response may fail.
    if (context.closing.aborted || response.headersSent || response.destroyed) return;
    const message = error instanceof Error ? error.message : "Unknown error";
    send(request, response, refusal(500, "server", message));
  }
}

async function replyTo(context: Context, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? "/", "http://authority.invalid");
  const body = await readBody(request, bodyBytesMax);
  if (!body) return refusal(413, "server", "The request is too large.");
  const exchange = { request, url, body };
  if (url.pathname.startsWith("/_sandbox/")) return answerControl(context, exchange);
  if (url.pathname.startsWith("/eivital/") || url.pathname.startsWith("/eicore/")) {
    return answerIrp(context, exchange);
  }
  return answerFirs(context, exchange);
}
