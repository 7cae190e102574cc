import type { Api } from "../api.ts";
import type { QueryOf } from "../contract.ts";
import type { CallOptions } from "../options.ts";

export const company = (api: Api) => ({
  /** The company's profile. Scope `company:read`. */
  get: (options?: CallOptions) => api.call("GET /company", {}, options),
  /** The people who can sign in for the company, and open invitations. Scope `company:read`. */
  users: (options?: CallOptions) => api.call("GET /users", {}, options),
  /** The company's API keys, without their secrets. Scope `company:read`. */
  keys: (options?: CallOptions) => api.call("GET /keys", {}, options),
  /** The company's payment gateway, without its secrets. Scope `company:read`. */
  gateway: (options?: CallOptions) => api.call("GET /gateway", {}, options),
});

export const audit = (api: Api) => ({
  /**
   * One page of the audit log, newest first: who changed keys, settings, users and money. Scope `company:read`.
   * @throws {InvalidError} `invalid_request`
   */
  list: (query?: QueryOf<"GET /audit">, options?: CallOptions) => api.call("GET /audit", { query }, options),
  /**
   * Every entry; pages are fetched as needed. `limit` is the page size, not the total. Scope `company:read`.
   * @throws {InvalidError} `invalid_request`
   */
  all: (query?: QueryOf<"GET /audit">, options?: CallOptions) =>
    api.all("GET /audit", "audit_entries", query, options),
});
