import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

// Enough for a client that sends its whole body before it looks for an answer.
const bytesMax = 32 * 1024 * 1024;
const millisecondsMax = 10_000;

/**
 * A request may be answered before its body has been read: because nobody is going to read it, or because it is too
 * large. Closing the connection then would take the answer away from a client that still writes, so the rest is read
 * and thrown away, up to a limit.
 */
export function discardUnread(server: FastifyInstance): void {
  server.addHook("onResponse", (request, _reply, done) => {
    if (request.raw.complete === false) discard(request.raw);
    done();
  });
}

function discard(request: IncomingMessage): void {
  let bytes = 0;
  const giveUp = () => request.socket.destroy();
  const timer = setTimeout(giveUp, millisecondsMax);
  timer.unref();
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) giveUp();
  });
  // A caller that hangs up now has got its answer.
  request.on("error", () => undefined);
  request.once("close", () => clearTimeout(timer));
}
