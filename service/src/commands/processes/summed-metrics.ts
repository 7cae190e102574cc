import { setTimeout as delay } from "node:timers/promises";
import { AggregatorRegistry, Counter, Gauge } from "prom-client";
import type { Metrics } from "../../platform/ops/metrics.ts";
import type { ProcessChannel } from "../../platform/ops/process-channel.ts";

/** What a process counted, as prom-client writes a registry. */
export type Figures = Awaited<ReturnType<Metrics["registry"]["getMetricsAsJSON"]>>;

export type MeasuredProcess = { index: number; channel: ProcessChannel };

/** The figures of a whole node. */
export type SummedMetrics = {
  text(running: readonly MeasuredProcess[]): Promise<string>;
  /** What the process counted stays in the sums, which would otherwise fall and look like a restart. */
  keepEnded(ended: MeasuredProcess): void;
};

// Longer than a process takes to measure, also when its database hangs.
const answerMaxMs = 1_500;

export function createSummedMetrics({ registry }: Metrics, expected: number): SummedMetrics {
  const latest = new Map<MeasuredProcess, Figures>();
  let ended: Figures = [];
  // The primary has no such connection.
  registry.removeSingleMetric("billfold_listener_connected");
  const registers = [registry];
  const processes = new Gauge({
    name: "billfold_processes",
    help: "Processes that serve the API, by state: answering, missing.",
    labelNames: ["state"],
    registers,
  });
  const restarts = new Counter({
    name: "billfold_process_restarts_total",
    help: "Processes that ended unexpectedly and were replaced.",
    registers,
  });

  const ask = async (asked: MeasuredProcess) => {
    const answer = asked.channel.call<Figures>("metrics").catch(() => undefined);
    const figures = await Promise.race([answer, delay(answerMaxMs, undefined, { ref: false })]);
    if (figures) latest.set(asked, figures);
    return figures;
  };
  return {
    text: async (running) => {
      const answers = await Promise.all(running.map(ask));
      const answering = answers.filter((figures) => figures !== undefined);
      processes.set({ state: "answering" }, answering.length);
      processes.set({ state: "missing" }, expected - answering.length);
      const silent = running.filter((_, index) => answers[index] === undefined);
      const own = await registry.getMetricsAsJSON();
      const counted = silent.map((one) => lastingOf(latest.get(one) ?? []));
      const sums = AggregatorRegistry.aggregate([own, ...answering, ...counted, ended]);
      // What can't be summed, such as the time of the start, is that of the primary.
      for (const { name, aggregator } of own) {
        const metric = registry.getSingleMetric(name);
        if (String(aggregator) === "omit" && metric) sums.registerMetric(metric);
      }
      return sums.metrics();
    },
    keepEnded: async (one) => {
      restarts.inc();
      const counted = lastingOf(latest.get(one) ?? []);
      latest.delete(one);
      ended = await AggregatorRegistry.aggregate([ended, counted]).getMetricsAsJSON();
    },
  };
}

/** Unlike a gauge, what was counted stays true when the process has ended. */
const lastingOf = (figures: Figures) =>
  figures.filter(({ type }) => ["counter", "histogram"].includes(String(type)));
