import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const paymentLinks = (api: Api) => ({
  create: (body: BodyOf<"POST /payments/link">, options?: PostOptions) =>
    api.call("POST /payments/link", { body }, options),
  list: (query?: QueryOf<"GET /payments/links">, options?: CallOptions) =>
    api.call("GET /payments/links", { query }, options),
  all: (query?: QueryOf<"GET /payments/links">, options?: CallOptions) =>
    api.all("GET /payments/links", "payment_links", query, options),
  get: (reference: string, options?: CallOptions) =>
    api.call("GET /payments/links/{reference}", { path: { reference } }, options),
  cancel: (reference: string, options?: PostOptions) =>
    api.call("POST /payments/links/{reference}/cancel", { path: { reference } }, options),
});
