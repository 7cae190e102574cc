/** The authority's clock: the system's or a given one, shifted as a test requests. */
export type Clock = {
  now(): Date;
  advance(ms: number): void;
  /** The clock continues from this time. */
  set(moment: Date): void;
  /** Removes the shift. */
  reset(): void;
};

export function createClock(given: () => Date): Clock {
  let offsetMs = 0;
  return {
    now: () => new Date(given().getTime() + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
    set: (moment) => {
      offsetMs = moment.getTime() - given().getTime();
    },
    reset: () => {
      offsetMs = 0;
    },
  };
}

/**
 * The latest date anywhere on Earth, so that no company's local date counts as being in the future; `aheadMs` is by how
 * much the clock of the caller's company was moved.
 */
export function latestDate({ now }: Clock, aheadMs = 0): string {
  return new Date(now().getTime() + aheadMs + 14 * 3_600_000).toISOString().slice(0, 10);
}
