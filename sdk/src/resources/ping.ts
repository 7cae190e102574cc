import type { Api } from "../api.ts";
import type { CallOptions } from "../options.ts";

/** The company that this key belongs to, and the key's scopes. Any key may call this. */
export const ping = (api: Api) => (options?: CallOptions) => api.call("GET /ping", {}, options);
