import type { Api } from "../api.ts";
import type { QueryOf } from "../contract.ts";
import type { CallOptions } from "../options.ts";

export const mails = (api: Api) => ({
  /**
   * One page of the mails that brought documents to buyers, newest first, and what became of them; `about` names a
   * document, such as `invoice/1042`. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /mails">, options?: CallOptions) => api.call("GET /mails", { query }, options),
  /**
   * Every mail; pages are fetched as needed. `limit` is the page size, not the total. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /mails">, options?: CallOptions) =>
    api.all("GET /mails", "mails", query, options),
  /**
   * One mail and what became of it. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) => api.call("GET /mails/{id}", { path: { id } }, options),
});
