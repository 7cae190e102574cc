import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const webhooks = (api: Api) => ({
  endpoints: endpoints(api),
  deliveries: deliveries(api),
  inbox: inbox(api),
  /**
   * Repeats many deliveries: all that failed, or every event since a given time. Scope `webhooks:write`.
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  replay: (body: BodyOf<"POST /webhooks/replay">, options?: PostOptions) =>
    api.call("POST /webhooks/replay", { body }, options),
  /**
   * Sends a `webhook.test` event to one endpoint, regardless of its filter. Scope `webhooks:write`.
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  test: (body?: BodyOf<"POST /webhooks/test">, options?: PostOptions) =>
    api.call("POST /webhooks/test", { body }, options),
  /**
   * Explains why a delivery does not verify, based on the request that the receiver got. Scope `webhooks:read`.
   * @throws {InvalidError} `invalid_request`
   * @throws {UnavailableError} `secret_unreadable`
   */
  diagnose: (body: BodyOf<"POST /webhooks/diagnose">, options?: PostOptions) =>
    api.call("POST /webhooks/diagnose", { body }, options),
});

const endpoints = (api: Api) => ({
  /**
   * One page of webhook endpoints, newest first. Scope `webhooks:read` or `webhooks:write`.
   * @throws {InvalidError} `invalid_request`
   */
  list: (query?: QueryOf<"GET /webhooks/endpoints">, options?: CallOptions) =>
    api.call("GET /webhooks/endpoints", { query }, options),
  /**
   * Every webhook endpoint; pages are fetched as needed. `limit` is the page size, not the total. Scope
   * `webhooks:read` or `webhooks:write`.
   * @throws {InvalidError} `invalid_request`
   */
  all: (query?: QueryOf<"GET /webhooks/endpoints">, options?: CallOptions) =>
    api.all("GET /webhooks/endpoints", "endpoints", query, options),
  /**
   * Adds a webhook endpoint. The `webhook_secret` in the response is shown only once. Scope `webhooks:write`.
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   * @throws {UnavailableError} `secret_unreadable`
   */
  create: (body: BodyOf<"POST /webhooks/endpoints">, options?: PostOptions) =>
    api.call("POST /webhooks/endpoints", { body }, options),
  /**
   * One webhook endpoint. Scope `webhooks:read` or `webhooks:write`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) =>
    api.call("GET /webhooks/endpoints/{id}", { path: { id } }, options),
  /**
   * Changes an endpoint's address, its filter, or whether it is enabled. Pending deliveries go to the new address.
   * Scope `webhooks:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  update: (id: number, body: BodyOf<"PATCH /webhooks/endpoints/{id}">, options?: CallOptions) =>
    api.call("PATCH /webhooks/endpoints/{id}", { path: { id }, body }, options),
  /**
   * Removes an endpoint and its deliveries; the events stay in the feed. Scope `webhooks:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_state`
   */
  delete: (id: number, options?: CallOptions) =>
    api.call("DELETE /webhooks/endpoints/{id}", { path: { id } }, options),
  /**
   * Gives an endpoint a new secret. The `webhook_secret` in the response is shown only once; during the overlap,
   * deliveries are signed with both secrets. Scope `webhooks:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   * @throws {UnavailableError} `secret_unreadable`
   */
  rotateSecret: (
    id: number,
    body?: BodyOf<"POST /webhooks/endpoints/{id}/rotate_secret">,
    options?: PostOptions,
  ) => api.call("POST /webhooks/endpoints/{id}/rotate_secret", { path: { id }, body }, options),
});

const deliveries = (api: Api) => ({
  /**
   * One page of deliveries, newest first. Scope `webhooks:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /webhooks/deliveries">, options?: CallOptions) =>
    api.call("GET /webhooks/deliveries", { query }, options),
  /**
   * Every delivery; pages are fetched as needed. `limit` is the page size, not the total. Scope `webhooks:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /webhooks/deliveries">, options?: CallOptions) =>
    api.all("GET /webhooks/deliveries", "deliveries", query, options),
  /**
   * One delivery with its attempts. Scope `webhooks:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) =>
    api.call("GET /webhooks/deliveries/{id}", { path: { id } }, options),
  /**
   * Repeats a delivery, even one that succeeded. Scope `webhooks:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  replay: (id: number, options?: PostOptions) =>
    api.call("POST /webhooks/deliveries/{id}/replay", { path: { id } }, options),
});

/** The requests that arrived at the service's own inbox; sandbox only. */
const inbox = (api: Api) => ({
  /**
   * One page of the requests that arrived at the service's own inbox, newest first. Scope `webhooks:read`.
   * @throws {InvalidError} `invalid_request`
   */
  list: (query?: QueryOf<"GET /webhooks/inbox">, options?: CallOptions) =>
    api.call("GET /webhooks/inbox", { query }, options),
  /**
   * Every entry of the inbox; pages are fetched as needed. `limit` is the page size, not the total. Scope
   * `webhooks:read`.
   * @throws {InvalidError} `invalid_request`
   */
  all: (query?: QueryOf<"GET /webhooks/inbox">, options?: CallOptions) =>
    api.all("GET /webhooks/inbox", "inbox_entries", query, options),
});
