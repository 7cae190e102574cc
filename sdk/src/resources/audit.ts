import type { Api } from "../api.ts";
import type { QueryOf } from "../contract.ts";
import type { CallOptions } from "../options.ts";

export const audit = (api: Api) => ({
  /**
   * One page of the audit log, newest first: who changed keys, settings, users and money. Scope `company:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /audit">, options?: CallOptions) => api.call("GET /audit", { query }, options),
  /**
   * Every entry; pages are fetched as needed. `limit` is the page size, not the total. Scope `company:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /audit">, options?: CallOptions) =>
    api.all("GET /audit", "audit_entries", query, options),
});
