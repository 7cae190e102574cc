import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import path from "node:path";
import type { FeedEvent } from "billfold-sdk";

/**
 * Every event once, in the order of the feed and without gaps, one per line. A crash or a power cut can only shorten
 * the file; the last event is read from it, so the feed provides the rest.
 */
export type Journal = { last(): number; has(id: string): boolean; append(event: FeedEvent): void };

export function openJournal(file: string): Journal {
  mkdirSync(path.dirname(file), { recursive: true });
  const stored = existsSync(file) ? eventsIn(file) : [];
  const ids = new Set(stored.map(({ id }) => id));
  let last = stored.at(-1)?.sequence ?? 0;
  return {
    last: () => last,
    has: (id) => ids.has(id),
    append: (event) => {
      appendFileSync(file, `${JSON.stringify(event)}\n`);
      ids.add(event.id);
      last = event.sequence;
    },
  };
}

/** A line cut off by a crash is removed and not repaired, because the event will be read again. */
function eventsIn(file: string): FeedEvent[] {
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf("\n") + 1;
  if (whole < bytes.length) truncateSync(file, whole);
  const lines = bytes.subarray(0, whole).toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as FeedEvent);
}
