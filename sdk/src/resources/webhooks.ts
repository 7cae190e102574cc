import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const webhooks = (api: Api) => ({
  endpoints: endpoints(api),
  deliveries: deliveries(api),
  inbox: inbox(api),
  /**
   * Delivers many once more: all that failed, or every event since a moment. Scope `webhooks:write`.
   * @throws {Invalid} `invalid_request`, `invalid_state`
   */
  replay: (body: BodyOf<"POST /webhooks/replay">, options?: PostOptions) =>
    api.call("POST /webhooks/replay", { body }, options),
  /**
   * Sends a `webhook.test` to one endpoint, whatever its filter. Scope `webhooks:write`.
   * @throws {Invalid} `invalid_request`, `invalid_state`
   */
  test: (body?: BodyOf<"POST /webhooks/test">, options?: PostOptions) =>
    api.call("POST /webhooks/test", { body }, options),
  /**
   * Tells why a delivery does not verify, from what the receiver saw of it. Scope `webhooks:read`.
   * @throws {Invalid} `invalid_request`
   * @throws {Unavailable} `secret_unreadable`
   */
  diagnose: (body: BodyOf<"POST /webhooks/diagnose">, options?: PostOptions) =>
    api.call("POST /webhooks/diagnose", { body }, options),
});

const endpoints = (api: Api) => ({
  /**
   * One page of webhook endpoints, newest first. Scope `webhooks:read` or `webhooks:write`.
   * @throws {Invalid} `invalid_request`
   */
  list: (query?: QueryOf<"GET /webhooks/endpoints">, options?: CallOptions) =>
    api.call("GET /webhooks/endpoints", { query }, options),
  /**
   * Every webhook endpoint, page by page, each when it is needed. `limit` is the size of a page, not of the
   * whole. Scope `webhooks:read` or `webhooks:write`.
   * @throws {Invalid} `invalid_request`
   */
  all: (query?: QueryOf<"GET /webhooks/endpoints">, options?: CallOptions) =>
    api.all("GET /webhooks/endpoints", "endpoints", query, options),
  /**
   * Adds a webhook endpoint. The answer's `webhook_secret` is shown this once. Scope `webhooks:write`.
   * @throws {Invalid} `invalid_request`, `invalid_state`
   * @throws {Unavailable} `secret_unreadable`
   */
  create: (body: BodyOf<"POST /webhooks/endpoints">, options?: PostOptions) =>
    api.call("POST /webhooks/endpoints", { body }, options),
  /**
   * One webhook endpoint. Scope `webhooks:read` or `webhooks:write`.
   * @throws {NotFound} `not_found`
   */
  get: (id: number, options?: CallOptions) =>
    api.call("GET /webhooks/endpoints/{id}", { path: { id } }, options),
  /**
   * Changes its address, its filter, or whether it is enabled. What is pending goes to the new address. Scope
   * `webhooks:write`.
   * @throws {NotFound} `not_found`
   * @throws {Invalid} `invalid_request`
   */
  update: (id: number, body: BodyOf<"PATCH /webhooks/endpoints/{id}">, options?: CallOptions) =>
    api.call("PATCH /webhooks/endpoints/{id}", { path: { id }, body }, options),
  /**
   * Removes an endpoint and its deliveries; the events stay in the feed. Scope `webhooks:write`.
   * @throws {NotFound} `not_found`
   * @throws {Invalid} `invalid_state`
   */
  delete: (id: number, options?: CallOptions) =>
    api.call("DELETE /webhooks/endpoints/{id}", { path: { id } }, options),
  /**
   * Gives an endpoint a new secret. The answer's `webhook_secret` is shown this once; during the overlap both
   * sign. Scope `webhooks:write`.
   * @throws {NotFound} `not_found`
   * @throws {Invalid} `invalid_request`, `invalid_state`
   * @throws {Unavailable} `secret_unreadable`
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
   * @throws {Invalid} `invalid_request`
   */
  list: (query?: QueryOf<"GET /webhooks/deliveries">, options?: CallOptions) =>
    api.call("GET /webhooks/deliveries", { query }, options),
  /**
   * Every delivery, page by page, each when it is needed. `limit` is the size of a page, not of the whole. Scope
   * `webhooks:read`.
   * @throws {Invalid} `invalid_request`
   */
  all: (query?: QueryOf<"GET /webhooks/deliveries">, options?: CallOptions) =>
    api.all("GET /webhooks/deliveries", "deliveries", query, options),
  /**
   * One delivery with its attempts. Scope `webhooks:read`.
   * @throws {NotFound} `not_found`
   */
  get: (id: number, options?: CallOptions) =>
    api.call("GET /webhooks/deliveries/{id}", { path: { id } }, options),
  /**
   * Delivers once more, also what succeeded. Scope `webhooks:write`.
   * @throws {NotFound} `not_found`
   * @throws {Invalid} `invalid_request`, `invalid_state`
   */
  replay: (id: number, options?: PostOptions) =>
    api.call("POST /webhooks/deliveries/{id}/replay", { path: { id } }, options),
});

/** In the sandbox: what arrived at the inbox that the service itself keeps. */
const inbox = (api: Api) => ({
  /**
   * One page of what arrived at the inbox that the service itself keeps, newest first. Scope `webhooks:read`.
   * @throws {Invalid} `invalid_request`
   */
  list: (query?: QueryOf<"GET /webhooks/inbox">, options?: CallOptions) =>
    api.call("GET /webhooks/inbox", { query }, options),
  /**
   * Every entry of the inbox, page by page, each when it is needed. `limit` is the size of a page, not of the
   * whole. Scope `webhooks:read`.
   * @throws {Invalid} `invalid_request`
   */
  all: (query?: QueryOf<"GET /webhooks/inbox">, options?: CallOptions) =>
    api.all("GET /webhooks/inbox", "inbox_entries", query, options),
});
