import type { Api } from "../api.ts";
import type { BodyOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

/** The revenue authority that invoices are registered with. */
export const integration = (api: Api) => ({
  /**
   * The authority that this company registers with, without its secrets. Scope `integrations:read` or
   * `integrations`.
   * @throws {UnavailableError} `integration_not_configured`
   */
  get: (options?: CallOptions) => api.call("GET /einvoicing/integration", {}, options),
  /**
   * Sets the authority that this company registers with. The credentials are first checked with the authority, and
   * stored only if it accepts them. Scope `integrations:configure`.
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   * @throws {UnavailableError} `integration_auth_failed`, `integration_error`, `integration_unavailable`
   */
  set: (body: BodyOf<"POST /einvoicing/integration">, options?: PostOptions) =>
    api.call("POST /einvoicing/integration", { body }, options),
  /**
   * Stops registering with an authority and deletes its credentials. Scope `integrations:configure`.
   * @throws {InvalidError} `invalid_state`
   */
  remove: (options?: CallOptions) => api.call("DELETE /einvoicing/integration", {}, options),
});
