import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const sales = (api: Api) => ({
  list: (query?: QueryOf<"GET /sales">, options?: CallOptions) => api.call("GET /sales", { query }, options),
  all: (query?: QueryOf<"GET /sales">, options?: CallOptions) =>
    api.all("GET /sales", "sales", query, options),
  create: (body: BodyOf<"POST /sales">, options?: PostOptions) => api.call("POST /sales", { body }, options),
  get: (id: number, options?: CallOptions) => api.call("GET /sales/{id}", { path: { id } }, options),
  update: (id: number, body: BodyOf<"PATCH /sales/{id}">, options?: CallOptions) =>
    api.call("PATCH /sales/{id}", { path: { id }, body }, options),
  cancel: (id: number, options?: PostOptions) =>
    api.call("POST /sales/{id}/cancel", { path: { id } }, options),
  /** Makes a draft invoice of it. */
  invoice: (id: number, options?: PostOptions) =>
    api.call("POST /sales/{id}/invoice", { path: { id } }, options),
});
