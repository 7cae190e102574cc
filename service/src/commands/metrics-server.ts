import type { Server } from "node:http";
import { isIP } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../context.ts";
import type { Clock } from "../platform/values/clock.ts";

export type MetricsServer = { server: Server; url: string };

/** A measurement is cached for this long, so that callers, who need no login, cannot overload the database. */
const measuredForMs = 5_000;

// A database that hangs must not hide the metrics that say so.
const measureMaxMs = 800;

/** Measuring reads every webhook endpoint: the more there are, the less often it is done, so that it takes 1 % of the time. */
const pausePerMeasuredMs = 100;
const pauseMaxMs = 60_000;

/** The metrics of a node that is one process. */
export async function serveMetrics(context: Context): Promise<MetricsServer | undefined> {
  if (context.config.metricsPort === 0) return undefined;
  return listenForScrapes(context, metricsText(context, await queueMeasurement(context)));
}

/** Measures what waits in the database. It is the same for all processes, so that one of them should do it. */
export async function queueMeasurement(context: Context): Promise<() => Promise<unknown>> {
  const { observeQueue } = await import("../domains/webhooks/deliveries/service.ts");
  const { observeRegistrations } = await import("../domains/fiscal/registration/service.ts");
  const { observeMails } = await import("../domains/sending/mails/service.ts");
  const { observeBooks } = await import("../domains/backoffice/books/service.ts");
  const observers = [observeQueue, observeRegistrations, observeMails, observeBooks];
  return () => Promise.all(observers.map((observe) => observe(context)));
}

/** Metrics have their own port and address, so that they need not be reachable from where the API is. */
export async function listenForScrapes(
  { config, metrics, log }: Pick<Context, "config" | "metrics" | "log">,
  text: () => Promise<string>,
): Promise<MetricsServer> {
  // An import would also load Node's own fetch, which nothing here uses.
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404).end("Metrics are at /metrics.\n");
    const gathered = await text().catch((error: Error) => {
      log.error({ reason: error.message }, "collecting metrics failed");
      return undefined;
    });
    if (gathered === undefined) return void response.writeHead(500).end("See the log for details.\n");
    response.writeHead(200, { "content-type": metrics.registry.contentType }).end(gathered);
  });
  const listenOn = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, config.metricsHost, () => resolve());
    });
  await listenOn(config.metricsPort).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
      throw new Error(
        `BILLFOLD_METRICS_HOST is ${config.metricsHost}, which is not an address of this machine.`,
      );
    }
    // Several copies may run on one machine: a default port that is taken is skipped, but a configured one is an error.
    if (error.code !== "EADDRINUSE") throw error;
    if (config.metricsPortChosen) {
      throw new Error(
        `Port ${config.metricsPort} is in use. Choose another with BILLFOLD_METRICS_PORT, or set it to 0 to turn metrics off.`,
      );
    }
    log.warn({ port: config.metricsPort }, "metrics port is in use; using a free port");
    return listenOn(0);
  });
  const { port } = server.address() as { port: number };
  const host = isIP(config.metricsHost) === 6 ? `[${config.metricsHost}]` : config.metricsHost;
  return { server, url: `http://${host}:${port}/metrics` };
}

type Measured = Pick<Context, "clock" | "metrics" | "listener" | "db" | "log">;

export function metricsText(context: Measured, measure: () => Promise<unknown>): () => Promise<string> {
  const observe = observation(context, measure);
  return cachedText(context.clock, async () => {
    await observe();
    return context.metrics.registry.metrics();
  });
}

/** Brings the gauges of this process up to date. */
export function observation(
  { clock, metrics, listener, db, log }: Measured,
  measure: () => Promise<unknown>,
): () => Promise<void> {
  let measuring: Promise<unknown> | undefined;
  let pause = { from: 0, ms: 0 };
  const isPausing = () => {
    const age = clock.now().getTime() - pause.from;
    // If the clock was set back, the pause must not become longer.
    return age >= 0 && age < pause.ms;
  };
  const startMeasuring = () => {
    const startedAt = performance.now();
    measuring = measure()
      .catch((error: Error) => log.warn({ reason: error.message }, "measuring queues failed"))
      .finally(() => {
        measuring = undefined;
        const ms = Math.min(pauseMaxMs, pausePerMeasuredMs * (performance.now() - startedAt));
        pause = { from: clock.now().getTime(), ms };
      });
  };
  return async () => {
    metrics.listenerConnected.set(listener.alive() ? 1 : 0);
    metrics.connections.set({ state: "open" }, db.pool.totalCount);
    metrics.connections.set({ state: "idle" }, db.pool.idleCount);
    metrics.connections.set({ state: "waiting" }, db.waitingCount());
    if (!measuring && !isPausing()) startMeasuring();
    await Promise.race([measuring, delay(measureMaxMs, undefined, { ref: false })]);
  };
}

/** However many callers there are, one measurement runs at a time, and its text is cached for a few seconds. */
export function cachedText(clock: Clock, gather: () => Promise<string>): () => Promise<string> {
  let kept: { text: string; at: number } | undefined;
  let running: Promise<string> | undefined;
  const remember = (text: string) => {
    kept = { text, at: clock.now().getTime() };
    return text;
  };
  return async () => {
    const age = kept ? clock.now().getTime() - kept.at : Number.POSITIVE_INFINITY;
    // If the clock was set back, the cached text must not be kept.
    if (kept && age >= 0 && age < measuredForMs) return kept.text;
    running ??= gather()
      .then(remember)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
