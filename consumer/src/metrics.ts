import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SettingError } from "./config.ts";
import type { Pace } from "./polling.ts";
import { countsOf, type Tally } from "./tally.ts";

/** Metrics in Prometheus' text format. */
export type Metrics = {
  count(outcome: string, durationMs: number | undefined): void;
  waited(reason: string): void;
  /** A round was completed. */
  roundEnded(now: number): void;
  text(tally: Tally, pace: Pace): string;
};

const bounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics(): Metrics {
  const outcomes = new Map<string, number>();
  const waits = new Map<string, number>();
  const buckets = bounds.map(() => 0);
  let sum = 0;
  let timed = 0;
  let lastRound = 0;
  return {
    count: (outcome, durationMs) => {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (durationMs === undefined) return;
      const seconds = durationMs / 1000;
      sum += seconds;
      timed += 1;
      bounds.forEach((bound, index) => {
        if (seconds <= bound) buckets[index]! += 1;
      });
    },
    waited: (reason) => void waits.set(reason, (waits.get(reason) ?? 0) + 1),
    roundEnded: (now) => {
      lastRound = now / 1000;
    },
    text: (tally, pace) => {
      const { pending, rejected, incomplete } = countsOf(tally);
      return [
        ...family("invoices_total", "counter", "Invoices processed, by result.", "outcome", outcomes),
        ...family("waits_total", "counter", "Number of pauses, by reason.", "reason", waits),
        ...head("invoice_duration_seconds", "histogram", "Time to process one invoice, including waits."),
        ...bounds.map(
          (bound, index) => `${prefix}invoice_duration_seconds_bucket{le="${bound}"} ${buckets[index]}`,
        ),
        `${prefix}invoice_duration_seconds_bucket{le="+Inf"} ${timed}`,
        `${prefix}invoice_duration_seconds_sum ${sum}`,
        `${prefix}invoice_duration_seconds_count ${timed}`,
        ...gauge("in_flight", "Registrations in progress.", pace.inFlight()),
        ...gauge(
          "waiting_seconds",
          "Seconds until the next registration may start.",
          (pace.waiting()?.ms ?? 0) / 1000,
        ),
        ...gauge("pending", "Invoices pending at the authority.", pending),
        ...gauge(
          "rejected",
          "Invoices that the authority rejected and that are not corrected yet.",
          rejected,
        ),
        ...gauge("incomplete", "Incomplete invoices that were not sent.", incomplete),
        ...gauge("products_incomplete", "Products that should be completed.", tally.products.size),
        ...gauge("last_round_timestamp_seconds", "When all lists were last read completely.", lastRound),
        "",
      ].join("\n");
    },
  };
}

const prefix = "billfold_consumer_";
const head = (name: string, type: string, help: string) => [
  `# HELP ${prefix}${name} ${help}`,
  `# TYPE ${prefix}${name} ${type}`,
];
const gauge = (name: string, help: string, value: number) => [
  ...head(name, "gauge", help),
  `${prefix}${name} ${value}`,
];

function family(
  name: string,
  type: string,
  help: string,
  label: string,
  values: ReadonlyMap<string, number>,
) {
  return [
    ...head(name, type, help),
    ...[...values].map(([value, count]) => `${prefix}${name}{${label}="${value}"} ${count}`),
  ];
}

/** Listens on this machine only; remote scrapers need a proxy with access control. */
export async function serveMetrics(
  port: number,
  text: () => string,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404).end("Metrics are at /metrics.\n");
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new SettingError(
      `--metrics-port: port ${port} can't be used (${error.code}). Choose another, or 0.`,
    );
  });
  return { server, port: (server.address() as AddressInfo).port };
}
