/** The size of the run: `BILLFOLD_CLUSTER=short` is the version for every change; without it everything runs. */
export const isShort = process.env.BILLFOLD_CLUSTER === "short";

/** How many clients work at once. */
export const clients = isShort ? 4 : 8;

/** Acknowledged changes before a fault, and after its end. */
export const changesAround = isShort ? 40 : 150;

/** How often each node is restarted under load. */
export const restartRounds = isShort ? 1 : 2;

export const testTimeoutMs = 10 * 60_000;

/** The time for anything that must happen, on a busy machine. */
export const giveUpAfterMs = 180_000;

/** The targets. */
export const answerMaxMs = 10_000;
/** The authority's 15 s, and the 20 s for a call of another node that is in progress. */
export const registrationMaxMs = 35_000;
export const writesBackMaxMs = 15_000;
