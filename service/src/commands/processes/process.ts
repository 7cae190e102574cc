import type { Socket } from "node:net";
import { readConfig } from "../../config/config.ts";
import { listPassStatuses } from "../../platform/ops/loops.ts";
import { openProcessChannel, type ProcessChannel } from "../../platform/ops/process-channel.ts";
import { version } from "../../version.ts";
import { failureMessage } from "../failure-message.ts";
import { observation, queueMeasurement } from "../metrics-server.ts";
import { loadService, openService, type Service } from "../open-service.ts";
import { acceptFromPrimary } from "./accepting.ts";
import { remoteCounters } from "./node-counters.ts";
import type { Orders, Ready } from "./orders.ts";

/** One of the processes of a node: started by the primary (primary.ts), which also tells it when to stop. */
const open = new AsyncDisposableStack();
const started = Promise.withResolvers<{ service: Service; accept: (socket: Socket) => void }>();
const observed = started.promise.then(async ({ service: { context } }) =>
  observation(context, isFirst ? await queueMeasurement(context) : async () => undefined),
);
let isFirst = false;

const primary: ProcessChannel = openProcessChannel(process, {
  connection: async (_, socket) => {
    const { accept } = await started.promise;
    // The primary must know that the connection is ours before anything of it is read.
    setImmediate(accept, socket);
  },
  metrics: async () => {
    const { service } = await started.promise;
    await (await observed)();
    return service.context.metrics.registry.getMetricsAsJSON();
  },
  passStatuses: listPassStatuses,
  drain: async () => (await started.promise).service.app?.drain(),
  stop: () => void stop(),
});

// A terminal sends its signals to all processes; only the primary decides what they mean.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
// Nobody else hands over connections, or would notice that this process still runs.
process.on("disconnect", () => process.exit(1));

start().then(started.resolve, (error: unknown) => {
  started.reject(error);
  return endWith(error);
});
started.promise.catch(() => undefined);
observed.catch(() => undefined);

async function start() {
  const loading = loadService();
  loading.catch(() => undefined);
  const orders = await primary.call<Orders>("orders");
  // Otherwise two versions would run side by side, and the newer one would change the database.
  if (orders.version !== version) {
    throw new Error(`The program has been replaced by version ${version}. Restart the service to use it.`);
  }
  isFirst = orders.index === 0;
  const config = { ...readConfig(process.env), ...orders.config };
  const { connectionString } = orders;
  const service = await openService(config, open, {
    isFirst,
    counters: remoteCounters(primary),
    passStatuses: isFirst ? undefined : () => primary.call("passStatuses"),
    // The primary stops the database.
    cluster:
      connectionString === undefined
        ? undefined
        : Promise.resolve({ connectionString, stop: async () => {} }),
  });
  const accept = await acceptFromPrimary(service.app!.server);
  await service.run();
  const ready: Ready = { demo: service.demo, quiet: service.context.activity.quiet() };
  void primary.call("ready", ready);
  return { service, accept };
}

async function stop(): Promise<void> {
  await started.promise.catch(() => undefined);
  await open.disposeAsync().then(() => process.exit(0), endWith);
}

async function endWith(error: unknown): Promise<never> {
  process.stderr.write(`billfold: ${await failureMessage(error)}\n`);
  process.exit(1);
}
