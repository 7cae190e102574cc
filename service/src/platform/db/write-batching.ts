import type pg from "pg";

// The driver hides its socket, and has no call for "send these together".
type Driver = { connection: { stream: { cork(): void; uncork(): void } } };

const socketOf = (client: pg.ClientBase) => (client as unknown as Driver).connection.stream;

const gathering = new WeakSet<pg.ClientBase>();

/** Queries issued from now on leave in one packet, as long as none has to wait for an answer first. */
export const gather = (client: pg.ClientBase) => gatherUntil(process.nextTick, client);

/** The same for all queries issued within one turn of the event loop. */
export const gatherTurn = (client: pg.ClientBase) => gatherUntil(setImmediate, client);

function gatherUntil(later: (send: () => void) => unknown, client: pg.ClientBase): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const socket = socketOf(client);
  socket.cork();
  later(() => {
    gathering.delete(client);
    socket.uncork();
  });
}

/** Sends all queries that `ask` issues in one packet, immediately. */
export function inOnePacket<T>(client: pg.ClientBase, ask: () => T): T {
  const socket = socketOf(client);
  socket.cork();
  try {
    return ask();
  } finally {
    socket.uncork();
  }
}
