import type { Api } from "../api.ts";
import type { CallOptions } from "../options.ts";

/** Whom this key speaks for, and what it may do. Any key may ask. */
export const ping = (api: Api) => (options?: CallOptions) => api.call("GET /ping", {}, options);
