import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const payments = (api: Api) => ({
  list: (query?: QueryOf<"GET /payments">, options?: CallOptions) =>
    api.call("GET /payments", { query }, options),
  all: (query?: QueryOf<"GET /payments">, options?: CallOptions) =>
    api.all("GET /payments", "payments", query, options),
  /** Money that came by another way than a payment link. */
  record: (body: BodyOf<"POST /payments">, options?: PostOptions) =>
    api.call("POST /payments", { body }, options),
  get: (id: number, options?: CallOptions) => api.call("GET /payments/{id}", { path: { id } }, options),
  /** Without an amount: all of it. */
  refund: (id: number, body?: BodyOf<"POST /payments/{id}/refund">, options?: PostOptions) =>
    api.call("POST /payments/{id}/refund", { path: { id }, body }, options),
  /** Puts money that exceeded its invoice to an invoice. */
  allocate: (id: number, body?: BodyOf<"POST /payments/{id}/allocate">, options?: PostOptions) =>
    api.call("POST /payments/{id}/allocate", { path: { id }, body }, options),
});
