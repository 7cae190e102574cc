import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const webhooks = (api: Api) => ({
  endpoints: endpoints(api),
  deliveries: deliveries(api),
  inbox: inbox(api),
  /** Sends again what an endpoint has missed. */
  replay: (body: BodyOf<"POST /webhooks/replay">, options?: PostOptions) =>
    api.call("POST /webhooks/replay", { body }, options),
  test: (body?: BodyOf<"POST /webhooks/test">, options?: PostOptions) =>
    api.call("POST /webhooks/test", { body }, options),
  /** Tells why a delivery does not verify, from what the receiver saw of it. */
  diagnose: (body: BodyOf<"POST /webhooks/diagnose">, options?: PostOptions) =>
    api.call("POST /webhooks/diagnose", { body }, options),
});

const endpoints = (api: Api) => ({
  list: (query?: QueryOf<"GET /webhooks/endpoints">, options?: CallOptions) =>
    api.call("GET /webhooks/endpoints", { query }, options),
  all: (query?: QueryOf<"GET /webhooks/endpoints">, options?: CallOptions) =>
    api.all("GET /webhooks/endpoints", "endpoints", query, options),
  /** The answer's `webhook_secret` is shown this once. */
  create: (body: BodyOf<"POST /webhooks/endpoints">, options?: PostOptions) =>
    api.call("POST /webhooks/endpoints", { body }, options),
  get: (id: number, options?: CallOptions) =>
    api.call("GET /webhooks/endpoints/{id}", { path: { id } }, options),
  update: (id: number, body: BodyOf<"PATCH /webhooks/endpoints/{id}">, options?: CallOptions) =>
    api.call("PATCH /webhooks/endpoints/{id}", { path: { id }, body }, options),
  delete: (id: number, options?: CallOptions) =>
    api.call("DELETE /webhooks/endpoints/{id}", { path: { id } }, options),
  /** The answer's `webhook_secret` is shown this once. */
  rotateSecret: (
    id: number,
    body?: BodyOf<"POST /webhooks/endpoints/{id}/rotate_secret">,
    options?: PostOptions,
  ) => api.call("POST /webhooks/endpoints/{id}/rotate_secret", { path: { id }, body }, options),
});

const deliveries = (api: Api) => ({
  list: (query?: QueryOf<"GET /webhooks/deliveries">, options?: CallOptions) =>
    api.call("GET /webhooks/deliveries", { query }, options),
  all: (query?: QueryOf<"GET /webhooks/deliveries">, options?: CallOptions) =>
    api.all("GET /webhooks/deliveries", "deliveries", query, options),
  get: (id: number, options?: CallOptions) =>
    api.call("GET /webhooks/deliveries/{id}", { path: { id } }, options),
  replay: (id: number, options?: PostOptions) =>
    api.call("POST /webhooks/deliveries/{id}/replay", { path: { id } }, options),
});

/** In the sandbox: what arrived at the inbox that the service itself keeps. */
const inbox = (api: Api) => ({
  list: (query?: QueryOf<"GET /webhooks/inbox">, options?: CallOptions) =>
    api.call("GET /webhooks/inbox", { query }, options),
  all: (query?: QueryOf<"GET /webhooks/inbox">, options?: CallOptions) =>
    api.all("GET /webhooks/inbox", "entries", query, options),
});
