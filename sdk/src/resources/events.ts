import type { Api } from "../api.ts";
import type { AnswerOf, QueryOf } from "../contract.ts";
import type { FeedEvent } from "../event-types.ts";
import type { CallOptions, RequestOptions } from "../options.ts";
import { largestPage, listOf } from "../pages.ts";
import { pause } from "../request.ts";

type EventPage = Omit<AnswerOf<"GET /events">, "events"> & { events: FeedEvent[] };
type EventAnswer = Omit<AnswerOf<"GET /events/{id}">, "event"> & { event: FeedEvent };

type Following = CallOptions & {
  /** The `sequence` of the last event that you have; default 0, which returns all events. */
  after?: number | undefined;
  type?: QueryOf<"GET /events">["type"];
};

/**
 * The company's events, oldest first. An event contains its record if the key also has the scope that reads it;
 * otherwise `data_withheld` is true and `data` is missing.
 */
export const events = (api: Api) => ({
  /**
   * One page of events, oldest first. `after` is the `sequence` of the last one that you have; `wait` waits for
   * the next. Scope `webhooks:read`.
   * @throws {InvalidError} `invalid_request`, `feed_position_ahead`
   */
  list: (query?: QueryOf<"GET /events">, options?: CallOptions) =>
    api.call(
      "GET /events",
      { query },
      doctorContext(query?.wait, options),
    ) as Promise<unknown> as Promise<EventPage>,
  /**
   * Every event so far, oldest first; pages are fetched as needed. `limit` is the page size, not the total. Scope
   * `webhooks:read`.
   * @throws {InvalidError} `invalid_request`, `feed_position_ahead`
   */
  all: (query?: QueryOf<"GET /events">, options?: CallOptions) =>
    api.all("GET /events", "events", query, doctorContext(query?.wait, options)) as AsyncGenerator<
      FeedEvent,
      void,
      undefined
    >,
  /**
   * Every event after `after`, and then each new event, until the `signal`. Throws if the service is unavailable for
   * longer than the retries last: start again after the `sequence` of the last event that you have processed. Throws
   * `feed_position_ahead` if the service was restored to an earlier time, and events that you have no longer exist:
   * fetch the records that you keep again, then continue after `details.last_sequence`. Scope `webhooks:read`.
   * @throws {InvalidError} `invalid_request`, `feed_position_ahead`
   */
  follow: (following?: Following) => follow(api, following),
  /**
   * One event. Scope `webhooks:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: string, options?: CallOptions) =>
    api.call("GET /events/{id}", { path: { id } }, options) as Promise<unknown> as Promise<EventAnswer>,
});

const waitSeconds = 25;
// If a proxy does not let the service wait, the client must still not poll continuously.
const shortestMs = 1_000;

/** The client's timeout must be longer than the wait that it asks the service for. */
const doctorContext = (wait: number | undefined, options: CallOptions | undefined): RequestOptions => ({
  ...options,
  patienceMs: 1000 * (wait ?? 0),
});

async function* follow(
  api: Api,
  { after = 0, type, ...options }: Following = {},
): AsyncGenerator<FeedEvent, void, undefined> {
  let last = after;
  const query = { type, wait: waitSeconds, limit: largestPage };
  while (!options.signal?.aborted) {
    const since = Date.now();
    const asked = api.call(
      "GET /events",
      { query: { ...query, after: last } },
      doctorContext(waitSeconds, options),
    );
    const page = await asked.catch((error: unknown) => {
      // Aborting is the normal end, not a failure.
      if (options.signal?.aborted) return undefined;
      throw error;
    });
    if (!page) return;
    const found = listOf<FeedEvent>(page, "GET /events", "events");
    for (const event of found) {
      if (options.signal?.aborted) return;
      yield event;
      last = event.sequence;
    }
    if (found.length === 0 && Date.now() - since < shortestMs)
      await pause(shortestMs, options.signal).catch(() => undefined);
  }
}
