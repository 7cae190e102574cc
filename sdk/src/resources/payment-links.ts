import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const paymentLinks = (api: Api) => ({
  /**
   * Creates a link to a page where a buyer can pay, with its QR code, for an invoice or for anything else. Scope
   * `payments:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   * @throws {TooManyRequestsError} `quota_exceeded`
   * @throws {UnavailableError} `integration_not_configured`
   */
  create: (body: BodyOf<"POST /payments/link">, options?: PostOptions) =>
    api.call("POST /payments/link", { body }, options),
  /**
   * One page of payment links, newest first. Scope `payments:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /payments/links">, options?: CallOptions) =>
    api.call("GET /payments/links", { query }, options),
  /**
   * Every payment link; pages are fetched as needed. `limit` is the page size, not the total. Scope `payments:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /payments/links">, options?: CallOptions) =>
    api.all("GET /payments/links", "payment_links", query, options),
  /**
   * One payment link with its latest payment attempts. Scope `payments:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (reference: string, options?: CallOptions) =>
    api.call("GET /payments/links/{reference}", { path: { reference } }, options),
  /**
   * Cancels a payment link. A payment already in progress is still recorded, and marked late. Scope `payments:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  cancel: (reference: string, options?: PostOptions) =>
    api.call("POST /payments/links/{reference}/cancel", { path: { reference } }, options),
});
