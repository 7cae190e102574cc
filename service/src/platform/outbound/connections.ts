import type { Socket } from "node:net";
import { Client } from "undici";
import type { Connect } from "./connector.ts";

/**
 * The connections to one origin: a limited number, kept alive for a while, each used for one call at a time. Further
 * calls are queued here and not inside undici, where they could not be cancelled.
 */
export type Connections<Call> = {
  origin: string;
  connect: Connect;
  connectionsMax: number;
  /** Starts the call. The implementation must eventually release or retire the connection. */
  dispatch: (connection: Connection<Call>, call: Call) => void;
  whenEmpty: () => void;
  all: Set<Connection<Call>>;
  idle: Connection<Call>[];
  waiting: Set<Call>;
};

export type Connection<Call> = {
  siblings: Connections<Call>;
  client: Client;
  socket: Socket | undefined;
  call: Call | undefined;
  /**
   * The number of responses since it was connected. If there were any, the other side may have closed the connection
   * meanwhile.
   */
  answers: number;
};

const headerBytesMax = 16 * 1024;
const idleMs = 10_000;

export function admit<Call>(connections: Connections<Call>, call: Call, onNewConnection = false): void {
  const { idle, all, waiting, connectionsMax } = connections;
  const reused = idle.pop();
  if (reused && onNewConnection) void retire(reused, call);
  else if (reused) assign(reused, call);
  else if (all.size < connectionsMax) assign(open(connections), call);
  else waiting.add(call);
}

/** The response is complete, and the connection can be reused. */
export function release<Call>(connection: Connection<Call>): void {
  connection.answers += 1;
  connection.call = undefined;
  const next = takeWaiting(connection.siblings);
  if (next) assign(connection, next);
  else connection.siblings.idle.push(connection);
}

/** Closes a connection, whatever its state. Its slot goes to `retried`, or to the next queued call. */
export function retire<Call>(connection: Connection<Call>, retried?: Call): Promise<void> {
  const { siblings, client, socket } = connection;
  if (!siblings.all.delete(connection)) return Promise.resolve();
  connection.call = undefined;
  const place = siblings.idle.indexOf(connection);
  if (place >= 0) siblings.idle.splice(place, 1);
  const next = retried ?? takeWaiting(siblings);
  if (next) assign(open(siblings), next);
  else if (siblings.all.size === 0) siblings.whenEmpty();
  // undici exposes its socket only once it is connected.
  socket?.destroy();
  return client.destroy();
}

function open<Call>(siblings: Connections<Call>): Connection<Call> {
  const client = new Client(siblings.origin, {
    connect: (target, callback) => {
      connection.socket = siblings.connect(target, callback);
    },
    allowH2: false,
    maxHeaderSize: headerBytesMax,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // A server may announce a shorter keep-alive timeout; we close this much earlier.
    keepAliveTimeoutThreshold: 1_000,
    // Each call has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const connection: Connection<Call> = { siblings, client, socket: undefined, call: undefined, answers: 0 };
  client.on("connect", () => {
    connection.answers = 0;
  });
  client.on("disconnect", () => {
    // A call that was not yet sent when its idle connection broke is not lost: undici reconnects.
    if (!connection.call) void retire(connection);
  });
  siblings.all.add(connection);
  return connection;
}

/** The call is sent a little later, because undici must not be called from within its own callbacks. */
function assign<Call>(connection: Connection<Call>, call: Call): void {
  connection.call = call;
  queueMicrotask(() => {
    if (connection.call === call) connection.siblings.dispatch(connection, call);
  });
}

function takeWaiting<Call>({ waiting }: Connections<Call>): Call | undefined {
  const [call] = waiting;
  if (call) waiting.delete(call);
  return call;
}
