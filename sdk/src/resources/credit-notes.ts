import type { Api, Bytes } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const creditNotes = (api: Api) => ({
  /**
   * One page of credit notes, newest first. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /credit_notes">, options?: CallOptions) =>
    api.call("GET /credit_notes", { query }, options),
  /**
   * Every credit note; pages are fetched as needed. `limit` is the page size, not the total. Scope `invoices:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /credit_notes">, options?: CallOptions) =>
    api.all("GET /credit_notes", "credit_notes", query, options),
  /**
   * One credit note with its lines. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) => api.call("GET /credit_notes/{id}", { path: { id } }, options),
  /**
   * How the amounts of a credit note come about, as trees of rules whose parts add up to them. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  explain: (id: number, query?: QueryOf<"GET /credit_notes/{id}/explain">, options?: CallOptions) =>
    api.call("GET /credit_notes/{id}/explain", { path: { id }, query }, options),
  /**
   * The credit note as a PDF: `new Response(bytes)` and `new Blob([bytes])` accept it directly. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  pdf: (id: number, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /credit_notes/{id}.pdf", { path: { id } }, options),
  /**
   * The credit note as a PDF with an annex that explains its amounts. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   */
  explainPdf: (id: number, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /credit_notes/{id}/explain.pdf", { path: { id } }, options),
  /**
   * The electronic credit note in UBL 2.1, following EN 16931. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `document_invalid`
   */
  xml: (id: number, options?: CallOptions) =>
    api.text("GET /credit_notes/{id}.xml", { path: { id } }, options),
  /**
   * Applies credit that its own invoice does not need to another invoice of the same customer. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  apply: (id: number, body: BodyOf<"POST /credit_notes/{id}/apply">, options?: PostOptions) =>
    api.call("POST /credit_notes/{id}/apply", { path: { id }, body }, options),
  /**
   * Sends a credit note to the buyer by mail. Scope `invoices:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   * @throws {UnavailableError} `mail_not_configured`
   */
  send: (id: number, body: BodyOf<"POST /credit_notes/{id}/send"> = {}, options?: PostOptions) =>
    api.call("POST /credit_notes/{id}/send", { path: { id }, body }, options),
  /**
   * The mail that would bring the credit note to its buyer; nothing is sent. Scope `invoices:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  previewMail: (id: number, query?: QueryOf<"GET /credit_notes/{id}/mail_preview">, options?: CallOptions) =>
    api.call("GET /credit_notes/{id}/mail_preview", { path: { id }, query }, options),
  /**
   * Registers a credit note with the revenue authority, after its invoice. `irn` is null until the authority has
   * decided. Scope `integrations`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`, `fiscal_incomplete`, `fiscal_rejected`
   * @throws {UnavailableError} `integration_auth_failed`, `integration_error`, `integration_not_configured`,
   * `integration_unavailable`, `secret_unreadable`
   */
  register: (id: number, options?: PostOptions) =>
    api.call("POST /credit_notes/{id}/register", { path: { id } }, options),
  /**
   * The status of a credit note's registration, with each call to the authority. Scope `integrations`.
   * @throws {NotFoundError} `not_found`
   */
  registration: (id: number, options?: CallOptions) =>
    api.call("GET /credit_notes/{id}/registration", { path: { id } }, options),
});
