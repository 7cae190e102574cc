import { Server } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

// Under a load that never pauses, a port that closes late helps nobody.
const turnsMax = 10_000;
/** A client that has just connected has sent its request by then. */
export const firstRequestMaxMs = 100;

/**
 * Closes the port without cutting a request that a client has sent already, which a proxy must not send again if it is
 * a POST. There are two dangers:
 * - The system completes connections by itself, and resets those that wait to be accepted when the port closes. So the
 *   port closes when none waits.
 * - Node counts a connection that has just been accepted as idle, and closes it together with the port of an HTTP
 *   server. So only the port is closed at first.
 */
export async function stopAccepting(server: Server): Promise<void> {
  if (!server.listening) return;
  let quietTurns = 0;
  const onConnection = () => {
    quietTurns = 0;
  };
  server.on("connection", onConnection);
  // The first turn may have begun before we listened; in the second one the event loop has asked for connections.
  for (let turn = 0; quietTurns < 2 && turn < turnsMax; turn++) {
    quietTurns++;
    await nextTurn();
  }
  Server.prototype.close.call(server);
  server.off("connection", onConnection);
  await delay(firstRequestMaxMs);
}
