import type { Api } from "../api.ts";
import type { CallOptions } from "../options.ts";

/** Whom this key speaks for, and what it may do. */
export const ping = (api: Api) => (options?: CallOptions) => api.call("GET /ping", {}, options);
