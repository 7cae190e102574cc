import type { Api } from "../api.ts";
import type { QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const creditNotes = (api: Api) => ({
  list: (query?: QueryOf<"GET /credit_notes">, options?: CallOptions) =>
    api.call("GET /credit_notes", { query }, options),
  all: (query?: QueryOf<"GET /credit_notes">, options?: CallOptions) =>
    api.all("GET /credit_notes", "credit_notes", query, options),
  get: (id: number, options?: CallOptions) => api.call("GET /credit_notes/{id}", { path: { id } }, options),
  /** The electronic credit note, in UBL. */
  xml: (id: number, options?: CallOptions) => api.text("GET /credit_notes/{id}.xml", { id }, options),
  /** `irn` is null while the authority has not decided yet. */
  register: (id: number, options?: PostOptions) =>
    api.call("POST /credit_notes/{id}/register", { path: { id } }, options),
  registration: (id: number, options?: CallOptions) =>
    api.call("GET /credit_notes/{id}/registration", { path: { id } }, options),
});
