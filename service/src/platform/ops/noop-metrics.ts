import type { Metrics } from "./metrics.ts";

const noopMetric = { inc: () => undefined, observe: () => undefined, set: () => undefined };

/** For a process that nobody watches: what it counts goes nowhere, and nothing has to be loaded for it. */
export const noopMetrics = new Proxy({} as Metrics, { get: () => noopMetric });
