import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { act, end, type Outcome } from "./buyer.ts";
import { disputeSession, listDisputes } from "./disputes.ts";
import { type Call, createFaults, type Faults } from "./faults.ts";
import { readForm } from "./form.ts";
import { type Answer, createIdempotency } from "./idempotency.ts";
import { notify } from "./notifications.ts";
import { renderPage } from "./page.ts";
import { createRefund, listRefunds, settleRefund } from "./refunds.ts";
import { Refusal, unauthorized, unrecognized } from "./refusal.ts";
import { createSession, listSessions, retrieveSession } from "./sessions.ts";
import type { Dispute, DisputeStatus, Refund, RefundStatus, Session, SessionRecord, Store } from "./store.ts";
import { unixSeconds } from "./store.ts";

/** The part of Stripe that a hosted checkout needs, on a real port, with faults on demand. */
export type StripeSimulator = {
  url: string;
  faults: Faults;
  /** Performs an action of the buyer or their bank. Resolves once the notification was sent. */
  pay(sessionId: string, outcome: Outcome): Promise<void>;
  /** Expires a session early. */
  expire(sessionId: string): Promise<void>;
  /** All sessions in order of creation, in their current state. */
  sessions(): Session[];
  refunds(): Refund[];
  /** Sets the status of new refunds, which succeed by default; existing refunds do not change. */
  refundsBecome(status: RefundStatus): void;
  /** A buyer's bank disputes a payment, or the dispute moves on. Resolves once the notification was sent. */
  dispute(
    sessionId: string,
    status: DisputeStatus,
    given?: Partial<Pick<Dispute, "amount" | "currency">>,
  ): Promise<void>;
  /** Resolves once the notification was sent. */
  settleRefund(refundId: string, status: RefundStatus): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  port?: number;
  /** The address for notifications; without it, none are sent. */
  notifyAt?: string;
  webhookSecret?: string;
  now?: () => Date;
};

export async function startStripe(options: Options = {}): Promise<StripeSimulator> {
  const { port = 0, notifyAt, webhookSecret = "whsec_simulator", now = () => new Date() } = options;
  const books: Store = {
    url: "",
    now,
    sessions: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    refundStatus: "succeeded",
  };
  const faults = createFaults();
  const tell: Notify = async (type, object) => {
    if (notifyAt && type) await notify(notifyAt, webhookSecret, now(), { type, object });
  };
  const api = createApi(books, faults);
  const pages = createPages(books, tell);
  const server = createServer(async (request, response) => {
    try {
      await expireSessions(books, tell);
      await (request.url?.startsWith("/c/pay/") ? pages : api)(request, response);
    } catch (error) {
      console.error("Stripe simulator:", error);
      request.socket.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  books.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: books.url,
    faults,
    pay: async (id, outcome) => {
      const record = find(books, id);
      await tell(act(books, record, outcome), record.session);
    },
    expire: async (id) => {
      const record = find(books, id);
      await tell(end(record), record.session);
    },
    sessions: () => [...books.sessions.values()].map(({ session }) => session),
    refunds: () => [...books.refunds.values()].map(({ refund }) => refund),
    refundsBecome: (status) => {
      books.refundStatus = status;
    },
    dispute: async (id, status, given) => {
      const { type, dispute } = disputeSession(books, id, status, given);
      await tell(type, dispute);
    },
    settleRefund: async (id, status) => {
      const refund = settleRefund(books, id, status);
      await tell(status === "failed" ? "refund.failed" : "refund.updated", refund);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Notify = (type: string | undefined, object: object) => Promise<void>;
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** There is no timer: expiry is checked on every access. */
async function expireSessions(books: Store, tell: Notify): Promise<void> {
  const seconds = unixSeconds(books.now());
  const over = [...books.sessions.values()].filter(
    ({ session }) => session.status === "open" && session.expires_at <= seconds,
  );
  await Promise.all(over.map((record) => tell(end(record), record.session)));
}

function createApi(books: Store, faults: ReturnType<typeof createFaults>): Handler {
  const idempotently = createIdempotency(books.now);
  return async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", books.url);
    const body = await read(request);
    const words = new URLSearchParams(body);
    words.sort();
    const route = routes.find(({ method, path }) => method === request.method && path.test(pathname));
    const fault = route && faults.take(route.call);
    if (fault === "down") return void request.socket.destroy();
    if (fault === "hang") return;
    const spoilt = fault && faultyResponses[fault];
    if (spoilt) return send(response, spoilt);
    const answer = answerOr(() => {
      const owner = keyOf(request);
      if (!route) throw unrecognized(request.method ?? "", pathname);
      const form = readForm(request.method === "GET" ? search : body);
      const id = pathname.split("/")[4] ?? "";
      const run = () => ({ status: 200, body: route.run(books, owner, form, id) });
      if (request.method === "GET") return run();
      const key = request.headers["idempotency-key"] as string | undefined;
      return idempotently(key, owner, `${pathname} ${words}`, run);
    });
    if (fault !== "hang_after") send(response, answer);
  };
}

type Route = {
  method: string;
  path: RegExp;
  call: Call;
  run: (books: Store, owner: string, form: ReturnType<typeof readForm>, id: string) => object;
};

const routes: readonly Route[] = [
  { method: "POST", path: /^\/v1\/checkout\/sessions$/, call: "create_session", run: createSession },
  { method: "GET", path: /^\/v1\/checkout\/sessions$/, call: "list_sessions", run: listSessions },
  {
    method: "GET",
    path: /^\/v1\/checkout\/sessions\/[^/]+$/,
    call: "retrieve_session",
    run: (books, owner, query, id) => retrieveSession(books, owner, id, query),
  },
  { method: "POST", path: /^\/v1\/refunds$/, call: "create_refund", run: createRefund },
  { method: "GET", path: /^\/v1\/refunds$/, call: "list_refunds", run: listRefunds },
  { method: "GET", path: /^\/v1\/disputes$/, call: "list_disputes", run: listDisputes },
];

const errorAnswer = (status: number, type: string, message: string): Answer => ({
  status,
  body: { error: { type, message } },
});

const faultyResponses: Readonly<Record<string, Answer>> = {
  error: errorAnswer(
    500,
    "api_error",
    "An error occurred while processing your request. Try again in a little bit.",
  ),
  garbage: { status: 200, body: "<html>Something else entirely</html>" },
  unauthorized: errorAnswer(401, "invalid_request_error", "Invalid API Key provided: sk_test_****"),
  forbidden: errorAnswer(
    403,
    "invalid_request_error",
    "The provided key does not have the required permissions.",
  ),
  rate_limited: errorAnswer(429, "invalid_request_error", "Too many requests hit the API too quickly."),
};

function answerOr(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body };
    throw error;
  }
}

/** The key is a bearer token or the user name of Basic authentication. Each key has its own account. */
function keyOf({ headers }: IncomingMessage): string {
  const [scheme = "", word = ""] = (headers.authorization ?? "").split(" ");
  const key = /^basic$/i.test(scheme) ? Buffer.from(word, "base64").toString("utf8").split(":")[0]! : word;
  if (!key) throw unauthorized("You did not provide an API key.");
  if (/^(sk|rk)_test_\w+$/.test(key)) return key;
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

function createPages(books: Store, tell: Notify): Handler {
  return async (request, response) => {
    const record = books.sessions.get(request.url?.split("/")[3]?.split("?")[0] ?? "");
    const outcome = new URLSearchParams(await read(request)).get("outcome");
    if (!record) return void response.writeHead(404).end("There is no such page.");
    const { session } = record;
    const show = () =>
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(renderPage(record));
    const go = (to: string) =>
      response.writeHead(303, { location: to.replaceAll("{CHECKOUT_SESSION_ID}", session.id) }).end();
    if (request.method !== "POST" || session.status !== "open") return void show();
    if (outcome === "cancel") return void go(session.cancel_url ?? session.success_url);
    if (outcome !== "paid" && outcome !== "declined" && outcome !== "delayed") return void show();
    await tell(act(books, record, outcome), session);
    void (outcome === "declined" ? show() : go(session.success_url));
  };
}

function find(books: Store, id: string): SessionRecord {
  const record = books.sessions.get(id);
  if (!record) throw new Error(`there is no session ${id}`);
  return record;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}
