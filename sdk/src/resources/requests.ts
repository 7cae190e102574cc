import type { Api } from "../api.ts";
import type { QueryOf } from "../contract.ts";
import type { CallOptions } from "../options.ts";

/** Whether a request took effect, for callers that did not get its response. */
export const requests = (api: Api) => ({
  /**
   * What became of the request with this Idempotency-Key in the last 24 hours. Any key may call this.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  find: (query: QueryOf<"GET /requests">, options?: CallOptions) =>
    api.call("GET /requests", { query }, options),
  /**
   * What the request with this id changed; `sent_at` finds old requests with an id of your own. Any key may call this.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  get: (request_id: string, query?: QueryOf<"GET /requests/{request_id}">, options?: CallOptions) =>
    api.call("GET /requests/{request_id}", { path: { request_id }, query }, options),
});
