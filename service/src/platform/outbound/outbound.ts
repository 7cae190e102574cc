import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { type UrlRules, urlFault } from "./addresses.ts";
import { admit, type Connection, type Connections, release, retire } from "./connections.ts";
import { buildConnect } from "./connector.ts";
import {
  failed,
  failureReason,
  isConnectionClosed,
  type OutboundFailure,
  type Phase,
  shutDown,
  timeoutReason,
} from "./failures.ts";

/**
 * HTTP to parties that we do not control, which may be down, slow or hostile, or send endless responses: every call has
 * one overall deadline, a response is read only up to a limit, redirects are not followed, and the address is checked
 * on every new connection, after the name is resolved and before anything is sent.
 */
export type Outbound = {
  /** Never rejects: a failure is an ordinary result. */
  send(request: OutboundRequest): Promise<OutboundResult>;
  /** Closes immediately; calls in flight fail. */
  close(): Promise<void>;
};

export type OutboundRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH";
  url: string;
  headers: Record<string, string>;
  body?: Buffer | string;
  timeoutMs: number;
  responseBytesMax: number;
  /** The request must not reach the other side twice, not even when a kept-alive connection breaks. */
  onlyOnce?: boolean;
  /** Opens a connection for this call instead of reusing one that may also be broken. */
  newConnection?: boolean;
};

/** The outcome of a call: a response, or the reason why there was none. */
export type OutboundResult = OutboundResponse | OutboundFailure;

export type OutboundResponse = {
  kind: "answered";
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The first bytes of the body, at most `answerBytesMax`. */
  body: Buffer;
  /** The body was longer or, where the status is not a success, may have been. */
  truncated: boolean;
  durationMs: number;
};

type Call = {
  request: OutboundRequest;
  url: URL;
  startedAt: number;
  resolve: (result: OutboundResult) => void;
  timer?: NodeJS.Timeout;
  phase: Phase;
  connection?: Connection<Call>;
  retried: boolean;
  status: number;
  headers: OutboundResponse["headers"];
  chunks: Buffer[];
  received: number;
};

// This much beyond the limit is read and discarded, so that the connection can be reused.
const drainBytesMax = 64 * 1024;

export function createOutbound(
  options: UrlRules & { connectionsPerOrigin: number; lookup?: LookupFunction },
): Outbound {
  const { allowLocal, exemptOrigins, lookup = systemLookup } = options;
  const guarded = buildConnect({ lookup, guarded: true });
  const unguarded = buildConnect({ lookup, guarded: false });
  // The address is checked on connecting, whether the URL has a number or a name.
  const rulesOfForm = { ...options, allowLocal: true };
  const origins = new Map<string, Connections<Call>>();
  let closed = false;

  const connectionsTo = (origin: string): Connections<Call> => {
    const known = origins.get(origin);
    if (known) return known;
    const connections: Connections<Call> = {
      origin,
      connect: allowLocal || exemptOrigins.includes(origin) ? unguarded : guarded,
      connectionsMax: options.connectionsPerOrigin,
      dispatch,
      whenEmpty: () => origins.delete(origin),
      all: new Set(),
      idle: [],
      waiting: new Set(),
    };
    origins.set(origin, connections);
    return connections;
  };

  return {
    send: (request) => {
      const startedAt = performance.now();
      const fault = urlFault(request.url, rulesOfForm);
      if (fault) return Promise.resolve(failed(startedAt, ["invalid_url", `the URL ${fault}`]));
      if (closed) return Promise.resolve(failed(startedAt, shutDown));
      const url = new URL(request.url);
      return new Promise((resolve) => begin(connectionsTo(url.origin), { request, url, startedAt, resolve }));
    },
    close: async () => {
      closed = true;
      await endAll([...origins.values()]);
    },
  };
}

function begin(
  connections: Connections<Call>,
  start: Pick<Call, "request" | "url" | "startedAt" | "resolve">,
): void {
  const answer = { status: 0, headers: {}, chunks: [], received: 0 };
  const call: Call = { ...start, phase: "waiting", retried: false, ...answer };
  call.timer = setTimeout(expire, call.request.timeoutMs, call, connections);
  admit(connections, call, call.request.newConnection);
}

async function endAll(origins: Connections<Call>[]): Promise<void> {
  const connections = origins.flatMap(({ all }) => [...all]);
  const waiting = origins.flatMap((origin) => [...origin.waiting]);
  for (const origin of origins) origin.waiting.clear();
  for (const call of [...waiting, ...connections.flatMap((connection) => connection.call ?? [])]) {
    end(call, failed(call.startedAt, shutDown));
  }
  await Promise.all(connections.map((connection) => retire(connection)));
}

function dispatch(connection: Connection<Call>, call: Call): void {
  call.connection = connection;
  call.phase = "connecting";
  const { method, headers, body = null } = call.request;
  const path = call.url.pathname + call.url.search;
  // undici may report again on a retired connection, which has no caller any more.
  const current = () => connection.call === call;
  connection.client.dispatch(
    { method, path, headers, body },
    {
      onRequestStart: () => {
        if (current()) call.phase = "sent";
      },
      onResponseStarted: () => {
        if (current()) call.phase = "answering";
      },
      onResponseStart: (_, status, headers) => {
        if (current() && status >= 200) Object.assign(call, { status, headers });
      },
      onResponseData: (_, chunk) => {
        if (current()) read(connection, call, chunk);
      },
      onResponseEnd: () => {
        if (!current()) return;
        end(call, answered(call, false));
        release(connection);
      },
      onResponseError: (_, error) => {
        if (current()) fail(connection, call, error);
      },
    },
  );
}

function read(connection: Connection<Call>, call: Call, chunk: Buffer): void {
  const { responseBytesMax: answerBytesMax } = call.request;
  const bytesLeft = answerBytesMax - call.received;
  if (bytesLeft > 0) call.chunks.push(chunk.subarray(0, bytesLeft));
  call.received += chunk.length;
  if (call.received <= answerBytesMax) return;
  // The rest of the response cannot change the outcome, so the caller does not wait for it.
  if (bytesLeft >= 0) call.resolve(answered(call, true));
  const length = Math.max(call.received, Number(call.headers["content-length"]) || 0);
  if (length <= answerBytesMax + drainBytesMax) return;
  clearTimeout(call.timer);
  void retire(connection);
}

function fail(connection: Connection<Call>, call: Call, error: Error): void {
  const cutOff = isConnectionClosed(error);
  // The other side may close an idle connection just as we reuse it; most likely it never received the request.
  const reusedConnection = cutOff && call.phase !== "answering" && connection.answers > 0;
  if (reusedConnection && !call.retried && call.request.onlyOnce !== true) {
    call.retried = true;
    void retire(connection, call);
    return;
  }
  // A success only counts if it is complete; for any other response the status is enough.
  const refused = cutOff && call.status >= 300;
  const failure = failed(call.startedAt, failureReason(error, call.phase));
  end(call, refused ? answered(call, true) : reusedConnection ? { ...failure, reusedConnection } : failure);
  void retire(connection);
}

function expire(call: Call, connections: Connections<Call>): void {
  connections.waiting.delete(call);
  call.resolve(failed(call.startedAt, timeoutReason(call.phase, call.request.timeoutMs)));
  if (call.connection) void retire(call.connection);
}

function end(call: Call, result: OutboundResult): void {
  clearTimeout(call.timer);
  call.resolve(result);
}

function answered(call: Call, truncated: boolean): OutboundResponse {
  const { status, headers, chunks, startedAt } = call;
  const durationMs = Math.round(performance.now() - startedAt);
  return { kind: "answered", status, headers, body: Buffer.concat(chunks), truncated, durationMs };
}

/**
 * An outside party that we call on behalf of a company. `check` changes nothing, and throws if our credentials are
 * rejected.
 */
export type OutboundCheck = { companyId: number; title: string; address: string; check: () => Promise<void> };
