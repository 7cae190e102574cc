import type pg from "pg";

// The driver hides its socket, and has no call for "send these together".
type Driver = { connection: { stream: { cork(): void; uncork(): void } } };

const socketOf = (client: pg.ClientBase) => (client as unknown as Driver).connection.stream;

const corkedClients = new WeakSet<pg.ClientBase>();

/** Sends the queries that are issued before the next tick in one packet. */
export const corkUntilNextTick = (client: pg.ClientBase) => corkUntil(process.nextTick, client);

/** Sends all queries that are issued in this turn of the event loop in one packet. */
export const corkUntilImmediate = (client: pg.ClientBase) => corkUntil(setImmediate, client);

function corkUntil(later: (send: () => void) => unknown, client: pg.ClientBase): void {
  if (corkedClients.has(client)) return;
  corkedClients.add(client);
  const socket = socketOf(client);
  socket.cork();
  later(() => {
    corkedClients.delete(client);
    socket.uncork();
  });
}

/** Sends all queries that `sendQueries` issues in one packet, immediately. */
export function withCork<T>(client: pg.ClientBase, sendQueries: () => T): T {
  const socket = socketOf(client);
  socket.cork();
  try {
    return sendQueries();
  } finally {
    socket.uncork();
  }
}
