import type pg from "pg";

// The driver keeps its socket to itself, and has no word for "send these together".
type Driver = { connection: { stream: { cork(): void; uncork(): void } } };

const socketOf = (client: pg.ClientBase) => (client as unknown as Driver).connection.stream;

const gathering = new WeakSet<pg.ClientBase>();

/** What is asked from now on by all who need not wait for an answer first leaves in one packet. */
export const gather = (client: pg.ClientBase) => gatherUntil(process.nextTick, client);

/** The same for all who ask within one turn of the event loop. */
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

/** What `ask` asks leaves in one packet, at once. */
export function inOnePacket<T>(client: pg.ClientBase, ask: () => T): T {
  const socket = socketOf(client);
  socket.cork();
  try {
    return ask();
  } finally {
    socket.uncork();
  }
}
