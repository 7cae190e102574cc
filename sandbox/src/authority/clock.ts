/** The authority's own time: that of the system, or whatever it was given, moved as far as a test wants it. */
export type Clock = {
  now(): Date;
  advance(ms: number): void;
  /** From then on it runs on from this moment. */
  set(moment: Date): void;
  /** Back to the time that it was given. */
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

/** The date that it is already somewhere on Earth, so that no company is told that its today is tomorrow. */
export function latestDate({ now }: Clock): string {
  return new Date(now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
}
