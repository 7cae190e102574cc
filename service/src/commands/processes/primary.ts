import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { NodeCounters } from "../../app.ts";
import type { Config } from "../../config/config.ts";
import { createTurns } from "../../http/concurrency-limit.ts";
import { limitHeapGrowth } from "../../platform/ops/heap-growth.ts";
import { openLog } from "../../platform/ops/log.ts";
import { createMetrics } from "../../platform/ops/metrics.ts";
import { openProcessChannel, type ProcessChannel } from "../../platform/ops/process-channel.ts";
import { systemClock } from "../../platform/values/clock.ts";
import { version } from "../../version.ts";
import { createVisitCounter } from "../../web/portal/visitor-limit.ts";
import { startCluster, startSandbox } from "../local-services.ts";
import { cachedText, listenForScrapes } from "../metrics-server.ts";
import type { StartNode } from "../serve.ts";
import { printQuiet, printStartup } from "../startup-text.ts";
import { createConnections } from "./connections.ts";
import { serveCounters } from "./node-counters.ts";
import type { Orders, Ready } from "./orders.ts";
import { type Ended, keepRunning, reasonOf } from "./replacement.ts";
import { createSummedMetrics } from "./summed-metrics.ts";

/**
 * The primary of a node with several processes. It serves no request itself: it owns the port, the embedded database
 * and the sandbox, starts the processes, replaces those that end, and counts what must be counted for all of them.
 */
export const start: StartNode = async (config, open, onLost) => {
  const notice = (text: string) => void process.stdout.write(`${text}\n`);
  const { cluster } = await startCluster(config, { notice, onLost }, open);
  const sandboxed = await startSandbox(config, open);
  const connectionString = (await cluster)?.connectionString;
  const log = openLog({ level: config.logLevel, isShared: true });
  const metrics = createMetrics();
  const connections = createConnections();
  const counters = { turns: createTurns(metrics), countVisit: createVisitCounter({ clock: systemClock }) };
  const summed = createSummedMetrics(metrics, config.processes);
  const ordersOf = (index: number) => ordersFor(sandboxed, index, connectionString);
  const running = new Map<number, NodeProcess>();
  const stopping = new AbortController();
  let hasStarted = false;

  const run = async (index: number, onReady: (ready: Ready) => void): Promise<Ended> => {
    const passStatuses = () => running.get(0)?.channel.call("passStatuses") ?? [];
    const started = startProcess(ordersOf(index), { counters, passStatuses });
    running.set(index, started);
    void started.ready.then((ready) => {
      connections.add(started.channel);
      onReady(ready);
    });
    const ended = await started.ended;
    running.delete(index);
    if (!stopping.signal.aborted) summed.keepEnded(started);
    return ended;
  };
  /** Resolves when the process is ready, or has ended instead. */
  const keep = (index: number) =>
    new Promise<Ready | Ended>((resolve) => {
      const othersRun = () => [...running.values()].some(({ isReady }) => isReady());
      const runOnce = async () => {
        const ended = await run(index, resolve);
        // A node that can't start at all says so, instead of trying again.
        if (!hasStarted && !ended.wasReady) stopping.abort();
        resolve(ended);
        return ended;
      };
      const onReplace = ({ code, signal }: Ended, pauseMs: number) =>
        log.error({ process: index, code, signal, pauseMs }, "process ended unexpectedly; starting another");
      keepRunning({ run: runOnce, othersRun, onReplace, signal: stopping.signal }).catch(onLost);
    });
  open.defer(async () => {
    stopping.abort();
    await Promise.all([...running.values()].map(({ stop }) => stop()));
  });

  // The first one migrates the database, so that the others find it as they need it.
  const first = await startFirst(keep(0), config);
  hasStarted = true;
  limitHeapGrowth();
  await connections.listen(config);
  open.defer(connections.close);
  await Promise.all(Array.from({ length: config.processes - 1 }, (_, index) => keep(index + 1)));
  const text = cachedText(systemClock, () => summed.text([...running.values()]));
  const scraped =
    config.metricsPort === 0 ? undefined : await listenForScrapes({ config, metrics, log }, text);
  open.defer(() => void scraped?.server.close());
  printStartup(config, scraped, first.demo);
  printQuiet(first.quiet);
  return {
    drain: () => {
      for (const { channel } of running.values()) channel.call("drain").catch(() => undefined);
    },
  };
};

async function startFirst(starting: Promise<Ready | Ended>, { processes }: Config): Promise<Ready> {
  const first = await starting;
  if ("wasReady" in first) {
    throw new Error(
      `The first of ${processes} processes ended with ${reasonOf(first)} before it was ready. The message above says why.`,
    );
  }
  return first;
}

function ordersFor(config: Config, index: number, connectionString: string | undefined): Orders {
  const { processes, sandboxGateway, sandboxAuthority, outbound } = config;
  const roles = { api: true, worker: config.roles.worker && index === 0 };
  return {
    index,
    version,
    connectionString,
    config: { processes, roles, sandboxGateway, sandboxAuthority, outbound },
  };
}

type NodeProcess = {
  index: number;
  channel: ProcessChannel;
  isReady: () => boolean;
  ready: Promise<Ready>;
  ended: Promise<Ended>;
  stop: () => Promise<unknown>;
};

const file = fileURLToPath(new URL("./process.ts", import.meta.url));

function startProcess(
  orders: Orders,
  shared: { counters: NodeCounters; passStatuses: () => unknown },
): NodeProcess {
  // Dates are not turned into text.
  const child: ChildProcess = fork(file, { serialization: "advanced" });
  const served = serveCounters(shared.counters);
  const ready = Promise.withResolvers<Ready>();
  let isReady = false;
  const channel = openProcessChannel(child, {
    ...served.handlers,
    orders: () => orders,
    passStatuses: shared.passStatuses,
    ready: (message: Ready) => {
      isReady = true;
      ready.resolve(message);
    },
  });
  const ended = once(child, "exit").then(([code, signal]) => {
    served.endAll();
    return { code, signal, wasReady: isReady } as Ended;
  });
  const stop = async () => {
    channel.call("stop").catch(() => undefined);
    await ended;
  };
  return { index: orders.index, channel, isReady: () => isReady, ready: ready.promise, ended, stop };
}
