import { type Client, type FeedEvent, InvalidError } from "billfold-sdk";
import type { Journal } from "./journal.ts";

/**
 * Deliveries may arrive twice, out of order or, during downtime, not at all; the intake passes each event on once and
 * in order.
 */
export type Intake = {
  /** Takes a delivered and verified event. It never waits, so that the delivery gets its response at once. */
  take(event: FeedEvent): void;
  /** Reads events missing in the journal from the feed; resolves when none is missing or the feed is unavailable. */
  catchUp(): Promise<void>;
};

type Listeners = { onEvent(event: FeedEvent): void; onTrouble(message: string): void };

const pageSize = 100;
const wentBack =
  "The service was restored to an earlier time, so the journal has events that no longer exist. Move the journal away and start the receiver again: it reads the whole feed.";

export function createIntake(client: Client, journal: Journal, { onEvent, onTrouble }: Listeners): Intake {
  // The newest sequence seen in a delivery.
  let reported = 0;
  let reading: Promise<void> | undefined;

  const store = (event: FeedEvent) => {
    journal.append(event);
    onEvent(event);
  };
  const readFeed = async () => {
    do {
      const before = journal.last();
      for await (const event of client.events.all({ after: before, limit: pageSize })) {
        if (event.data_withheld) throw new Error(`the key may not read the record of ${event.type}`);
        store(event);
      }
      if (journal.last() === before && before < reported) {
        onTrouble(`The feed has no event ${reported}. Do webhook secret and key belong to the same company?`);
        reported = before;
      }
    } while (journal.last() < reported);
  };
  const catchUp = () => {
    reading ??= readFeed()
      .catch((error: Error) => {
        const rewound = error instanceof InvalidError && error.code === "feed_position_ahead";
        onTrouble(rewound ? wentBack : `The feed can't be read now: ${error.message}`);
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  return {
    take: (event) => {
      if (journal.has(event.id)) return;
      // Its number is known, but the event is not: two events never have the same id.
      if (event.sequence <= journal.last()) return onTrouble(wentBack);
      if (event.sequence === journal.last() + 1 && !reading) return store(event);
      reported = Math.max(reported, event.sequence);
      void catchUp();
    },
    catchUp,
  };
}
