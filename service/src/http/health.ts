import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";

// Many load balancers and watchdogs use HEAD.
const asked = { exposeHeadRoute: true };

// Probes give up after a second or two, and then know less than a 503 says.
const databaseAnswerMaxMs = 800;

/** Lets load balancers send requests elsewhere before the server closes. */
export type Draining = { begin(): void };

/** Alive means the process answers; ready means it can do its work. */
export function health(server: FastifyInstance, { db, listener, activity }: Context): Draining {
  let draining = false;
  const begin = () => {
    draining = true;
  };
  server.addHook("preClose", (done) => {
    begin();
    done();
  });
  // A connection that is closed after its response cannot carry a request that the closing server would cut.
  server.addHook("onSend", (_request, reply, _payload, done) => {
    if (draining) reply.header("connection", "close");
    done();
  });
  const databaseChecks = createDatabaseChecks(db);
  server.get("/healthz", asked, () => ({ success: true, status: "alive" }));
  server.get("/readyz", asked, async (_request, reply) => {
    const quiet = activity.quiet();
    const checks = {
      ...(await databaseChecks()),
      announcements: listener.alive(),
      accepting: !draining,
      active: quiet === undefined,
    };
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({
      success: ready,
      status: ready ? "ready" : "not ready",
      checks,
      ...(quiet && { notice: `${quiet.says} ${quiet.cure}` }),
    });
  });
  return { begin };
}

type DatabaseChecks = { database: boolean; writable: boolean };

const noAnswer: DatabaseChecks = { database: false, writable: false };

/** However many probes there are, one query is in progress; a database that hangs counts as unreachable. */
function createDatabaseChecks(db: Context["db"]): () => Promise<DatabaseChecks> {
  let running: Promise<DatabaseChecks> | undefined;
  const ask = () =>
    db
      .isWritable()
      .then(
        (writable) => ({ database: true, writable }),
        () => noAnswer,
      )
      .finally(() => {
        running = undefined;
      });
  return () => {
    running ??= ask();
    return Promise.race([running, delay(databaseAnswerMaxMs, noAnswer, { ref: false })]);
  };
}
