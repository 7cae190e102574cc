import { type Queryable, statement } from "./database.ts";
import type { Logger } from "./log.ts";

/** Tells every node a word on a channel, soon and together with what else there is to tell. */
export type Announce = (channel: string, word: string | number) => void;

export type Announcer = { announce: Announce; idle(): Promise<void> };

/** The ids that a payload names. Undefined is any: the connection was down, so announcements may have been missed. */
export function idsIn(payload: string): ReadonlySet<number> | undefined {
  return payload === "" ? undefined : new Set(payload.split(",").map(Number));
}

// A payload may have at most 8,000 bytes, and a word is an id.
const wordsMax = 400;

const notify = statement("announce", "select pg_notify($1, $2)");

/**
 * NOTIFY takes a lock on the whole database until its transaction ends, so it never rides in a busy one: words
 * are told after the commit, and what gathers while one message is on its way is the next message.
 */
export function createAnnouncer(db: Queryable, log: Logger): Announcer {
  const waiting = new Map<string, Set<string>>();
  let running: Promise<void> | undefined;

  const tell = async (channel: string, words: Set<string>) => {
    const told = [...words].slice(0, wordsMax);
    for (const word of told) words.delete(word);
    if (words.size === 0) waiting.delete(channel);
    // Whoever waits for announcements also looks by itself now and then: a lost one costs time, nothing else.
    await db
      .query(notify, [channel, told.join(",")])
      .catch((error: Error) => log.warn({ reason: error.message }, "an announcement was lost"));
  };
  const run = async () => {
    // One turn of the event loop lets everything that was committed together be told together.
    await new Promise(setImmediate);
    while (waiting.size > 0) for (const [channel, words] of waiting) await tell(channel, words);
    running = undefined;
  };
  return {
    announce: (channel, word) => {
      const words = waiting.get(channel) ?? new Set();
      waiting.set(channel, words.add(String(word)));
      running ??= run();
    },
    idle: async () => {
      while (running) await running;
    },
  };
}
