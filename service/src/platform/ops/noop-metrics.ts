import type { Metrics } from "./metrics.ts";

const noopMetric = { inc: () => undefined, observe: () => undefined, set: () => undefined };

/** Metrics for commands, which are never scraped, so prom-client need not be loaded. */
export const noopMetrics = new Proxy({} as Metrics, { get: () => noopMetric });
