import type { Api, Bytes } from "../api.ts";
import type { InvoicePatch } from "../api-types.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";
import { type SyncOptions, syncRecords } from "../sync.ts";

export const invoices = (api: Api) => ({
  /**
   * One page of invoices, newest first, without their lines unless `include` is `lines`. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /invoices">, options?: CallOptions) =>
    api.call("GET /invoices", { query }, options),
  /**
   * Every invoice; pages are fetched as needed. `limit` is the page size, not the total. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /invoices">, options?: CallOptions) =>
    api.all("GET /invoices", "invoices", query, options),
  /**
   * Creates a draft invoice. Scope `invoices:write`.
   * @throws {InvalidError} `invalid_request`
   * @throws {TooManyRequestsError} `quota_exceeded`
   */
  create: (body: BodyOf<"POST /invoices">, options?: PostOptions) =>
    api.call("POST /invoices", { body }, options),
  /**
   * Creates or changes up to 500 draft invoices, and tells what became of each. Scope `invoices:write`.
   * @throws {InvalidError} `invalid_request`, `batch_failed`
   * @throws {TooManyRequestsError} `quota_exceeded`
   */
  batch: (body: BodyOf<"POST /invoices/batch">, options?: PostOptions) =>
    api.call("POST /invoices/batch", { body }, options),
  /**
   * Creates or changes any number of invoices by their `external_id`, in batches of 500, as fast as the rate limit allows,
   * and reads `records` only as fast as they are stored. Scope `invoices:write`.
   * @throws {InvalidError} `invalid_request`
   * @throws {TooManyRequestsError} `quota_exceeded`
   */
  syncAll: (records: Iterable<InvoicePatch> | AsyncIterable<InvoicePatch>, options?: SyncOptions) =>
    syncRecords(
      (body) => api.call("POST /invoices/batch", { body }, { signal: options?.signal }),
      records,
      options,
    ),
  /**
   * One invoice with its lines. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) => api.call("GET /invoices/{id}", { path: { id } }, options),
  /**
   * How the amounts of an invoice come about, as trees of rules whose parts add up to them. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  explain: (id: number, query?: QueryOf<"GET /invoices/{id}/explain">, options?: CallOptions) =>
    api.call("GET /invoices/{id}/explain", { path: { id }, query }, options),
  /**
   * Changes the given fields of a draft; null clears a field. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  update: (id: number, body: BodyOf<"PATCH /invoices/{id}">, options?: CallOptions) =>
    api.call("PATCH /invoices/{id}", { path: { id }, body }, options),
  /**
   * Deletes a draft. An issued invoice is voided or credited instead. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_state`
   */
  delete: (id: number, options?: CallOptions) => api.call("DELETE /invoices/{id}", { path: { id } }, options),
  /**
   * Gives a draft the next number of its series and makes it immutable. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  issue: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/issue", { path: { id } }, options),
  /**
   * Voids an invoice that has no payments and is registered with no authority. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  void: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/void", { path: { id } }, options),
  /**
   * Writes an invoice off as uncollectible. A later payment still makes it paid. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  writeOff: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/write_off", { path: { id } }, options),
  /**
   * Completes the customer's and the supplier's data of an issued invoice that no authority has registered: fills in
   * empty fields, or replaces the data after the authority has rejected it. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  refreshParties: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/refresh_parties", { path: { id } }, options),
  /**
   * Sends an invoice to the buyer by mail, with a button to the page where they can read and pay it; `issue` issues a
   * draft first. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   * @throws {UnavailableError} `mail_not_configured`
   */
  send: (id: number, body: BodyOf<"POST /invoices/{id}/send"> = {}, options?: PostOptions) =>
    api.call("POST /invoices/{id}/send", { path: { id }, body }, options),
  /**
   * The mail that would bring the invoice to its buyer; nothing is sent. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  previewMail: (id: number, query?: QueryOf<"GET /invoices/{id}/mail_preview">, options?: CallOptions) =>
    api.call("GET /invoices/{id}/mail_preview", { path: { id }, query }, options),
  /**
   * Leaves an invoice out of reminders; one that waits to be sent is cancelled. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  pauseReminders: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/pause_reminders", { path: { id } }, options),
  /**
   * Includes an invoice in reminders again. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  resumeReminders: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/resume_reminders", { path: { id } }, options),
  /**
   * The reminders of an invoice so far, oldest first. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  reminders: (id: number, options?: CallOptions) =>
    api.call("GET /invoices/{id}/reminders", { path: { id } }, options),
  /**
   * The invoice as a PDF, in any state: `new Response(bytes)` and `new Blob([bytes])` accept it directly. Scope
   * `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  pdf: (id: number, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /invoices/{id}.pdf", { path: { id } }, options),
  /**
   * The invoice as a PDF with an annex that explains its amounts. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  explainPdf: (id: number, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /invoices/{id}/explain.pdf", { path: { id } }, options),
  /**
   * The electronic invoice in UBL 2.1, following EN 16931. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`, `document_invalid`
   */
  xml: (id: number, options?: CallOptions) => api.text("GET /invoices/{id}.xml", { path: { id } }, options),
  /**
   * Registers an invoice with the revenue authority; a draft is issued first. `irn` is null until the authority has
   * decided, which an event then reports. Scope `integrations`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`, `fiscal_incomplete`, `fiscal_rejected`
   * @throws {UnavailableError} `integration_auth_failed`, `integration_error`, `integration_not_configured`,
   * `integration_unavailable`, `secret_unreadable`
   */
  register: (id: number, options?: PostOptions) =>
    api.call("POST /invoices/{id}/register", { path: { id } }, options),
  /**
   * The status of an invoice's registration, with each call to the authority. Scope `integrations`.
   * @throws {NotFoundError} `not_found`
   */
  registration: (id: number, options?: CallOptions) =>
    api.call("GET /invoices/{id}/registration", { path: { id } }, options),
  /**
   * Cancels an invoice's registration, if the authority allows it: see `fiscal.cancel_until`. Scope `integrations`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`, `fiscal_rejected`
   * @throws {UnavailableError} `integration_auth_failed`, `integration_error`, `integration_not_configured`,
   * `integration_unavailable`, `secret_unreadable`
   */
  cancelRegistration: (
    id: number,
    body?: BodyOf<"POST /invoices/{id}/cancel_registration">,
    options?: PostOptions,
  ) => api.call("POST /invoices/{id}/cancel_registration", { path: { id }, body }, options),
  /**
   * Credits an invoice: without lines or an amount, the whole remainder. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  createCreditNote: (id: number, body?: BodyOf<"POST /invoices/{id}/credit_notes">, options?: PostOptions) =>
    api.call("POST /invoices/{id}/credit_notes", { path: { id }, body }, options),
});
