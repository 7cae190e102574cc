import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { firstRequestMaxMs } from "../../http/stop-accepting.ts";

const idleEveryMs = 100;

/** Makes the server answer on connections that another process accepted. Must be called before it is ready. */
export async function acceptFromPrimary(server: FastifyInstance): Promise<(socket: Socket) => void> {
  const { server: http } = server;
  const open = new Set<Socket>();
  // The server waits only for connections that it accepted itself.
  server.addHook("preClose", async () => {
    if (open.size > 0) await delay(firstRequestMaxMs);
    for (;;) {
      http.closeIdleConnections();
      if (open.size === 0) return;
      await delay(idleEveryMs);
    }
  });
  await server.ready();
  // Time limits of requests are watched from this event on.
  http.emit("listening");
  return (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    // As Node does for connections that it accepts.
    socket.setNoDelay(true);
    socket.allowHalfOpen = true;
    http.emit("connection", socket);
  };
}
