import type { Api } from "../api.ts";
import type { QueryOf } from "../contract.ts";
import type { CallOptions } from "../options.ts";

const checkpoints = (api: Api) => ({
  /**
   * One page of checkpoints, newest first, with every public key. Scope `webhooks:read`.
   * @throws {InvalidError} `invalid_request`
   */
  list: (query?: QueryOf<"GET /books/checkpoints">, options?: CallOptions) =>
    api.call("GET /books/checkpoints", { query }, options),
  /**
   * All checkpoints; pages are fetched as needed. `limit` is the page size, not the total. Scope `webhooks:read`.
   * @throws {InvalidError} `invalid_request`
   */
  all: (query?: QueryOf<"GET /books/checkpoints">, options?: CallOptions) =>
    api.all("GET /books/checkpoints", "checkpoints", query, options),
});

export const books = (api: Api) => ({
  /** Signed hashes of the company's last events, by which the past can be verified. */
  checkpoints: checkpoints(api),
  /**
   * The lines of the export, each with its line feed, as they arrive; nothing is kept in memory. Events have a `sequence`:
   * if the connection is lost, a ConnectionError or TimeoutError is thrown, and another export `after` the last sequence
   * goes on. The lines of both, one after the other, are one file for the verifier. Scopes `webhooks:read` and those that
   * read all records.
   * @throws {InvalidError} `feed_position_ahead`, `invalid_request`
   */
  export: (query?: QueryOf<"GET /books/export">, options?: CallOptions) =>
    api.lines("GET /books/export", { query }, options),
});
