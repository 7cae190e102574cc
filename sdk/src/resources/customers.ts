import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const customers = (api: Api) => ({
  list: (query?: QueryOf<"GET /customers">, options?: CallOptions) =>
    api.call("GET /customers", { query }, options),
  all: (query?: QueryOf<"GET /customers">, options?: CallOptions) =>
    api.all("GET /customers", "customers", query, options),
  create: (body: BodyOf<"POST /customers">, options?: PostOptions) =>
    api.call("POST /customers", { body }, options),
  get: (id: number, options?: CallOptions) => api.call("GET /customers/{id}", { path: { id } }, options),
  update: (id: number, body: BodyOf<"PATCH /customers/{id}">, options?: CallOptions) =>
    api.call("PATCH /customers/{id}", { path: { id }, body }, options),
});
