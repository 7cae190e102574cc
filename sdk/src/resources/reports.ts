import type { Api } from "../api.ts";
import type { QueryOf } from "../contract.ts";
import type { CallOptions } from "../options.ts";

const withholding = (api: Api) => ({
  /**
   * One page of withheld tax, newest first. Scope `reports:read`.
   * @throws {Invalid} `invalid_request`
   */
  list: (query?: QueryOf<"GET /reports/withholding">, options?: CallOptions) =>
    api.call("GET /reports/withholding", { query }, options),
  /**
   * All withheld tax; pages are fetched as needed. `limit` is the page size, not the total. Scope `reports:read`.
   * @throws {Invalid} `invalid_request`
   */
  all: (query?: QueryOf<"GET /reports/withholding">, options?: CallOptions) =>
    api.all("GET /reports/withholding", "withheld_taxes", query, options),
  /**
   * The same as CSV, without a limit. Scope `reports:read`.
   * @throws {Invalid} `invalid_request`
   */
  csv: (query?: QueryOf<"GET /reports/withholding.csv">, options?: CallOptions) =>
    api.csv("GET /reports/withholding.csv", query, options),
});

export const reports = (api: Api) => ({
  /** Tax that buyers withheld; by default the payments whose certificate is missing. */
  withholding: withholding(api),
});
