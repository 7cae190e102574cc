import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";

// Many load balancers and watchdogs use HEAD.
const asked = { exposeHeadRoute: true };

/** Alive means the process answers; ready means it can do its work. */
export function health(server: FastifyInstance, { db, listener }: Context): void {
  let closing = false;
  server.addHook("preClose", (done) => {
    closing = true;
    done();
  });
  server.addHook("onSend", (_request, reply, _payload, done) => {
    if (closing) reply.header("connection", "close");
    done();
  });
  server.get("/healthz", asked, () => ({ success: true, status: "alive" }));
  server.get("/readyz", asked, async (_request, reply) => {
    const database = await db.query("select 1").then(
      () => true,
      () => false,
    );
    const checks = { database, announcements: listener.alive(), accepting: !closing };
    const ready = Object.values(checks).every(Boolean);
    return reply
      .code(ready ? 200 : 503)
      .send({ success: ready, status: ready ? "ready" : "not ready", checks });
  });
}
