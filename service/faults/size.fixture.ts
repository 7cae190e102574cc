/** How much is done to prove it: `BILLFOLD_FAULTS=short` is the form for every change, without it all of it is run. */
export const size =
  process.env.BILLFOLD_FAULTS === "short"
    ? { events: 250, kills: 2, eventsAcrossCrashes: 150, crashes: 1, timeoutMs: 120_000 }
    : { events: 5000, kills: 10, eventsAcrossCrashes: 1000, crashes: 4, timeoutMs: 20 * 60_000 };

export type Chance = () => number;

/** From 0 up to 1, the same again for the same seed (mulberry32): a run that failed can be run again. */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function newSeed(): number {
  return Number(process.env.BILLFOLD_FAULTS_SEED ?? Date.now() % 1_000_000);
}

/** Moments of a run, as shares of its way, at least one in each of as many equal parts. */
export function randomMoments(count: number, chance: Chance): number[] {
  return Array.from({ length: count }, (_, index) => (index + chance()) / count);
}
