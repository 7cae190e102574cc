import type { Counts } from "./tally.ts";

/** The rate over the last seconds only, because a watching run has long idle hours. */
export function createSpeed(now: () => number): (registered: number) => number {
  const samples: [at: number, registered: number][] = [[now(), 0]];
  return (registered) => {
    const at = now();
    samples.push([at, registered]);
    while (samples.length > 2 && at - samples[1]![0] >= windowMs) samples.shift();
    const [since, before] = samples[0]!;
    return at === since ? 0 : Math.round(((registered - before) / (at - since)) * 10_000) / 10;
  };
}

const windowMs = 5_000;

const shown = (count: number) => count.toLocaleString("en");

/** The progress line. */
export function progressLine(
  { registered, rejected, incomplete, pending, left }: Counts,
  perSecond: number,
  waiting: { ms: number; reason: string } | undefined,
): string {
  const parts = [
    `${shown(registered)} registered`,
    `${shown(rejected + incomplete)} rejected`,
    `${shown(pending)} pending`,
    ...(left > 0 ? [`${shown(left)} left`] : []),
    `${perSecond} a second`,
    ...(waiting ? [`waiting ${Math.ceil(waiting.ms / 1000)} s: ${waiting.reason}`] : []),
  ];
  return parts.join(" · ");
}
