import type { Api } from "../api.ts";
import type { BodyOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const portal = (api: Api) => ({
  /** The settings that a page needs to show the panels. All of them are public. Scope `portal:embed`. */
  config: (options?: CallOptions) => api.call("GET /portal/config", {}, options),
  /**
   * Creates a sale, a draft invoice and a payment link from an order in the panel. Prices given here are accepted:
   * never take them from the browser. Scope `portal:embed`.
   * @throws {InvalidError} `invalid_request`
   * @throws {TooManyRequestsError} `quota_exceeded`
   */
  createOrder: (body: BodyOf<"POST /portal/orders">, options?: PostOptions) =>
    api.call("POST /portal/orders", { body }, options),
  /** Which sites may show the panels. Scope `portal:embed` or `portal:configure`. */
  settings: (options?: CallOptions) => api.call("GET /portal/settings", {}, options),
  /**
   * Sets which sites may show the panels. Scope `portal:configure`.
   * @throws {InvalidError} `invalid_request`
   */
  updateSettings: (body: BodyOf<"POST /portal/settings">, options?: PostOptions) =>
    api.call("POST /portal/settings", { body }, options),
});
