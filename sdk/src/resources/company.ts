import type { Api } from "../api.ts";
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
