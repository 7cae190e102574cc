import type { Api } from "../api.ts";
import type { BodyOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

/** The revenue authority that invoices are registered with. */
export const integration = (api: Api) => ({
  get: (options?: CallOptions) => api.call("GET /einvoicing/integration", {}, options),
  set: (body: BodyOf<"POST /einvoicing/integration">, options?: PostOptions) =>
    api.call("POST /einvoicing/integration", { body }, options),
});
