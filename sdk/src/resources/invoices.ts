import type { Api } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const invoices = (api: Api) => ({
  list: (query?: QueryOf<"GET /invoices">, options?: CallOptions) =>
    api.call("GET /invoices", { query }, options),
  all: (query?: QueryOf<"GET /invoices">, options?: CallOptions) =>
    api.all("GET /invoices", "invoices", query, options),
  create: (body: BodyOf<"POST /invoices">, options?: PostOptions) =>
    api.call("POST /invoices", { body }, options),
  get: (id: number, options?: CallOptions) => api.call("GET /invoices/{id}", { path: { id } }, options),
  /** Only a draft can be changed. */
  update: (id: number, body: BodyOf<"PATCH /invoices/{id}">, options?: CallOptions) =>
    api.call("PATCH /invoices/{id}", { path: { id }, body }, options),
  /** Only a draft can be deleted. */
  delete: (id: number, options?: CallOptions) => api.call("DELETE /invoices/{id}", { path: { id } }, options),
  /** Gives a draft its number, and freezes it. */
  issue: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/issue", { path: { id } }, options),
  void: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/void", { path: { id } }, options),
  writeOff: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/write_off", { path: { id } }, options),
  pdf: (id: number, options?: CallOptions) => api.bytes("GET /invoices/{id}.pdf", { id }, options),
  /** The electronic invoice, in UBL. */
  xml: (id: number, options?: CallOptions) => api.text("GET /invoices/{id}.xml", { id }, options),
  /** `irn` is null while the authority has not decided yet. */
  register: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/register", { path: { id } }, options),
  registration: (id: number, options?: CallOptions) =>
    api.call("GET /invoices/{id}/registration", { path: { id } }, options),
  cancelRegistration: (
    id: number,
    body?: BodyOf<"POST /invoices/{id}/cancel_registration">,
    options?: PostOptions,
  ) => api.call("POST /invoices/{id}/cancel_registration", { path: { id }, body }, options),
  /** Without lines or an amount: all that is left of the invoice. */
  createCreditNote: (id: number, body?: BodyOf<"POST /invoices/{id}/credit_notes">, options?: PostOptions) =>
    api.call("POST /invoices/{id}/credit_notes", { path: { id }, body }, options),
});
