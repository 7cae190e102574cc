/** The size of the test: `BILLFOLD_FAULTS=short` is the version for every change; without it everything runs. */
export const size =
  process.env.BILLFOLD_FAULTS === "short"
    ? { events: 250, kills: 2, eventsAcrossCrashes: 150, crashes: 1, lateAnswers: 1, timeoutMs: 4 * 60_000 }
    : {
        events: 5000,
        kills: 10,
        eventsAcrossCrashes: 1000,
        crashes: 4,
        lateAnswers: 3,
        timeoutMs: 20 * 60_000,
      };

/** The time between two faults: a dead worker's leases, a start, and all pending deliveries, on a busy machine. */
export const giveUpAfterMs = 120_000;

export type Random = () => number;

/** The seed is printed, so that a failed run can be repeated with nearly the same timing. */
export function newRandom(): { seed: number; random: Random } {
  const seed = Number(process.env.BILLFOLD_FAULTS_SEED ?? Date.now() % 1_000_000);
  return { seed, random: mulberry32(seed) };
}

/** A generator of its own for each part of a run, so that one part's timing does not change another's decisions. */
export function randomFrom(seed: number, ...part: (string | number)[]): Random {
  let state = seed >>> 0;
  for (const character of part.join(" "))
    state = Math.imul(state ^ character.codePointAt(0)!, 0x0100_0193) >>> 0;
  return mulberry32(state);
}

function mulberry32(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(choices: readonly T[], random: Random): T {
  return choices[Math.floor(random() * choices.length)]!;
}

/** Random points in a run as fractions of it, one in each of equally many parts, and none at the very end. */
export function randomMoments(count: number, random: Random): number[] {
  return Array.from({ length: count }, (_, index) => (0.95 * (index + random())) / count);
}
