import type pg from "pg";

// The driver keeps its socket to itself, and has no word for "send these together".
type Driver = { connection: { stream: { cork(): void; uncork(): void } } };

const socketOf = (client: pg.ClientBase) => (client as unknown as Driver).connection.stream;

const gathering = new WeakSet<pg.ClientBase>();

/** What is asked from now on until the event loop turns leaves in one packet. */
export function gather(client: pg.ClientBase): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const socket = socketOf(client);
  socket.cork();
  setImmediate(() => {
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
