import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import path from "node:path";
import type { FeedEvent } from "billfold-sdk";

/**
 * Every event once, in the order of the feed and without gaps, one per line. A crash or a power cut can only shorten
 * the file; the last event is read from it, so the feed provides the rest.
 */
export type Journal = { last(): number; append(event: FeedEvent): void };

export function openJournal(file: string): Journal {
  mkdirSync(path.dirname(file), { recursive: true });
  let last = existsSync(file) ? lastOf(file) : 0;
  return {
    last: () => last,
    append: (event) => {
      appendFileSync(file, `${JSON.stringify(event)}\n`);
      last = event.sequence;
    },
  };
}

/** A line cut off by a crash is removed and not repaired, because the event will be read again. */
function lastOf(file: string): number {
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf("\n") + 1;
  if (whole < bytes.length) truncateSync(file, whole);
  const line = bytes.subarray(0, whole).toString("utf8").trimEnd().split("\n").at(-1);
  return line ? (JSON.parse(line) as FeedEvent).sequence : 0;
}
