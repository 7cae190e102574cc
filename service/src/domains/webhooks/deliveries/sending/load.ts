import { performance } from "node:perf_hooks";

const highShare = 0.8;

/** Whether this process was busy most of the time since the last measurement. */
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
