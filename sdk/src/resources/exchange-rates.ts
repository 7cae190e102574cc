import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const exchangeRates = (api: Api) => ({
  /**
   * One page of exchange rates, those that were set last first. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /exchange_rates">, options?: CallOptions) =>
    api.call("GET /exchange_rates", { query }, options),
  /**
   * Every exchange rate; pages are fetched as needed. `limit` is the page size, not the total. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /exchange_rates">, options?: CallOptions) =>
    api.all("GET /exchange_rates", "exchange_rates", query, options),
  /**
   * Sets the rate of a currency on a day, instead of the one that the day had. Issued invoices keep theirs. Scope
   * `invoices:write`.
   * @throws {InvalidError} `invalid_request`
   */
  set: (body: BodyOf<"POST /exchange_rates">, options?: PostOptions) =>
    api.call("POST /exchange_rates", { body }, options),
  /**
   * One exchange rate. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) => api.call("GET /exchange_rates/{id}", { path: { id } }, options),
  /**
   * Deletes an exchange rate. Issued invoices keep theirs. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   */
  delete: (id: number, options?: CallOptions) =>
    api.call("DELETE /exchange_rates/{id}", { path: { id } }, options),
});
