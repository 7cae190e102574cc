import type { Api } from "../api.ts";
import type { SalePatch } from "../api-types.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";
import { type SyncOptions, syncRecords } from "../sync.ts";

export const sales = (api: Api) => ({
  /**
   * One page of sales, newest first. Scope `sales:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /sales">, options?: CallOptions) => api.call("GET /sales", { query }, options),
  /**
   * Every sale; pages are fetched as needed. `limit` is the page size, not the total. Scope `sales:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /sales">, options?: CallOptions) =>
    api.all("GET /sales", "sales", query, options),
  /**
   * Creates a sale. Scope `sales:write`.
   * @throws {InvalidError} `invalid_request`
   */
  create: (body: BodyOf<"POST /sales">, options?: PostOptions) => api.call("POST /sales", { body }, options),
  /**
   * Creates or changes up to 500 sales, and tells what became of each. Scope `sales:write`.
   * @throws {InvalidError} `invalid_request`, `batch_failed`
   */
  batch: (body: BodyOf<"POST /sales/batch">, options?: PostOptions) =>
    api.call("POST /sales/batch", { body }, options),
  /**
   * Creates or changes any number of sales by their `external_id`, in batches of 500, as fast as the rate limit allows,
   * and reads `records` only as fast as they are stored. Scope `sales:write`.
   * @throws {InvalidError} `invalid_request`
   */
  syncAll: (records: Iterable<SalePatch> | AsyncIterable<SalePatch>, options?: SyncOptions) =>
    syncRecords(
      (body) => api.call("POST /sales/batch", { body }, { signal: options?.signal }),
      records,
      options,
    ),
  /**
   * Changes the given fields of the sale with this `external_id`, or creates it. Scope `sales:write`.
   * @throws {InvalidError} `invalid_request`, `already_invoiced`, `invalid_state`
   */
  upsert: (
    externalId: string,
    body: BodyOf<"PUT /sales/by_external_id/{external_id}">,
    options?: CallOptions,
  ) =>
    api.call("PUT /sales/by_external_id/{external_id}", { path: { external_id: externalId }, body }, options),
  /**
   * One sale with its lines. Scope `sales:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) => api.call("GET /sales/{id}", { path: { id } }, options),
  /**
   * Changes the given fields of an open sale; null clears a field. Scope `sales:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `already_invoiced`, `invalid_state`
   */
  update: (id: number, body: BodyOf<"PATCH /sales/{id}">, options?: CallOptions) =>
    api.call("PATCH /sales/{id}", { path: { id }, body }, options),
  /**
   * Cancels an open sale. Scope `sales:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `already_invoiced`, `invalid_state`
   */
  cancel: (id: number, options?: PostOptions) =>
    api.call("POST /sales/{id}/cancel", { path: { id } }, options),
  /**
   * Creates a draft invoice from an open sale, once. Deleting that draft reopens the sale. Scope `sales:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `already_invoiced`, `invalid_state`
   * @throws {TooManyRequestsError} `quota_exceeded`
   */
  invoice: (id: number, options?: PostOptions) =>
    api.call("POST /sales/{id}/invoice", { path: { id } }, options),
});
