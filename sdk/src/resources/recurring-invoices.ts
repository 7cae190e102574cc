import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const recurringInvoices = (api: Api) => ({
  /**
   * One page of recurring invoices, newest first. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /recurring_invoices">, options?: CallOptions) =>
    api.call("GET /recurring_invoices", { query }, options),
  /**
   * Every recurring invoice; pages are fetched as needed. `limit` is the page size, not the total. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /recurring_invoices">, options?: CallOptions) =>
    api.all("GET /recurring_invoices", "recurring_invoices", query, options),
  /**
   * Creates a schedule, which makes an invoice on each of its dates. Scope `invoices:write`.
   * @throws {InvalidError} `invalid_request`
   */
  create: (body: BodyOf<"POST /recurring_invoices">, options?: PostOptions) =>
    api.call("POST /recurring_invoices", { body }, options),
  /**
   * One recurring invoice with its lines. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) =>
    api.call("GET /recurring_invoices/{id}", { path: { id } }, options),
  /**
   * Changes the given fields; null restores a default. Invoices that were made stay as they are. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  update: (id: number, body: BodyOf<"PATCH /recurring_invoices/{id}">, options?: CallOptions) =>
    api.call("PATCH /recurring_invoices/{id}", { path: { id }, body }, options),
  /**
   * Makes no invoices until it is resumed. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  pause: (id: number, options?: PostOptions) =>
    api.call("POST /recurring_invoices/{id}/pause", { path: { id } }, options),
  /**
   * Goes on with the first date from today on. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  resume: (id: number, options?: PostOptions) =>
    api.call("POST /recurring_invoices/{id}/resume", { path: { id } }, options),
  /**
   * The dates of the next twelve invoices. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  preview: (id: number, options?: CallOptions) =>
    api.call("GET /recurring_invoices/{id}/preview", { path: { id } }, options),
});
