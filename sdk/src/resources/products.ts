import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const products = (api: Api) => ({
  list: (query?: QueryOf<"GET /products">, options?: CallOptions) =>
    api.call("GET /products", { query }, options),
  all: (query?: QueryOf<"GET /products">, options?: CallOptions) =>
    api.all("GET /products", "products", query, options),
  create: (body: BodyOf<"POST /products">, options?: PostOptions) =>
    api.call("POST /products", { body }, options),
  get: (id: number, options?: CallOptions) => api.call("GET /products/{id}", { path: { id } }, options),
  update: (id: number, body: BodyOf<"PATCH /products/{id}">, options?: CallOptions) =>
    api.call("PATCH /products/{id}", { path: { id }, body }, options),
});
