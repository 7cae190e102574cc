import type { Api } from "../api.ts";
import type { BodyOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const portal = (api: Api) => ({
  /** What a page needs to show the panels. All of it is public. */
  config: (options?: CallOptions) => api.call("GET /portal/config", {}, options),
  createOrder: (body: BodyOf<"POST /portal/orders">, options?: PostOptions) =>
    api.call("POST /portal/orders", { body }, options),
  settings: (options?: CallOptions) => api.call("GET /portal/settings", {}, options),
  updateSettings: (body: BodyOf<"POST /portal/settings">, options?: PostOptions) =>
    api.call("POST /portal/settings", { body }, options),
});
