import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { noteUnused } from "../platform/ops/collect-young.ts";

// Enough for a client that sends its whole body before it looks for an answer.
const bytesMax = 32 * 1024 * 1024;
const millisecondsMax = 10_000;
const checkEveryMs = 25;

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

/** Node throws the rest away by itself, without end; that is looked at from time to time. */
function discard(request: IncomingMessage): void {
  const { socket } = request;
  const bytesBefore = socket.bytesRead;
  const startedAt = performance.now();
  let bytesNoted = bytesBefore;
  const timer = setInterval(() => {
    noteUnused(socket.bytesRead - bytesNoted);
    bytesNoted = socket.bytesRead;
    const isOver = request.complete || socket.destroyed;
    const isTooMuch =
      socket.bytesRead - bytesBefore > bytesMax || performance.now() - startedAt > millisecondsMax;
    if (isOver || isTooMuch) clearInterval(timer);
    if (isTooMuch && !isOver) socket.destroy();
  }, checkEveryMs);
  timer.unref();
}
