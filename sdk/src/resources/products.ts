import type { Api } from "../api.ts";
import type { ProductPatch } from "../api-types.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";
import { type SyncOptions, syncRecords } from "../sync.ts";

export const products = (api: Api) => ({
  /**
   * One page of products, newest first. Scope `products:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /products">, options?: CallOptions) =>
    api.call("GET /products", { query }, options),
  /**
   * Every product; pages are fetched as needed. `limit` is the page size, not the total. Scope `products:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /products">, options?: CallOptions) =>
    api.all("GET /products", "products", query, options),
  /**
   * Creates a product. Scope `products:write`.
   * @throws {InvalidError} `invalid_request`
   */
  create: (body: BodyOf<"POST /products">, options?: PostOptions) =>
    api.call("POST /products", { body }, options),
  /**
   * Creates or changes up to 500 products, and tells what became of each. Scope `products:write`.
   * @throws {InvalidError} `invalid_request`, `batch_failed`
   */
  batch: (body: BodyOf<"POST /products/batch">, options?: PostOptions) =>
    api.call("POST /products/batch", { body }, options),
  /**
   * Creates or changes any number of products by their `external_id`, in batches of 500, as fast as the rate limit allows,
   * and reads `records` only as fast as they are stored. Scope `products:write`.
   * @throws {InvalidError} `invalid_request`
   */
  syncAll: (records: Iterable<ProductPatch> | AsyncIterable<ProductPatch>, options?: SyncOptions) =>
    syncRecords(
      (body) => api.call("POST /products/batch", { body }, { signal: options?.signal }),
      records,
      options,
    ),
  /**
   * Changes the given fields of the product with this `external_id`, or creates it. Scope `products:write`.
   * @throws {InvalidError} `invalid_request`
   */
  upsert: (
    externalId: string,
    body: BodyOf<"PUT /products/by_external_id/{external_id}">,
    options?: CallOptions,
  ) =>
    api.call(
      "PUT /products/by_external_id/{external_id}",
      { path: { external_id: externalId }, body },
      options,
    ),
  /**
   * One product. Scope `products:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) => api.call("GET /products/{id}", { path: { id } }, options),
  /**
   * Changes the given fields; null clears a field. Existing lines keep the values they copied. Scope
   * `products:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  update: (id: number, body: BodyOf<"PATCH /products/{id}">, options?: CallOptions) =>
    api.call("PATCH /products/{id}", { path: { id }, body }, options),
});
