import { setTimeout } from "node:timers/promises";
import type { Logger } from "../ops/log.ts";
import { type Queryable, statement } from "./database.ts";

/** Sends a word to every node by NOTIFY, batched with other words that are waiting. */
export type Notify = (channel: string, word: string | number) => void;

export type Notifier = { notify: Notify; idle(): Promise<void> };

/**
 * The ids in a payload. Undefined means any id: the connection was down, so notifications may have been missed.
 */
export function idsInPayload(payload: string): ReadonlySet<number> | undefined {
  return payload === "" ? undefined : new Set(payload.split(",").map(Number));
}

/** A word that follows another this soon waits, so that steady work sends tens of messages a second, not hundreds. */
const gapMs = 20;

// PostgreSQL limits a payload to 8,000 bytes, and each word is an id.
const idsMax = 400;

const notifyStatement = statement("notify", "select pg_notify($1, $2)");

/**
 * NOTIFY takes a database-wide lock until its transaction ends, so it is never part of a busy transaction: words are
 * sent after the commit, and whatever accumulates while one message is on its way goes into the next.
 */
export function createNotifier(db: Queryable, log: Logger): Notifier {
  const waiting = new Map<string, Set<string>>();
  let running: Promise<void> | undefined;

  const send = async (channel: string, words: Set<string>) => {
    const batch = [...words].slice(0, idsMax);
    for (const word of batch) words.delete(word);
    if (words.size === 0) waiting.delete(channel);
    // Every listener also polls, so a lost notification only causes a delay.
    await db
      .query(notifyStatement, [channel, batch.join(",")])
      .catch((error: Error) => log.warn({ reason: error.message }, "sending notification failed"));
  };
  const run = async () => {
    // Waiting one turn of the event loop batches the words of everything that was committed together.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      for (const [channel, words] of waiting) await send(channel, words);
      await setTimeout(gapMs);
    }
    running = undefined;
  };
  return {
    notify: (channel, word) => {
      const words = waiting.get(channel) ?? new Set();
      waiting.set(channel, words.add(String(word)));
      running ??= run();
    },
    idle: async () => {
      while (running) await running;
    },
  };
}
