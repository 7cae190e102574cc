import type { Api } from "../api.ts";
import type { CustomerPatch } from "../api-types.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";
import { type SyncOptions, syncRecords } from "../sync.ts";

export const customers = (api: Api) => ({
  /**
   * One page of customers, newest first. Scope `customers:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /customers">, options?: CallOptions) =>
    api.call("GET /customers", { query }, options),
  /**
   * Every customer; pages are fetched as needed. `limit` is the page size, not the total. Scope `customers:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /customers">, options?: CallOptions) =>
    api.all("GET /customers", "customers", query, options),
  /**
   * Creates a customer. Scope `customers:write`.
   * @throws {InvalidError} `invalid_request`
   */
  create: (body: BodyOf<"POST /customers">, options?: PostOptions) =>
    api.call("POST /customers", { body }, options),
  /**
   * Creates or changes up to 500 customers, and tells what became of each. Scope `customers:write`.
   * @throws {InvalidError} `invalid_request`, `batch_failed`
   */
  batch: (body: BodyOf<"POST /customers/batch">, options?: PostOptions) =>
    api.call("POST /customers/batch", { body }, options),
  /**
   * Creates or changes any number of customers by their `external_id`, in batches of 500, as fast as the rate limit allows,
   * and reads `records` only as fast as they are stored. Scope `customers:write`.
   * @throws {InvalidError} `invalid_request`
   */
  syncAll: (records: Iterable<CustomerPatch> | AsyncIterable<CustomerPatch>, options?: SyncOptions) =>
    syncRecords(
      (body) => api.call("POST /customers/batch", { body }, { signal: options?.signal }),
      records,
      options,
    ),
  /**
   * Changes the given fields of the customer with this `external_id`, or creates it. Scope `customers:write`.
   * @throws {InvalidError} `invalid_request`
   */
  upsert: (
    externalId: string,
    body: BodyOf<"PUT /customers/by_external_id/{external_id}">,
    options?: CallOptions,
  ) =>
    api.call(
      "PUT /customers/by_external_id/{external_id}",
      { path: { external_id: externalId }, body },
      options,
    ),
  /**
   * One customer. Scope `customers:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) => api.call("GET /customers/{id}", { path: { id } }, options),
  /**
   * Changes the given fields; null clears a field. Issued invoices keep the customer as it was. Scope
   * `customers:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  update: (id: number, body: BodyOf<"PATCH /customers/{id}">, options?: CallOptions) =>
    api.call("PATCH /customers/{id}", { path: { id }, body }, options),
  /**
   * Erases the personal data of a customer for good, from its documents and events too. Scope `customers:erase`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  erase: (id: number, options?: PostOptions) =>
    api.call("POST /customers/{id}/erase", { path: { id } }, options),
});
