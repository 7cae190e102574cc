import { performance } from "node:perf_hooks";

const highShare = 0.8;

/** Has this process been busy most of the time since it was last measured? */
export function watchLoad() {
  let last = performance.eventLoopUtilization();
  let high = false;
  return {
    measure: () => {
      const current = performance.eventLoopUtilization();
      high = performance.eventLoopUtilization(current, last).utilization > highShare;
      last = current;
    },
    isHigh: () => high,
  };
}
